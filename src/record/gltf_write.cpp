/// glTF 2.0, binary (.glb): a 12-byte header, a chunk of JSON and a chunk of numbers, both in multiples of 4
/// bytes (Khronos, "glTF 2.0 Specification", section 4.4).

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <stdexcept>

#include "record/escape.h"
#include "record/frame_files.h"
#include "record/gltf_animation.h"
#include "record/summary.h"

namespace limpet {

namespace {

constexpr int array_buffer = 34962, element_array_buffer = 34963, no_target = 0;
constexpr int float_component = 5126, unsigned_component = 5125;

std::string join(const std::vector<std::string>& items) {
    std::string out;
    for (const std::string& item : items) out += (out.empty() ? "" : ",") + item;
    return '[' + out + ']';
}

std::string numbers(const float* values, std::size_t count) {
    std::vector<std::string> items;
    for (std::size_t i = 0; i < count; ++i) items.push_back(json_number(values[i]));
    return join(items);
}

/// Collects the numbers, and the JSON that says where they are.
class Buffer {
public:
    std::string bytes;
    std::vector<std::string> views, accessors;

    /// An accessor with a view of its own; returns its index.
    std::size_t add(const void* values, std::size_t count, int components, int component_type, int target,
                    const std::string& bounds = "") {
        views.push_back("{\"buffer\":0,\"byteOffset\":" + std::to_string(bytes.size()) +
                        ",\"byteLength\":" + std::to_string(4 * components * count) +
                        (target == no_target ? "" : ",\"target\":" + std::to_string(target)) + '}');
        bytes.append(static_cast<const char*>(values), 4 * components * count);
        static const char* const shapes[] = {"", "SCALAR", "", "VEC3", "VEC4"};
        accessors.push_back("{\"bufferView\":" + std::to_string(views.size() - 1) + ",\"componentType\":" +
                            std::to_string(component_type) + ",\"count\":" + std::to_string(count) +
                            ",\"type\":\"" + shapes[components] + '"' + bounds + '}');
        return accessors.size() - 1;
    }
    std::size_t add_floats(const std::vector<float>& values, int components, int target) {
        return add(values.data(), values.size() / components, components, float_component, target);
    }
    /// Positions and times must say their bounds.
    std::size_t add_bounded(const std::vector<float>& values, int components, int target) {
        std::vector<float> low(components, std::numeric_limits<float>::infinity()), high(components, -low[0]);
        for (std::size_t i = 0; i < values.size(); ++i) {
            low[i % components] = std::min(low[i % components], values[i]);
            high[i % components] = std::max(high[i % components], values[i]);
        }
        return add(
            values.data(), values.size() / components, components, float_component, target,
            ",\"min\":" + numbers(low.data(), low.size()) + ",\"max\":" + numbers(high.data(), high.size()));
    }
};

std::string mesh_json(Buffer& buffer, const GltfTrack& track, std::size_t material) {
    const std::size_t positions = buffer.add_bounded(track.positions, 3, array_buffer);
    const std::size_t normals = buffer.add_floats(track.normals, 3, array_buffer);
    const std::size_t corners = buffer.add(track.triangles.data(), 3 * track.triangles.size(), 1,
                                           unsigned_component, element_array_buffer);
    std::vector<std::string> targets;
    for (std::size_t i = 0; i < track.moves.size(); ++i)
        targets.push_back(
            "{\"POSITION\":" + std::to_string(buffer.add_bounded(track.moves[i], 3, array_buffer)) +
            ",\"NORMAL\":" + std::to_string(buffer.add_floats(track.turns[i], 3, array_buffer)) + '}');
    return "{\"name\":" + json_text(track.name) +
           ",\"primitives\":[{\"attributes\":{\"POSITION\":" + std::to_string(positions) +
           ",\"NORMAL\":" + std::to_string(normals) + "},\"indices\":" + std::to_string(corners) +
           ",\"material\":" + std::to_string(material) +
           (targets.empty() ? "" : ",\"targets\":" + join(targets)) + "}]}";
}

std::string node_json(const GltfTrack& track, std::optional<std::size_t> mesh) {
    std::string out = "{\"name\":" + json_text(track.name);
    if (mesh) out += ",\"mesh\":" + std::to_string(*mesh);
    if (!track.deforms())
        out += ",\"translation\":" + numbers(track.translations.data(), 3) +
               ",\"rotation\":" + numbers(track.rotations.data(), 4);
    return out + ",\"extras\":{\"type\":" + json_text(type_name(track.type)) +
           ",\"color\":" + json_text(track.color) + "}}";
}

std::string material_json(const GltfTrack& track, std::size_t index) {
    const std::array<double, 3> c = linear_color(track.color, index);
    return "{\"name\":" + json_text(track.name) + ",\"pbrMetallicRoughness\":{\"baseColorFactor\":" +
           join({json_number(c[0]), json_number(c[1]), json_number(c[2]), "1"}) +
           ",\"metallicFactor\":0,\"roughnessFactor\":0.6},\"doubleSided\":true}";
}

/// Times in single precision, which must still grow.
std::vector<float> growing(const std::vector<double>& times) {
    std::vector<float> out;
    for (const double time : times) {
        float t = static_cast<float>(time);
        if (!out.empty() && t <= out.back())
            t = std::nextafter(out.back(), std::numeric_limits<float>::infinity());
        out.push_back(t);
    }
    return out;
}

bool constant(const std::vector<float>& values, std::size_t components) {
    for (std::size_t i = components; i < values.size(); ++i)
        if (values[i] != values[i - components]) return false;
    return true;
}

/// Frame k > 0 turns morph target k - 1 on, and the others off.
std::vector<float> morph_weights(std::size_t frames) {
    std::vector<float> weights(frames * (frames - 1), 0.0f);
    for (std::size_t k = 1; k < frames; ++k) weights[k * (frames - 1) + k - 1] = 1;
    return weights;
}

std::string animation_json(Buffer& buffer, const std::vector<GltfTrack>& tracks,
                           const std::vector<double>& times, const std::string& scene_name) {
    std::vector<std::string> samplers, channels;
    const std::string input = std::to_string(buffer.add_bounded(growing(times), 1, no_target));
    const auto sampler = [&](const std::vector<float>& values, int components) {
        samplers.push_back("{\"input\":" + input +
                           ",\"output\":" + std::to_string(buffer.add_floats(values, components, no_target)) +
                           ",\"interpolation\":\"LINEAR\"}");
        return samplers.size() - 1;
    };
    const auto channel = [&](std::size_t from, std::size_t node, const char* path) {
        channels.push_back("{\"sampler\":" + std::to_string(from) +
                           ",\"target\":{\"node\":" + std::to_string(node) + ",\"path\":\"" + path + "\"}}");
    };
    std::optional<std::size_t> weights;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const GltfTrack& track = tracks[i];
        if (track.deforms()) {
            if (track.triangles.empty()) continue;
            if (!weights) weights = sampler(morph_weights(times.size()), 1);
            channel(*weights, i, "weights");
            continue;
        }
        if (!constant(track.translations, 3)) channel(sampler(track.translations, 3), i, "translation");
        if (!constant(track.rotations, 4)) channel(sampler(track.rotations, 4), i, "rotation");
    }
    if (channels.empty()) {
        // Nothing moves, and an animation without channels is not allowed: hold the first body where it is.
        if (tracks.empty() || tracks[0].deforms()) return "";
        channel(sampler(tracks[0].translations, 3), 0, "translation");
    }
    return ",\"animations\":[{\"name\":" + json_text(scene_name) + ",\"samplers\":" + join(samplers) +
           ",\"channels\":" + join(channels) + "}]";
}

std::string chunk(const char* type, std::string bytes, char padding) {
    bytes.resize((bytes.size() + 3) / 4 * 4, padding);
    const auto length = static_cast<std::uint32_t>(bytes.size());
    std::string out(reinterpret_cast<const char*>(&length), 4);
    return out.append(type, 4) + bytes;
}

}  // namespace

std::string GltfAnimation::glb(const std::string& scene_name) const {
    Buffer buffer;
    std::vector<std::string> nodes, meshes, materials, roots, times, steps;
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
        std::optional<std::size_t> mesh;
        if (!tracks_[i].triangles.empty()) {
            mesh = meshes.size();
            meshes.push_back(mesh_json(buffer, tracks_[i], materials.size()));
            materials.push_back(material_json(tracks_[i], i));
        }
        nodes.push_back(node_json(tracks_[i], mesh));
        roots.push_back(std::to_string(i));
    }
    for (const double time : times_) times.push_back(json_number(time));
    for (const long step : steps_) steps.push_back(std::to_string(step));
    const std::string animation =
        times_.size() > 1 ? animation_json(buffer, tracks_, times_, scene_name) : "";
    const auto list = [](const char* key, const std::vector<std::string>& items) {
        return items.empty() ? std::string() : std::string(",\"") + key + "\":" + join(items);
    };
    std::string json =
        "{\"asset\":{\"generator\":" + json_text(limpet_mark()) +
        ",\"version\":\"2.0\",\"extras\":{\"times\":" + join(times) + ",\"steps\":" + join(steps) +
        "}},\"scene\":0,\"scenes\":[{\"name\":" + json_text(scene_name) + list("nodes", roots) + "}]" +
        list("nodes", nodes) + list("meshes", meshes) + list("materials", materials) + animation +
        list("accessors", buffer.accessors) + list("bufferViews", buffer.views);
    if (!buffer.bytes.empty())
        json += ",\"buffers\":[{\"byteLength\":" + std::to_string(buffer.bytes.size()) + "}]";
    json += '}';
    std::string chunks = chunk("JSON", std::move(json), ' ');
    if (!buffer.bytes.empty())
        chunks += chunk(std::string("BIN\0", 4).c_str(), std::move(buffer.bytes), '\0');
    if (chunks.size() > std::numeric_limits<std::uint32_t>::max() - 12)
        throw std::logic_error("a glTF file would be larger than 4 GiB");
    const std::uint32_t header[3] = {0x46546C67, 2, static_cast<std::uint32_t>(12 + chunks.size())};
    return std::string(reinterpret_cast<const char*>(header), sizeof header) + chunks;
}

}  // namespace limpet
