#include "record/camera_json.h"

#include <rapidjson/document.h>

#include <filesystem>

#include "limpet/record.h"
#include "record/escape.h"
#include "record/files.h"

namespace limpet {

namespace {

std::string vector_json(const Vector3& v) {
    return "[" + json_number(v[0]) + ", " + json_number(v[1]) + ", " + json_number(v[2]) + "]";
}

std::string vector_json(const std::optional<Vector3>& v) {
    return v ? vector_json(*v) : "null";
}

std::optional<Vector3> vector_of(const rapidjson::Value& camera, const char* key) {
    const auto member = camera.FindMember(key);
    if (member == camera.MemberEnd() || !member->value.IsArray() || member->value.Size() != 3)
        return std::nullopt;
    Vector3 v;
    for (rapidjson::SizeType i = 0; i < 3; ++i) {
        if (!member->value[i].IsNumber()) return std::nullopt;
        v[i] = member->value[i].GetDouble();
    }
    return v;
}

}  // namespace

std::string camera_json(const Camera& camera) {
    return "{\"position\": " + vector_json(camera.position) + ", \"target\": " + vector_json(camera.target) +
           ", \"up\": " + vector_json(camera.up) +
           ", \"field_of_view\": " + json_number(camera.field_of_view) + "}";
}

Camera read_camera(const std::string& folder) {
    const std::filesystem::path file = std::filesystem::path(folder) / "summary.json";
    const std::string bytes = read_whole_file(file);
    rapidjson::Document json;
    json.Parse<rapidjson::kParseIterativeFlag>(bytes.data(), bytes.size());
    if (json.HasParseError() || !json.IsObject() || !json.HasMember("camera") || !json["camera"].IsObject())
        throw file_error(file, "is not a run's summary: it has no camera");
    const rapidjson::Value& value = json["camera"];
    Camera camera;
    camera.position = vector_of(value, "position");
    camera.target = vector_of(value, "target");
    camera.up = vector_of(value, "up").value_or(camera.up);
    if (value.HasMember("field_of_view") && value["field_of_view"].IsNumber())
        camera.field_of_view = value["field_of_view"].GetDouble();
    return camera;
}

}  // namespace limpet
