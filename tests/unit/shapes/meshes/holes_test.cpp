#include "shapes/meshes/holes.h"

#include <gtest/gtest.h>

#include "shapes/meshes/primitive_surfaces.h"

namespace limpet {
namespace {

TEST(Holes, AreNoneInClosedSurfaces) {
    for (const TriMesh& mesh : {box_surface({1, 2, 3}, 0.4), torus_surface(1, 0.3, 0.2)}) {
        EXPECT_TRUE(find_holes(mesh.triangles, mesh.vertices).empty());
        EXPECT_EQ(holes_text(find_holes(mesh.triangles, mesh.vertices)), "");
    }
}

TEST(Holes, HaveARimABoxAndAnArea) {
    TriMesh box = box_surface({1, 2, 3}, 10);
    std::erase_if(box.triangles, [&](const Triangle& t) {
        return std::all_of(t.begin(), t.end(), [&](int v) { return std::abs(box.vertices[v].x()) == 0.5; }) &&
               box.vertices[t[0]].x() == box.vertices[t[1]].x() &&
               box.vertices[t[0]].x() == box.vertices[t[2]].x();
    });
    ASSERT_EQ(box.triangles.size(), 8u);
    const std::vector<Hole> holes = find_holes(box.triangles, box.vertices);
    ASSERT_EQ(holes.size(), 2u);
    for (const Hole& hole : holes) {
        EXPECT_EQ(hole.edges, 4);
        EXPECT_DOUBLE_EQ(hole.length, 10);
        EXPECT_NEAR((hole.box.sizes() - Vec3(0, 2, 3)).norm(), 0, 1e-15);
        EXPECT_DOUBLE_EQ(hole.area.norm(), 6);
    }
    EXPECT_EQ(holes_text(holes).substr(0, 56), "2 holes: a rim of 4 edges, 10 m long, in a box of 0 × 2");
}

TEST(Holes, AreNotSeamsOnceVerticesAreWelded) {
    const TriMesh box = box_surface({1, 1, 1}, 10);
    TriMesh soup;
    for (const Triangle& t : box.triangles) {
        const int base = static_cast<int>(soup.vertices.size());
        for (const int v : t) soup.vertices.push_back(box.vertices[v]);
        soup.triangles.push_back({base, base + 1, base + 2});
    }
    EXPECT_EQ(find_holes(soup.triangles, soup.vertices).size(), soup.triangles.size());
    EXPECT_TRUE(find_holes(welded(soup).triangles, soup.vertices).empty());
}

}  // namespace
}  // namespace limpet
