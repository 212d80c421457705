/// glTF 2.0 (Khronos): what is read, what is refused, and Assimp as the slow twin.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "import/assimp_surface.h"
#include "limpet/error.h"
#include "shapes/io/mesh_io.h"
#include "shapes/io/readers.h"
#include "unit/shapes/io/samples.h"

namespace limpet {
namespace {

using samples::Folder;
using testing::HasSubstr;

template <class... Numbers>
std::string bytes_of(Numbers... numbers) {
    std::string bytes;
    (io::append(bytes, numbers), ...);
    return bytes;
}

/// Four corners of a unit square, as floats.
std::string square() {
    return bytes_of(0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 1.f, 1.f, 0.f, 0.f, 1.f, 0.f);
}

struct Parts {
    std::string primitive = R"({"attributes":{"POSITION":0},"indices":1})";
    std::string nodes = R"([{"mesh":0}])";
    std::string accessors =
        R"([{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
            {"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}])";
    std::string views = R"([{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}])";
    std::string data = square() + bytes_of(std::uint16_t{0}, std::uint16_t{1}, std::uint16_t{2},
                                           std::uint16_t{0}, std::uint16_t{2}, std::uint16_t{3});
    std::string more;  ///< of the root
    std::string uri;   ///< of the buffer, in place of base64

    std::string json() const {
        return R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":)" + nodes +
               R"(,"meshes":[{"primitives":[)" + primitive + R"(]}],"accessors":)" + accessors +
               R"(,"bufferViews":)" + views + R"(,"buffers":[{"byteLength":)" + std::to_string(data.size()) +
               R"(,"uri":")" +
               (uri.empty() ? "data:application/octet-stream;base64," + samples::base64(data) : uri) +
               R"("}])" + more + "}";
    }
    /// The same with the buffer as a chunk.
    std::string glb() const {
        std::string json_chunk = json();
        const std::size_t at = json_chunk.find(R"(,"uri":")"), end = json_chunk.find('"', at + 8);
        json_chunk.erase(at, end + 1 - at);
        while (json_chunk.size() % 4) json_chunk += ' ';
        std::string chunk = data;
        while (chunk.size() % 4) chunk += '\0';
        const auto u32 = [](std::size_t n) { return static_cast<std::uint32_t>(n); };
        std::string all =
            "glTF" + bytes_of(u32(2), u32(28 + json_chunk.size() + chunk.size()), u32(json_chunk.size()));
        return all + "JSON" + json_chunk + bytes_of(u32(chunk.size())) + std::string("BIN\0", 4) + chunk;
    }
};

TriMesh read(const std::string& text, const std::string& name = "a.gltf") {
    const Folder folder;
    return read_surface(folder.write(name, text));
}

std::string refusal(const std::string& text, const std::string& name = "a.gltf") {
    try {
        read(text, name);
    } catch (const InputError& error) {
        return error.what();
    }
    return "read without complaint";
}

TEST(Gltf, ReadsTrianglesOfTextAndBinary) {
    const TriMesh text = read(Parts().json());
    EXPECT_EQ(text.vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
    EXPECT_EQ(text.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
    for (const char* name : {"a.glb", "a.gltf", "a.mesh_of_unknown_ending"}) {
        const TriMesh binary = read(Parts().glb(), name);
        EXPECT_EQ(binary.vertices, text.vertices) << name;
        EXPECT_EQ(binary.triangles, text.triangles) << name;
    }
}

TEST(Gltf, ReadsABufferBesideIt) {
    const Folder folder;
    Parts parts;
    parts.uri = "my%20points.bin";
    folder.write("my points.bin", parts.data);
    EXPECT_EQ(read_surface(folder.write("a.gltf", parts.json())).triangles.size(), 2u);
    parts.uri = "my%20point.bin";
    try {
        read_surface(folder.write("b.gltf", parts.json()));
        FAIL() << "the buffer is missing";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("did you mean 'my points.bin'?"));
    }
}

TEST(Gltf, ReadsStripsFansStridesAndPlainCorners) {
    Parts parts;
    parts.primitive = R"({"attributes":{"POSITION":0},"mode":5})";
    EXPECT_EQ(read(parts.json()).triangles, (std::vector<Triangle>{{0, 1, 2}, {2, 1, 3}}));
    parts.primitive = R"({"attributes":{"POSITION":0},"mode":6})";
    EXPECT_EQ(read(parts.json()).triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
    parts.accessors = R"([{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}])";
    parts.views = R"([{"buffer":0,"byteLength":60,"byteStride":16}])";
    parts.data = bytes_of(0.f, 0.f, 0.f, 9.f, 1.f, 0.f, 0.f, 9.f, 0.f, 1.f, 0.f, 9.f, 0.f, 0.f, 0.f);
    parts.primitive = R"({"attributes":{"POSITION":0}})";
    EXPECT_EQ(read(parts.json()).vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
}

TEST(Gltf, ReadsNormalisedAndSparseValues) {
    Parts parts;
    parts.more = R"(,"extensionsRequired":["KHR_mesh_quantization"])";
    parts.accessors = R"([{"bufferView":0,"componentType":5120,"normalized":true,"count":3,"type":"VEC3"}])";
    parts.views = R"([{"buffer":0,"byteLength":12,"byteStride":4}])";
    parts.data = std::string("\x7f\0\0\0\0\x7f\0\0\x80\0\0\0", 12);
    parts.primitive = R"({"attributes":{"POSITION":0}})";
    EXPECT_EQ(read(parts.json()).vertices, (std::vector<Vec3>{{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}}));
    parts = Parts();
    parts.accessors =
        R"([{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","sparse":{"count":1,
            "indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":2}}},
            {"bufferView":3,"componentType":5121,"count":3,"type":"SCALAR"}])";
    parts.views = R"([{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":2},
                      {"buffer":0,"byteOffset":52,"byteLength":12},{"buffer":0,"byteOffset":64,"byteLength":3}])";
    parts.data =
        square() + bytes_of(std::uint16_t{2}, std::uint16_t{0}, 7.f, 8.f, 9.f) + std::string("\0\1\2", 3);
    EXPECT_EQ(read(parts.json()).vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {7, 8, 9}}));
}

TEST(Gltf, PlacesByMatricesAndTurns) {
    Parts parts;
    parts.nodes =
        R"([{"rotation":[0,0,0.7071067811865476,0.7071067811865476],"translation":[0,0,1],"children":[1]},
                      {"mesh":0,"matrix":[2,0,0,0, 0,2,0,0, 0,0,2,0, 5,0,0,1]}])";
    const TriMesh mesh = read(parts.json());
    // (x, y) is scaled by two, moved by 5 along x, and turned by a quarter: (−2y, 2x + 5).
    EXPECT_LT((mesh.vertices[1] - Vec3(0, 7, 1)).norm(), 1e-12);
    EXPECT_LT((mesh.vertices[3] - Vec3(-2, 5, 1)).norm(), 1e-12);
}

TEST(Gltf, AgreesWithAssimp) {
    const Folder folder;
    Parts parts;
    parts.nodes = R"([{"scale":[1,-2,3],"children":[1,2]},{"mesh":0,"translation":[0.5,0,0]},
                      {"mesh":0,"rotation":[0.5,0.5,0.5,0.5]}])";
    const std::string file = folder.write("a.gltf", parts.json());
    const TriMesh ours = read_surface(file);
    const TriMesh theirs =
        io::to_surface(io::read_with_assimp({file, parts.json(), io::MeshFormat::Other}), file, nullptr);
    ASSERT_EQ(ours.vertices.size(), theirs.vertices.size());
    EXPECT_EQ(ours.triangles, theirs.triangles);
    for (std::size_t i = 0; i < ours.vertices.size(); ++i)
        EXPECT_LT((ours.vertices[i] - theirs.vertices[i]).norm(), 1e-6);
}

TEST(Gltf, SaysWhereItIsWrong) {
    const auto with = [](const auto& change) {
        Parts parts;
        change(parts);
        return refusal(parts.json());
    };
    EXPECT_THAT(refusal(Parts().json().substr(0, 100)), HasSubstr("from byte"));
    EXPECT_THAT(refusal("[]"), HasSubstr("its JSON is not an object"));
    EXPECT_THAT(refusal(R"({"asset":{"version":"1.0"}})"),
                HasSubstr("asset.version: is 1.0; glTF 2 is read"));
    EXPECT_THAT(refusal("glTF\2", "a.glb"), HasSubstr("cut off"));
    EXPECT_THAT(refusal(Parts().glb().substr(0, 300), "a.glb"), HasSubstr("cut off"));
    EXPECT_THAT(with([](Parts& p) { p.more = R"(,"extensionsRequired":["KHR_draco_mesh_compression"])"; }),
                HasSubstr("needs KHR_draco_mesh_compression"));
    EXPECT_THAT(with([](Parts& p) { p.nodes = R"([{"mesh":0,"children":[0]}])"; }),
                HasSubstr("nodes[0]: has two parents, or is its own ancestor"));
    EXPECT_THAT(with([](Parts& p) { p.nodes = R"([{"mesh":7}])"; }),
                HasSubstr("nodes[0]: uses meshes[7], but there are 1"));
    EXPECT_THAT(with([](Parts& p) { p.nodes = R"([{"mesh":0,"scale":[1,1]}])"; }),
                HasSubstr("nodes[0].scale: has 2 numbers in place of 3"));
    EXPECT_THAT(with([](Parts& p) { p.nodes = R"([{"mesh":0,"scale":[1,1,1e999]}])"; }),
                HasSubstr("Number too big"));
    EXPECT_THAT(with([](Parts& p) { p.data.back() = '\x09'; }), HasSubstr("a face uses vertex"));
    EXPECT_THAT(with([](Parts& p) { p.views.replace(p.views.find("48}"), 2, "47"); }),
                HasSubstr("accessors[0]: reads beyond bufferViews[0], which has 47 bytes"));
    EXPECT_THAT(with([](Parts& p) { p.views.replace(p.views.find("12}"), 2, "99"); }),
                HasSubstr("bufferViews[1]: is not within its buffer of 60 bytes"));
    EXPECT_THAT(with([](Parts& p) {
                    p.accessors = R"([{"componentType":5126,"count":9000000000000000,"type":"VEC3"}])";
                    p.primitive = R"({"attributes":{"POSITION":0}})";
                }),
                HasSubstr("too much for the memory budget"));
}

}  // namespace
}  // namespace limpet
