/// Reading back the animations that glb() writes, so that a resumed run goes on with its file.

#include <rapidjson/document.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "record/files.h"
#include "record/gltf_animation.h"

namespace limpet {

namespace {

using Json = rapidjson::Value;

class Glb {
public:
    Glb(std::string bytes, const std::filesystem::path& file) : file_(file), bytes_(std::move(bytes)) {
        std::uint32_t words[5];
        if (bytes_.size() < sizeof words) fail("is cut off");
        std::memcpy(words, bytes_.data(), sizeof words);
        if (words[0] != 0x46546C67 || words[1] != 2 || words[2] != bytes_.size() ||
            words[3] > bytes_.size() - 20)
            fail("is not a binary glTF 2.0 file, or is cut off");
        json_.Parse<rapidjson::kParseIterativeFlag>(bytes_.data() + 20, words[3]);
        if (json_.HasParseError() || !json_.IsObject()) fail("has broken JSON in it");
        if (bytes_.size() >= 28 + words[3]) data_ = std::string_view(bytes_).substr(28 + words[3]);
    }

    [[noreturn]] void fail(const std::string& message) const {
        throw file_error(file_, message + "; resume into another folder, or without gltf frames");
    }

    const Json& root() const { return json_; }
    const Json& member(const Json& object, const char* name) const {
        if (object.IsObject())
            if (const auto found = object.FindMember(name); found != object.MemberEnd()) return found->value;
        fail(std::string("has no \"") + name + "\" where Limpet writes it");
    }
    bool has(const Json& object, const char* name) const {
        return object.IsObject() && object.HasMember(name);
    }
    const Json& element(const Json& array, std::size_t i) const {
        if (!array.IsArray() || i >= array.Size()) fail("has too short a list");
        return array[static_cast<rapidjson::SizeType>(i)];
    }
    std::size_t count(const Json& value) const {
        if (!value.IsUint()) fail("has an index that is none");
        return value.GetUint();
    }
    double number(const Json& value) const {
        if (!value.IsNumber()) fail("has a number that is none");
        return value.GetDouble();
    }
    std::string text(const Json& value) const {
        if (!value.IsString()) fail("has a text that is none");
        return {value.GetString(), value.GetStringLength()};
    }

    template <typename T>
    std::vector<T> values(const Json& accessor_index) const {
        const Json& accessor = element(member(json_, "accessors"), count(accessor_index));
        const Json& view = element(member(json_, "bufferViews"), count(member(accessor, "bufferView")));
        const std::size_t offset = count(member(view, "byteOffset")),
                          length = count(member(view, "byteLength"));
        if (offset > data_.size() || length > data_.size() - offset || length % sizeof(T) != 0)
            fail("has numbers beyond its end");
        std::vector<T> out(length / sizeof(T));
        if (length > 0) std::memcpy(out.data(), data_.data() + offset, length);
        return out;
    }

    /// The values of a node's animated property; empty if it stays.
    std::vector<float> channel(std::size_t node, const std::string& path) const {
        if (!has(json_, "animations")) return {};
        const Json& animation = element(member(json_, "animations"), 0);
        const Json& channels = member(animation, "channels");
        for (std::size_t i = 0; channels.IsArray() && i < channels.Size(); ++i) {
            const Json& target = member(element(channels, i), "target");
            if (count(member(target, "node")) != node || text(member(target, "path")) != path) continue;
            const std::size_t sampler = count(member(element(channels, i), "sampler"));
            return values<float>(member(element(member(animation, "samplers"), sampler), "output"));
        }
        return {};
    }

private:
    std::filesystem::path file_;
    std::string bytes_;
    std::string_view data_;
    rapidjson::Document json_;
};

/// A rigid node's property through the kept frames: animated, or the node's own all along.
std::vector<float> placed(const Glb& glb, const Json& node, std::size_t index, const char* path,
                          std::size_t components, std::size_t all_frames, std::size_t kept) {
    std::vector<float> values = glb.channel(index, path);
    if (values.empty())
        for (std::size_t i = 0; i < all_frames * components; ++i)
            values.push_back(
                static_cast<float>(glb.number(glb.element(glb.member(node, path), i % components))));
    if (values.size() != all_frames * components) glb.fail(std::string("has too few values of a ") + path);
    values.resize(kept * components);
    return values;
}

void read_mesh(const Glb& glb, const Json& node, std::size_t kept, GltfTrack& track) {
    const Json& mesh = glb.element(glb.member(glb.root(), "meshes"), glb.count(glb.member(node, "mesh")));
    const Json& primitive = glb.element(glb.member(mesh, "primitives"), 0);
    const Json& attributes = glb.member(primitive, "attributes");
    track.positions = glb.values<float>(glb.member(attributes, "POSITION"));
    track.normals = glb.values<float>(glb.member(attributes, "NORMAL"));
    track.triangles = glb.values<std::array<int, 3>>(glb.member(primitive, "indices"));
    for (const auto& triangle : track.triangles)
        for (const int corner : triangle)
            if (corner < 0 || static_cast<std::size_t>(corner) >= track.positions.size() / 3)
                glb.fail("has a triangle's corner that does not exist");
    if (track.normals.size() != track.positions.size()) glb.fail("has too few normals");
    for (std::size_t k = 1; track.deforms() && k < kept; ++k) {
        const Json& target = glb.element(glb.member(primitive, "targets"), k - 1);
        track.moves.push_back(glb.values<float>(glb.member(target, "POSITION")));
        track.turns.push_back(glb.values<float>(glb.member(target, "NORMAL")));
        if (track.moves.back().size() != track.positions.size() ||
            track.turns.back().size() != track.positions.size())
            glb.fail("has a morph target of another size than its mesh");
    }
}

BodyType body_type(const Glb& glb, const std::string& name) {
    if (name == "static") return BodyType::Static;
    if (name == "rigid") return BodyType::Rigid;
    if (name == "soft") return BodyType::Soft;
    if (name == "cloth") return BodyType::Cloth;
    if (name == "particles") return BodyType::Particles;
    glb.fail("has a body that is not static, rigid, soft, cloth or particles");
}

}  // namespace

GltfAnimation GltfAnimation::read(const std::filesystem::path& file, double latest_time) {
    return parse(read_whole_file(file), file, latest_time);
}

GltfAnimation GltfAnimation::parse(std::string bytes, const std::filesystem::path& file, double latest_time) {
    const Glb glb(std::move(bytes), file);
    GltfAnimation out;
    const Json& extras = glb.member(glb.member(glb.root(), "asset"), "extras");
    const Json& times = glb.member(extras, "times");
    const Json& steps = glb.member(extras, "steps");
    const std::size_t all = times.IsArray() ? times.Size() : 0;
    for (std::size_t i = 0; i < all && glb.number(glb.element(times, i)) <= latest_time; ++i) {
        out.times_.push_back(glb.number(glb.element(times, i)));
        out.steps_.push_back(static_cast<long>(glb.count(glb.element(steps, i))));
    }
    const std::size_t kept = out.times_.size();
    if (kept == 0 || !glb.has(glb.root(), "nodes")) return GltfAnimation();
    const Json& nodes = glb.member(glb.root(), "nodes");
    for (std::size_t i = 0; nodes.IsArray() && i < nodes.Size(); ++i) {
        const Json& node = glb.element(nodes, i);
        GltfTrack track;
        track.name = glb.text(glb.member(node, "name"));
        track.type = body_type(glb, glb.text(glb.member(glb.member(node, "extras"), "type")));
        track.color = glb.text(glb.member(glb.member(node, "extras"), "color"));
        if (glb.has(node, "mesh")) read_mesh(glb, node, kept, track);
        if (!track.deforms()) {
            track.translations = placed(glb, node, i, "translation", 3, all, kept);
            track.rotations = placed(glb, node, i, "rotation", 4, all, kept);
        }
        out.tracks_.push_back(std::move(track));
    }
    return out;
}

}  // namespace limpet
