#include "haptics/device_json.h"

#include <fmt/format.h>
#include <rapidjson/document.h>

#include <cmath>
#include <limits>

#include "core/text.h"

namespace limpet::haptics {
namespace {

using rapidjson::Value;

/// Without recursion, so that brackets without end take no stack.
constexpr unsigned parse_flags = rapidjson::kParseIterativeFlag | rapidjson::kParseNanAndInfFlag;

bool parse(std::string_view message, rapidjson::Document& document) {
    if (message.size() > longest_message) return false;
    document.Parse<parse_flags>(message.data(), message.size());
    return !document.HasParseError() && document.IsObject();
}

const Value* member(const Value& object, const char* name) {
    if (!object.IsObject()) return nullptr;
    const auto found = object.FindMember(name);
    return found == object.MemberEnd() ? nullptr : &found->value;
}

/// The first item of a list of objects.
const Value* first_of(const Value& object, const char* name) {
    const Value* list = member(object, name);
    return list && list->IsArray() && !list->Empty() && (*list)[0].IsObject() ? &(*list)[0] : nullptr;
}

template <std::size_t Size>
bool read_numbers(const Value* list, std::array<double, Size>& out) {
    if (!list || !list->IsArray() || list->Size() != Size) return false;
    for (rapidjson::SizeType i = 0; i < Size; ++i) {
        if (!(*list)[i].IsNumber()) return false;
        out[i] = (*list)[i].GetDouble();
    }
    return true;
}

template <std::size_t Size>
bool read_named(const Value* object, const std::array<const char*, Size>& names,
                std::array<double, Size>& out) {
    if (!object) return false;
    for (std::size_t i = 0; i < Size; ++i) {
        const Value* value = member(*object, names[i]);
        if (!value || !value->IsNumber()) return false;
        out[i] = value->GetDouble();
    }
    return true;
}

bool is_held(const Value& button) {
    return button.IsBool() ? button.GetBool() : button.IsNumber() && button.GetDouble() != 0;
}

/// A list of true and false, or of 0 and 1; or an object of them by name.
std::uint32_t read_buttons(const Value* buttons) {
    std::uint32_t held = 0;
    unsigned bit = 0;
    if (buttons && buttons->IsArray()) {
        for (const Value& button : buttons->GetArray()) {
            if (bit < 32 && is_held(button)) held |= 1U << bit;
            ++bit;
        }
    } else if (buttons && buttons->IsObject()) {
        for (const auto& button : buttons->GetObject()) {
            if (bit < 32 && is_held(button.value)) held |= 1U << bit;
            ++bit;
        }
    }
    return held;
}

std::string list_text(const Vector3& v) {
    return fmt::format("[{},{},{}]", json_number(v[0]), json_number(v[1]), json_number(v[2]));
}

}  // namespace

std::optional<PoseMessage> read_pose_message(std::string_view message) {
    rapidjson::Document document;
    PoseMessage out;
    if (!parse(message, document) || !read_numbers(member(document, "position"), out.pose.position))
        return {};
    const Value* orientation = member(document, "orientation");
    if (orientation && !read_numbers(orientation, out.pose.orientation)) return {};
    out.pose.buttons = read_buttons(member(document, "buttons"));
    const Value* time = member(document, "time");
    if (time && time->IsNumber() && std::isfinite(time->GetDouble())) out.time = time->GetDouble();
    return out;
}

std::string wrench_message(const DeviceWrench& wrench, double time) {
    return fmt::format("{{\"force\":{},\"torque\":{},\"time\":{}}}", list_text(wrench.force),
                       list_text(wrench.torque), json_number(time));
}

/// The service's axes are x right, y away from the user, z up; ours have y up and z towards the user.
std::optional<HaplyMessage> read_haply_message(std::string_view message) {
    rapidjson::Document document;
    if (!parse(message, document)) return {};
    HaplyMessage out;
    const Value* device = first_of(document, "inverse3");
    if (!device) return out;
    if (const Value* id = member(*device, "device_id"); id && id->IsString()) out.device = id->GetString();
    const Value* state = member(*device, "state");
    Vector3 p;
    if (!state || !read_named<3>(member(*state, "cursor_position"), {"x", "y", "z"}, p)) return out;
    out.pose.emplace();
    out.pose->position = {p[0], p[2], -p[1]};
    const Value* grip = first_of(document, "verse_grip");
    if (!grip) grip = first_of(document, "wireless_verse_grip");
    const Value* grip_state = grip ? member(*grip, "state") : nullptr;
    if (!grip_state) return out;
    std::array<double, 4> q;
    if (read_named<4>(member(*grip_state, "orientation"), {"w", "x", "y", "z"}, q))
        out.pose->orientation = {q[0], q[1], q[3], -q[2]};
    out.pose->buttons = read_buttons(member(*grip_state, "buttons"));
    return out;
}

std::string haply_command(const std::string& device, const Vector3& force, bool first) {
    std::string id;
    for (const char c : device)
        if (c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20) id += c;
    const std::string session =
        first ? R"("session":{"configure":{"profile":{"name":"io.limpet:haptics"}}},)" : "";
    return fmt::format(
        "{{{}\"inverse3\":[{{\"device_id\":\"{}\",\"commands\":{{\"set_cursor_force\":"
        "{{\"vector\":{{\"x\":{},\"y\":{},\"z\":{}}}}}}}}}]}}",
        session, id, json_number(force[0]), json_number(-force[2]), json_number(force[1]));
}

}  // namespace limpet::haptics
