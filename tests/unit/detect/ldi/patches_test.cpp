#include "detect/ldi/patches.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "detect/ldi/near_patches.h"
#include "limpet/error.h"
#include "shapes/meshes/primitive_surfaces.h"
#include "support/ldi_meshes.h"

namespace limpet::ldi {
namespace {

Vec3 corner(const Lanes& x) {
    return {x[0], x[1], x[2]};
}

TEST(Patches, HoldEachTriangleOnceAndItsCorners) {
    const TriMesh mesh = torus_surface(1, 0.3, 0.1);
    Patches patches;
    patches.make(mesh.triangles, mesh.vertices);
    const Box3 box = patches.measure(mesh.vertices);
    std::set<int> seen;
    double diagonals = 0;
    for (int p = 0; p < patches.count(); ++p) {
        const Box3 own(corner(patches.bounds(p).low), corner(patches.bounds(p).high));
        EXPECT_TRUE(box.contains(own));
        diagonals += own.diagonal().norm();
        for (std::size_t i = 0; i < patches.triangles(p).size(); ++i) {
            const int t = patches.triangles(p)[i];
            EXPECT_TRUE(seen.insert(t).second);
            for (int k = 0; k < 3; ++k) {
                const int vertex = patches.vertices(p)[patches.corners(p)[i][k]];
                EXPECT_EQ(vertex, mesh.triangles[t][k]);
                EXPECT_TRUE(own.contains(mesh.vertices[vertex]));
            }
        }
    }
    EXPECT_EQ(seen.size(), mesh.triangles.size());
    EXPECT_LT(diagonals / patches.count(), box.diagonal().norm() / 3) << "patches are small";
}

TEST(Patches, FollowTheirVertices) {
    TriMesh mesh = torus_surface(1, 0.3, 0.1);
    Patches patches;
    patches.make(mesh.triangles, mesh.vertices);
    const Box3 before = patches.measure(mesh.vertices);
    for (Vec3& x : mesh.vertices) x += Vec3(1, -2, 3);
    const Box3 after = patches.measure(mesh.vertices);
    EXPECT_LT((after.min() - before.min() - Vec3(1, -2, 3)).norm(), 1e-12);
    mesh.vertices.back().y() = std::nan("");
    EXPECT_THROW(patches.measure(mesh.vertices), BreakdownError);
}

/// Whatever is asked of a triangle is asked of its patch.
TEST(Patches, AreNearWhereverOneOfTheirTrianglesIs) {
    const TriMesh mesh = torus_surface(1, 0.3, 0.1);
    Patches patches;
    patches.make(mesh.triangles, mesh.vertices);
    patches.measure(mesh.vertices);
    const PixelBox pixels = pixel_box(Box3(Vec3(-0.4, -0.2, 0.2), Vec3(1.1, 0.1, 1.4)), 0.03);
    const Skipped skipped{{true, false, false}, {false, true, false}};
    NearPatches near;
    near.find(pixels, skipped, patches);
    EXPECT_LT(near.patches.size(), static_cast<std::size_t>(patches.count()));
    const std::set<int> found(near.patches.begin(), near.patches.end());
    const Selection selection(pixels, skipped);
    int asked_for = 0;
    for (int p = 0; p < patches.count(); ++p)
        for (const int t : patches.triangles(p)) {
            const auto& [a, b, c] = mesh.triangles[t];
            const CodeBox box =
                CodeBox::of(vertex_code(pixels, mesh.vertices[a]), vertex_code(pixels, mesh.vertices[b]),
                            vertex_code(pixels, mesh.vertices[c]));
            if (!any(selection.images(box))) continue;
            ++asked_for;
            EXPECT_TRUE(found.contains(p));
        }
    EXPECT_GT(asked_for, 0);
}

}  // namespace
}  // namespace limpet::ldi
