#include "shapes/meshes/flipped_triangles.h"

#include <gtest/gtest.h>

#include "shapes/meshes/holes.h"
#include "shapes/meshes/primitive_surfaces.h"

namespace limpet {
namespace {

TEST(FlippedTriangles, AreFoundAndTurnedBack) {
    const TriMesh good = torus_surface(1, 0.3, 0.2);
    EXPECT_TRUE(flipped_triangles(good).empty());
    const std::vector<int> some = {0, 7, 8, 30};
    const TriMesh bad = turned(good, some);
    EXPECT_FALSE(find_holes(bad.triangles, bad.vertices).empty());
    EXPECT_EQ(flipped_triangles(bad), some);
    EXPECT_TRUE(find_holes(turned(bad, some).triangles, bad.vertices).empty());
}

TEST(FlippedTriangles, AreTheSmallerSideOfEachPart) {
    TriMesh two = box_surface({1, 1, 1}, 10);
    const int count = static_cast<int>(two.triangles.size()), base = static_cast<int>(two.vertices.size());
    for (int i = 0; i < base; ++i) two.vertices.push_back(two.vertices[i] + Vec3(5, 0, 0));
    for (int i = 0; i < count; ++i) {
        const auto [a, b, c] = two.triangles[i];
        // The second box is inside out as a whole, but for one triangle.
        two.triangles.push_back(i == 4 ? Triangle{base + a, base + b, base + c}
                                       : Triangle{base + a, base + c, base + b});
    }
    EXPECT_EQ(flipped_triangles(two), std::vector<int>{count + 4});
}

TEST(FlippedTriangles, AreNoneOfAHoleNorOfAStripWithOneSide) {
    TriMesh open = box_surface({1, 1, 1}, 10);
    open.triangles.pop_back();
    EXPECT_TRUE(flipped_triangles(open).empty());
    // Five triangles about a Möbius strip.
    TriMesh strip;
    for (int i = 0; i < 5; ++i) {
        strip.vertices.emplace_back(std::cos(i), std::sin(i), 0.1 * i);
        strip.triangles.push_back({i, (i + 1) % 5, (i + 2) % 5});
    }
    EXPECT_TRUE(flipped_triangles(strip).empty());
}

}  // namespace
}  // namespace limpet
