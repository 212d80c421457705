/// Tiles that a surface's rim leaves out hold no overlap of it with itself.

#include "detect/ldi/own_marks.h"

#include <gtest/gtest.h>

#include <random>

#include "shapes/meshes/primitive_surfaces.h"
#include "support/ldi_meshes.h"

namespace limpet {
namespace {

using namespace ldi;
using namespace testing_support;

/// Returns how many overlaps there are.
std::size_t expect_same_marks(const TriMesh& mesh, const LdiSettings& settings) {
    const auto fast = overlaps_of({mesh}, settings), slow = overlaps_of({opened(mesh)}, settings);
    EXPECT_EQ(fast.size(), slow.size());
    for (std::size_t i = 0; i < std::min(fast.size(), slow.size()); ++i) {
        EXPECT_EQ(fast[i].cell, slow[i].cell);
        EXPECT_EQ(fast[i].volume, slow[i].volume);
        EXPECT_EQ(fast[i].along, slow[i].along);
        EXPECT_EQ(fast[i].center, slow[i].center);
        EXPECT_EQ(fast[i].on_first.size(), slow[i].on_first.size());
        for (std::size_t k = 0; k < std::min(fast[i].on_first.size(), slow[i].on_first.size()); ++k) {
            EXPECT_EQ(fast[i].on_first[k].vertex, slow[i].on_first[k].vertex);
            EXPECT_EQ(fast[i].on_first[k].gradient, slow[i].on_first[k].gradient);
            EXPECT_EQ(fast[i].on_first[k].area, slow[i].on_first[k].area);
        }
    }
    return fast.size();
}

TEST(OwnMarks, LeaveOutNothingThatTheSlowTwinFinds) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> number(-1, 1);
    const auto any = [&] { return Vec3(number(random), number(random), number(random)); };
    const std::vector<TriMesh> shapes = {sphere_surface(0.5, 0.08), torus_surface(0.6, 0.15, 0.1),
                                         box_surface({1, 0.6, 0.8}, 0.2)};
    const double pixel = 0.03;
    std::size_t found = 0;
    for (int i = 0; i < 30; ++i) {
        TriMesh mesh = placed(shapes[i % 3], any(), 3 * any());
        const auto look = [&] {
            found += expect_same_marks(mesh, {pixel, {}, true});
            found += expect_same_marks(mesh, {pixel, 4 * pixel, true});
        };
        look();
        // Bent about an axis until its ends meet, and beyond.
        for (Vec3& v : mesh.vertices)
            v = Vec3(v.x() * std::cos(4 * v.y()), 0.3 * v.y(), v.x() * std::sin(4 * v.y()) + 0.2 * v.z());
        look();
        // All corners on pixel centres: many triangles without area, folds and doubled layers.
        for (Vec3& v : mesh.vertices)
            for (double& x : v) x = std::round(x / pixel) * pixel + pixel / 2;
        look();
        // Crumpled.
        for (Vec3& v : mesh.vertices) v += 0.05 * any();
        look();
    }
    EXPECT_GT(found, 300);
}

/// Beyond 2²⁶ steps areas are whole numbers of 64 bits instead of doubles.
TEST(OwnMarks, LeaveOutNothingOfAVeryLongBody) {
    std::mt19937 random(12);
    std::uniform_real_distribution<double> number(-1, 1);
    const double pixel = 1e-3;
    TriMesh needle = box_surface({20, 0.02, 0.02}, 0.02);
    ASSERT_GT(20 / pixel * steps, 1 << 26);
    for (Vec3& v : needle.vertices) v += 0.01 * Vec3(number(random), number(random), number(random));
    EXPECT_GT(expect_same_marks(needle, {pixel, 0.1, true}), 20u);
}

TEST(OwnMarks, AreNoneWhereRaysEnterOnce) {
    const TriMesh ball = sphere_surface(0.5, 0.05);
    const LdiSurface surface{&ball.vertices, &ball.triangles, 0};
    const PixelBox pixels = pixel_box(bounds(ball.vertices), 0.01);
    Topology topology;
    topology.update(ball.triangles);
    OwnMarks own;
    own.look_at(pixels, surface, topology.edges(ball.triangles));
    for (int axis = 0; axis < 3; ++axis) {
        TileMarks marks;
        own.mark(pixels, axis, marks);
        for (const std::uint8_t mark : marks.tiles) EXPECT_EQ(mark, 0);
    }
}

TEST(Topology, PairsTheTrianglesOfAnEdge) {
    TriMesh mesh = box_surface({1, 1, 1}, 0.5);
    // Twice the same triangle and once the other way about: edges of four triangles.
    const auto [a, b, c] = mesh.triangles[0];
    mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {b, a, c}});
    Topology topology;
    topology.update(mesh.triangles);
    ASSERT_TRUE(topology.closed());
    std::map<std::array<int, 3>, int> sides;
    for (const SharedEdge& edge : topology.edges(mesh.triangles)) {
        ++sides[{edge.left, edge.from, edge.to}];
        ++sides[{edge.right, edge.to, edge.from}];
    }
    EXPECT_EQ(sides.size(), 3 * mesh.triangles.size());
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
        for (int k = 0; k < 3; ++k)
            EXPECT_EQ((sides[{t, mesh.triangles[t][k], mesh.triangles[t][(k + 1) % 3]}]), 1);
}

}  // namespace
}  // namespace limpet
