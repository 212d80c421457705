// What surfaces alone have: polygons, welding, left-out lines, and the formats that Assimp reads.

#include <gmock/gmock.h>

#include "import/assimp_surface.h"
#include "limpet/error.h"
#include "shapes/io/mesh_io.h"
#include "shapes/io/polygons.h"
#include "shapes/io/readers.h"
#include "unit/shapes/io/samples.h"

namespace limpet {
namespace {

using samples::Folder;
using testing::Contains;
using testing::HasSubstr;

double area_of(const std::vector<Vec3>& points, const std::vector<Triangle>& triangles) {
    return area(TriMesh{points, triangles});
}

TEST(Polygons, ConcaveOnesAreSplitInside) {
    // An arrowhead whose fan from corner 0 would leave it, and a comb with four teeth.
    const std::vector<Vec3> arrow = {{2, 0, 0}, {0, 2, 0}, {0.5, 0, 0}, {0, -2, 0}};
    std::vector<Triangle> triangles;
    for (int first = 0; first < 4; ++first) {
        triangles.clear();
        EXPECT_TRUE(io::triangulate(std::array{first, (first + 1) % 4, (first + 2) % 4, (first + 3) % 4},
                                    arrow, triangles));
        EXPECT_EQ(triangles.size(), 2u);
        EXPECT_DOUBLE_EQ(area_of(arrow, triangles), 3);
    }
    std::vector<Vec3> comb;
    std::vector<int> corners;
    for (int i = 0; i < 9; ++i) comb.push_back({0.0 + i, i % 2 == 0 ? 1.0 : 3.0, 0.5 * i});
    comb.push_back({8, 0, 4});
    comb.push_back({0, 0, 0});
    for (int i = 0; i < 11; ++i) corners.push_back(10 - i);
    triangles.clear();
    EXPECT_TRUE(io::triangulate(corners, comb, triangles));
    EXPECT_EQ(triangles.size(), 9u);
    EXPECT_NEAR(area_of(comb, triangles), 16 * std::sqrt(1.25), 1e-12);
}

TEST(Polygons, FlatOrCrossedOnesDoNotHang) {
    std::vector<Vec3> line;
    std::vector<int> corners;
    for (int i = 0; i < 1000; ++i) {
        line.push_back({std::sin(1.0 * i), std::cos(2.0 * i), 0});
        corners.push_back(i);
    }
    std::vector<Triangle> triangles;
    EXPECT_FALSE(io::triangulate(corners, line, triangles));
    EXPECT_EQ(triangles.size(), 998u);
    triangles.clear();
    EXPECT_FALSE(io::triangulate(std::span(corners).first(50), line, triangles));
    EXPECT_EQ(triangles.size(), 48u);
}

TEST(SurfaceRead, QuadsLinesAndSeams) {
    const Folder folder;
    std::vector<std::string> notes;
    const TriMesh mesh = read_surface(
        folder.write("cube.obj",
                     "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 1 0 -0.0\nv 1 1 0\nv 2 0 0\nv 2 1 0\nv 9 9 9\n"
                     "f 1 2 3 4\nf 5 7 8 6\nf 1 2 2\nl 1 2\np 1\nxyzzy 3\n"),
        &notes);
    EXPECT_EQ(mesh.vertices.size(), 6u);
    EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}}));
    EXPECT_THAT(notes, Contains("welded 2 vertices onto others at the same place"));
    EXPECT_THAT(notes, Contains("split 2 faces with more than three corners into triangles"));
    EXPECT_THAT(notes, Contains("left out 1 point and 1 line"));
    EXPECT_THAT(notes, Contains("left out 1 triangle with a repeated vertex"));
    EXPECT_THAT(notes, Contains("dropped 1 vertex that nothing uses"));
    EXPECT_THAT(notes, Contains("ignored 1 line with an unknown keyword, the first 'xyzzy'"));
}

/// A triangle in a buffer, placed by a node that moves, scales and mirrors it.
std::string gltf(const std::string& node) {
    std::string buffer;
    for (const float value : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 0.5f, 0.f}) io::append(buffer, value);
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[)" + node +
           R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,)"
           R"("count":3,"type":"VEC3","min":[0,0,0],"max":[1,0.5,0]}],"bufferViews":[{"buffer":0,"byteLength":36}],)"
           R"("buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,)" +
           samples::base64(buffer) + R"("}]})";
}

TEST(SurfaceRead, GltfKeepsUnitsAxesAndPlacement) {
    const Folder folder;
    const TriMesh mesh = read_surface(folder.write("a.gltf", gltf(R"({"mesh":0})")));
    EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 0.5, 0}}));
    EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}}));
    const TriMesh placed = read_surface(folder.write(
        "b.gltf",
        gltf(
            R"({"mesh":0,"translation":[0,0,3],"scale":[-2,2,2],"children":[1]},{"mesh":0,"translation":[1,0,0]})")));
    EXPECT_EQ(placed.vertices, (std::vector<Vec3>{{0, 0, 3}, {-2, 0, 3}, {0, 1, 3}, {-4, 0, 3}, {-2, 1, 3}}));
    EXPECT_EQ(placed.triangles, (std::vector<Triangle>{{2, 1, 0}, {4, 3, 1}}));
}

TEST(SurfaceRead, AssimpsWordsAreInTheMessage) {
    const Folder folder;
    const auto message = [&](const std::string& name, const std::string& bytes) -> std::string {
        try {
            read_surface(folder.write(name, bytes));
        } catch (const InputError& error) {
            return error.what();
        }
        return "read without complaint";
    };
    EXPECT_THAT(message("a.xyzzy", "hello"),
                HasSubstr("Assimp cannot read this file: No suitable reader found"));
    EXPECT_THAT(message("a.3ds", "hello"), HasSubstr("Assimp cannot read this file: 3DS"));
}

/// Assimp as the slow twin of our own readers.
TEST(SurfaceRead, AssimpAgreesWithOurReaders) {
    const Folder folder;
    for (const samples::Sample& sample : samples::surface_samples()) {
        if (sample.name == "ply_big.ply" || sample.name == "ply_little.ply")
            continue;  // a uchar before x confuses it
        SCOPED_TRACE(sample.name);
        const std::string file = sample.write(folder);
        const TriMesh ours = read_surface(file);
        const TriMesh theirs =
            io::to_surface(io::read_with_assimp({file, sample.bytes, io::MeshFormat::Other}), file, nullptr);
        EXPECT_EQ(ours.vertices.size(), theirs.vertices.size());
        EXPECT_EQ(ours.triangles.size(), theirs.triangles.size());
        EXPECT_DOUBLE_EQ(volume(ours), volume(theirs));
        EXPECT_DOUBLE_EQ(area(ours), area(theirs));
    }
}

}  // namespace
}  // namespace limpet
