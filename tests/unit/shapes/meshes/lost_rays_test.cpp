#include "shapes/meshes/lost_rays.h"

#include <gtest/gtest.h>

#include "shapes/meshes/primitive_surfaces.h"

namespace limpet {
namespace {

/// Triangles of the face at the top of a box of [1, 2, 3].
std::vector<int> lid(const TriMesh& box) {
    std::vector<int> out;
    for (std::size_t i = 0; i < box.triangles.size(); ++i) {
        const auto& [a, b, c] = box.triangles[i];
        if (box.vertices[a].y() == 1 && box.vertices[b].y() == 1 && box.vertices[c].y() == 1)
            out.push_back(static_cast<int>(i));
    }
    return out;
}

Vec3 lost(const TriMesh& mesh, const Box3& box) {
    return lost_rays(mesh.vertices, mesh.triangles, box);
}

TEST(LostRays, AreNoneOfAClosedSurface) {
    for (const TriMesh& mesh :
         {box_surface({1, 2, 3}, 0.25), torus_surface(1, 0.3, 0.1), sphere_surface(0.5, 0.05)})
        EXPECT_EQ(lost(mesh, bounds(mesh.vertices)), Vec3(0, 0, 0));
}

TEST(LostRays, OfABoxWithoutItsLidAreAllVerticalOnes) {
    TriMesh box = box_surface({1, 2, 3}, 10);
    const std::vector<int> top = lid(box);
    ASSERT_EQ(top.size(), 2u);
    box.triangles.erase(box.triangles.begin() + top[1]);
    const Vec3 half = lost(box, bounds(box.vertices));
    EXPECT_NEAR(half.y(), 0.5, 0.01);
    box.triangles.erase(box.triangles.begin() + top[0]);
    EXPECT_EQ(lost(box, bounds(box.vertices)), Vec3(0, 1, 0));
}

TEST(LostRays, ThroughAFlippedTriangleAreThoseThatMeetIt) {
    TriMesh box = box_surface({1, 2, 3}, 10);
    const std::vector<int> top = lid(box);
    std::swap(box.triangles[top[0]][1], box.triangles[top[0]][2]);
    const Vec3 shares = lost(box, bounds(box.vertices));
    EXPECT_NEAR(shares.y(), 0.5, 0.01);
    EXPECT_EQ(shares.x(), 0);
    EXPECT_EQ(shares.z(), 0);
    const auto& [a, b, c] = box.triangles[top[0]];
    const Vec3 middle = (box.vertices[a] + box.vertices[b] + box.vertices[c]) / 3;
    const Vec3 reach(0.05, 0.05, 0.05);
    EXPECT_EQ(lost(box, Box3(middle - reach, middle + reach)), Vec3(0, 1, 0)) << "where it is, all";
}

}  // namespace
}  // namespace limpet
