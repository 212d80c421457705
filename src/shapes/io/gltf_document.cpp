#include "shapes/io/gltf_document.h"

#include <rapidjson/error/en.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string_view>

#include "core/decimal.h"
#include "core/memory_budget.h"
#include "core/whole_file.h"
#include "limpet/error.h"
#include "shapes/io/base64.h"

namespace limpet::io {
namespace {

/// Numbers of JSON as text: ours are read by core/decimal.h.
constexpr unsigned parse_flags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;
/// Extensions that change how a mesh looks and not where it is, or that are read here.
constexpr std::array<std::string_view, 3> harmless_extensions = {"KHR_materials_", "KHR_texture_",
                                                                 "KHR_lights_"};
/// Of the memory budget: an accessor's values.
constexpr double values_share = 0.25;
constexpr std::string_view quantized_extension = "KHR_mesh_quantization";

struct Component {
    std::size_t size = 0;  ///< [bytes]
    double largest = 0;    ///< of normalised values; 0: never normalised
    double (*read)(const char* bytes) = nullptr;
};

template <class Number>
double read_number(const char* bytes) {
    Number value;
    std::memcpy(&value, bytes, sizeof value);
    return static_cast<double>(value);
}

template <class Number>
Component component_of(bool normalised) {
    return {sizeof(Number), normalised ? static_cast<double>(std::numeric_limits<Number>::max()) : 0,
            read_number<Number>};
}

/// Of glTF 2.0, §3.6.2.2.
Component component(std::size_t type) {
    switch (type) {
        case 5120:
            return component_of<std::int8_t>(true);
        case 5121:
            return component_of<std::uint8_t>(true);
        case 5122:
            return component_of<std::int16_t>(true);
        case 5123:
            return component_of<std::uint16_t>(true);
        case 5125:
            return component_of<std::uint32_t>(false);
        case 5126:
            return component_of<float>(false);
        default:
            return {};
    }
}

std::string item(const char* list, std::size_t i) {
    return std::string(list) + "[" + std::to_string(i) + "]";
}

struct Chunks {
    std::string_view json, binary;
};

/// Of a .glb (glTF 2.0, §4.4).
Chunks chunks_of(std::string_view bytes, const std::string& path) {
    const auto u32 = [&](std::size_t at) {
        std::uint32_t value = 0;
        std::memcpy(&value, bytes.data() + at, sizeof value);
        return std::size_t{value};
    };
    const auto cut_off = [&] {
        throw InputError(
            {{path, 0, "", "the glTF file is cut off: it has " + std::to_string(bytes.size()) + " bytes"}});
    };
    constexpr std::size_t head = 12, chunk_head = 8, json_type = 0x4E4F534A, binary_type = 0x004E4942;
    if (bytes.size() < head + chunk_head) cut_off();
    if (u32(4) != 2)
        throw InputError({{path, 0, "", "this is glTF " + std::to_string(u32(4)) + "; glTF 2 is read"}});
    Chunks chunks;
    for (std::size_t at = head; at + chunk_head <= bytes.size();) {
        const std::size_t length = u32(at), type = u32(at + 4);
        at += chunk_head;
        if (length > bytes.size() - at) cut_off();
        if (type == json_type && chunks.json.empty()) chunks.json = bytes.substr(at, length);
        if (type == binary_type && chunks.binary.empty()) chunks.binary = bytes.substr(at, length);
        at += length;
    }
    return chunks;
}

/// "my%20mesh.bin" is my mesh.bin (RFC 3986, §2.1).
std::string percent_decoded(std::string_view text) {
    const auto digit = [](char c) {
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                      : -1;
    };
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool coded =
            text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0;
        out += coded ? static_cast<char>(16 * digit(text[i + 1]) + digit(text[i + 2])) : text[i];
        if (coded) i += 2;
    }
    return out;
}

}  // namespace

/// Where an accessor's values are.
struct GltfDocument::View {
    const char* data = nullptr;  ///< null: all values are zero
    std::size_t stride = 0;
};

struct GltfDocument::Accessor {
    std::string place;
    const Value* json = nullptr;
    Component component;
    std::size_t components = 1, count = 0;
    bool normalised = false;
    View view;
};

void GltfDocument::fail(const std::string& place, const std::string& message) const {
    throw InputError({{path_, 0, place, message}});
}

GltfDocument::GltfDocument(const MeshFile& file) : path_(file.path) {
    std::string_view text = file.bytes;
    if (text.starts_with("glTF")) {
        const Chunks chunks = chunks_of(text, path_);
        text = chunks.json;
        binary_ = chunks.binary;
    }
    json_.Parse<parse_flags>(text.data(), text.size());
    if (json_.HasParseError())
        fail("", std::string("this is not the JSON of a glTF file, from byte ") +
                     std::to_string(json_.GetErrorOffset()) +
                     " on: " + rapidjson::GetParseError_En(json_.GetParseError()));
    if (!json_.IsObject()) fail("", "this is not a glTF file: its JSON is not an object");
    check_head();
}

void GltfDocument::check_head() {
    const Value* asset = member(json_, "asset");
    const Value* version = asset && asset->IsObject() ? member(*asset, "version") : nullptr;
    if (!version || !version->IsString()) fail("asset.version", "is missing; glTF 2 is read");
    if (version->GetString()[0] != '2')
        fail("asset.version", std::string("is ") + version->GetString() + "; glTF 2 is read");
    for (const Value* name : list(json_, "extensionsRequired", "")) {
        const std::string_view text = name->IsString() ? name->GetString() : "";
        const bool known = text == quantized_extension ||
                           std::any_of(harmless_extensions.begin(), harmless_extensions.end(),
                                       [&](std::string_view start) { return text.starts_with(start); });
        if (!known)
            fail("extensionsRequired",
                 "the file needs " + std::string(text) +
                     ", which is not read; export it without (compression, for example)");
    }
}

const GltfDocument::Value* GltfDocument::member(const Value& object, const char* name) const {
    const auto found = object.FindMember(name);
    return found == object.MemberEnd() ? nullptr : &found->value;
}

const GltfDocument::Value& GltfDocument::element(const char* name, std::size_t i,
                                                 const std::string& user) const {
    const std::vector<const Value*> all = list(json_, name, "");
    if (i >= all.size())
        fail(user, "uses " + item(name, i) + ", but there are " + std::to_string(all.size()));
    if (!all[i]->IsObject()) fail(item(name, i), "is not an object");
    return *all[i];
}

std::vector<const GltfDocument::Value*> GltfDocument::list(const Value& object, const char* name,
                                                           const std::string& place) const {
    std::vector<const Value*> all;
    const Value* array = member(object, name);
    if (!array) return all;
    if (!array->IsArray()) fail(place.empty() ? name : place + "." + name, "is not an array");
    for (const Value& value : array->GetArray()) all.push_back(&value);
    return all;
}

double GltfDocument::number(const Value& value, const std::string& place) const {
    double read = 0;
    const std::string_view text =
        value.IsString() ? std::string_view(value.GetString(), value.GetStringLength()) : "";
    if (text.empty() || read_decimal(text, read) != text.size()) fail(place, "is not a number");
    if (!std::isfinite(read)) fail(place, "is not a finite number");
    return read;
}

std::size_t GltfDocument::whole(const Value& value, const std::string& place) const {
    constexpr double largest = 9e15;  // whole numbers up to here are exact
    const double read = number(value, place);
    if (!(read >= 0 && read <= largest && read == std::floor(read)))
        fail(place, "is not a whole number of 0 or more");
    return static_cast<std::size_t>(read);
}

std::size_t GltfDocument::whole(const Value& object, const char* name, std::size_t otherwise,
                                const std::string& place) const {
    const Value* value = member(object, name);
    return value ? whole(*value, place + "." + name) : otherwise;
}

/// What is wrong with it is wrong with the file that names it.
std::string GltfDocument::file_beside(const std::string& name, const std::string& place) const {
    const std::string path = (std::filesystem::path(path_).parent_path() / name).string();
    try {
        return load_file(path, {"the glTF file's buffer"});
    } catch (const InputError& error) {
        fail(place, error.what());
    }
}

const std::string& GltfDocument::buffer(std::size_t i, const std::string& user) {
    const auto known = buffers_.find(i);
    if (known != buffers_.end()) return known->second;
    const Value& json = element("buffers", i, user);
    const std::string place = item("buffers", i);
    const std::size_t length = whole(json, "byteLength", 0, place);
    std::string bytes;
    if (const Value* uri = member(json, "uri")) {
        if (!uri->IsString()) fail(place + ".uri", "is not text in quotes");
        const std::string_view text(uri->GetString(), uri->GetStringLength());
        constexpr std::string_view coded = ";base64,";
        if (const std::size_t at = text.find(coded);
            text.starts_with("data:") && at != std::string_view::npos)
            bytes = decode_base64(text.substr(at + coded.size()), length);
        else if (text.starts_with("data:") || text.find("://") != std::string_view::npos)
            fail(place + ".uri", "is neither base64 nor a file beside this one");
        else
            bytes = file_beside(percent_decoded(text), place + ".uri");
    } else {
        bytes = i == 0 ? binary_ : "";
    }
    if (bytes.size() < length)
        fail(place,
             "should have " + std::to_string(length) + " bytes, but has " + std::to_string(bytes.size()));
    return buffers_.emplace(i, std::move(bytes)).first->second;
}

/// `stride` 0: values follow each other.
GltfDocument::View GltfDocument::view(std::size_t i, std::size_t offset, std::size_t stride, std::size_t size,
                                      std::size_t count, const std::string& user) {
    const Value& json = element("bufferViews", i, user);
    const std::string place = item("bufferViews", i);
    const std::size_t start = whole(json, "byteOffset", 0, place),
                      length = whole(json, "byteLength", 0, place);
    if (stride == 0) stride = whole(json, "byteStride", size, place);
    const std::string& bytes = buffer(whole(json, "buffer", 0, place), place);
    if (start > bytes.size() || length > bytes.size() - start)
        fail(place, "is not within its buffer of " + std::to_string(bytes.size()) + " bytes");
    // In this order nothing overflows: all are below 2^53, and count is checked against the length first.
    const bool fits = count == 0 || (offset <= length && size <= length - offset && stride >= size &&
                                     (count - 1) <= (length - offset - size) / stride);
    if (!fits) fail(user, "reads beyond " + place + ", which has " + std::to_string(length) + " bytes");
    return {bytes.data() + start + offset, stride};
}

GltfDocument::Accessor GltfDocument::accessor(std::size_t i, const char* type, std::size_t components,
                                              const std::string& user) {
    const Value& json = element("accessors", i, user);
    Accessor a;
    a.place = item("accessors", i);
    a.json = &json;
    a.components = components;
    const Value* found = member(json, "type");
    if (!found || !found->IsString() || std::string_view(found->GetString()) != type)
        fail(a.place + ".type", std::string("is not ") + type + ", which " + user + " needs");
    const std::size_t number_type = whole(json, "componentType", 0, a.place);
    a.component = component(number_type);
    if (a.component.size == 0)
        fail(a.place + ".componentType",
             "is " + std::to_string(number_type) + ", which is no type of numbers");
    a.count = whole(json, "count", 0, a.place);
    const Value* normalised = member(json, "normalized");
    a.normalised = normalised && normalised->IsTrue();
    if (const Value* view_index = member(json, "bufferView"))
        a.view = view(whole(*view_index, a.place + ".bufferView"), whole(json, "byteOffset", 0, a.place), 0,
                      a.component.size * components, a.count, a.place);
    return a;
}

std::vector<double> GltfDocument::values(const Accessor& a) {
    const double bytes = 8.0 * static_cast<double>(a.count) * static_cast<double>(a.components);
    if (bytes > values_share * static_cast<double>(memory_budget()))
        fail(a.place + ".count",
             "its values would take " + bytes_text(bytes) + ", too much for the memory budget");
    std::vector<double> all(a.count * a.components, 0.0);
    for (std::size_t i = 0; a.view.data && i < a.count; ++i)
        for (std::size_t k = 0; k < a.components; ++k)
            all[i * a.components + k] =
                a.component.read(a.view.data + i * a.view.stride + k * a.component.size);
    apply_sparse(a, all);
    if (a.normalised && a.component.largest > 0)
        for (double& value : all) value = std::max(value / a.component.largest, -1.0);
    return all;
}

/// §3.6.2.3: some values are given apart.
void GltfDocument::apply_sparse(const Accessor& a, std::vector<double>& values) {
    const Value* sparse = member(*a.json, "sparse");
    if (!sparse) return;
    const std::string place = a.place + ".sparse";
    const Value* at = sparse->IsObject() ? member(*sparse, "indices") : nullptr;
    const Value* given = sparse->IsObject() ? member(*sparse, "values") : nullptr;
    if (!at || !given || !at->IsObject() || !given->IsObject()) fail(place, "has no indices or values");
    const std::size_t count = whole(*sparse, "count", 0, place);
    const Component index = component(whole(*at, "componentType", 0, place + ".indices"));
    if (index.size == 0) fail(place + ".indices.componentType", "is not a type of numbers");
    const std::size_t size = a.component.size * a.components;
    const View where =
        view(whole(*at, "bufferView", 0, place + ".indices"), whole(*at, "byteOffset", 0, place + ".indices"),
             index.size, index.size, count, place);
    const View what = view(whole(*given, "bufferView", 0, place + ".values"),
                           whole(*given, "byteOffset", 0, place + ".values"), size, size, count, place);
    for (std::size_t i = 0; i < count; ++i) {
        const double target = index.read(where.data + i * where.stride);
        if (!(target >= 0 && target < static_cast<double>(a.count)))
            fail(place + ".indices", "there is no value " + std::to_string(target));
        for (std::size_t k = 0; k < a.components; ++k)
            values[static_cast<std::size_t>(target) * a.components + k] =
                a.component.read(what.data + i * what.stride + k * a.component.size);
    }
}

std::vector<Vec3> GltfDocument::points(std::size_t i, const std::string& user) {
    const std::vector<double> all = values(accessor(i, "VEC3", 3, user));
    std::vector<Vec3> points(all.size() / 3);
    for (std::size_t k = 0; k < points.size(); ++k) points[k] = {all[3 * k], all[3 * k + 1], all[3 * k + 2]};
    return points;
}

std::vector<int> GltfDocument::indices(std::size_t i, std::size_t points, const std::string& user) {
    const std::vector<double> all = values(accessor(i, "SCALAR", 1, user));
    std::vector<int> indices;
    indices.reserve(all.size());
    for (const double value : all) {
        if (!(value >= 0 && value < static_cast<double>(points) && value == std::floor(value)))
            fail(item("accessors", i),
                 "a face uses vertex " + std::to_string(value) + " of " + std::to_string(points));
        indices.push_back(static_cast<int>(value));
    }
    return indices;
}

}  // namespace limpet::io
