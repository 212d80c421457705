/// A sheet that passes through a solid deeper than its thickness: which way it leaves.

#include "detect/pierced_sheet.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "support/cloth_meshes.h"
#include "support/placed_surfaces.h"

namespace limpet {
namespace {

constexpr double sheet_radius = 0.001;

Placed turned_sheet(const Vec3& position, double degrees) {
    const TriMesh mesh = grid_sheet(1, 1, 2, 2);
    const Mat3 turn = Eigen::AngleAxisd(degrees * 3.14159265358979 / 180, Vec3::UnitX()).toRotationMatrix();
    std::vector<Vec3> where;
    for (const Vec3& v : mesh.vertices) where.push_back(position + turn * (v - Vec3(0.5, 0, 0.5)));
    return {CollisionComplex::of_sheet(mesh.triangles, mesh.vertices, sheet_radius), where};
}

/// Of side 0.3, with its top at y = 0, under the triangles' insides.
Placed box() {
    return {grid_box(Vec3(0.3, 0.3, 0.3), 1), Vec3(0.2, -0.15, 0.2)};
}

double deepest_in_sheet(const std::vector<Proximity>& proximities) {
    double gap = 0;
    for (const Proximity& p : proximities) gap = std::min(gap, p.gap);
    return gap;
}

TEST(PiercedSheet, LeavesWhereNoVertexIsInside) {
    const Placed cloth = turned_sheet(Vec3(0, -0.02, 0), 0), solid = box();
    std::vector<Proximity> found;
    ASSERT_TRUE(settle_pierced_sheet(cloth.surface, solid.surface, sheet_radius, found));
    EXPECT_NEAR(deepest_in_sheet(found), -0.02 - sheet_radius, 1e-9);
    for (const Proximity& p : found) EXPECT_NEAR(p.normal.y(), 1, 1e-9);
}

TEST(PiercedSheet, IsTheSameInEitherOrder) {
    const Placed cloth = turned_sheet(Vec3(0, -0.01, 0), 5), solid = box();
    std::vector<Proximity> one, other;
    ASSERT_TRUE(settle_pierced_sheet(cloth.surface, solid.surface, sheet_radius, one));
    ASSERT_TRUE(settle_pierced_sheet(solid.surface, cloth.surface, sheet_radius, other));
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(one[i].first.vertices, other[i].second.vertices);
        EXPECT_EQ(one[i].normal, Vec3(-other[i].normal));
        EXPECT_EQ(one[i].gap, other[i].gap);
    }
}

TEST(PiercedSheet, DropsOverlapsThatPointElsewhere) {
    const Placed cloth = turned_sheet(Vec3(0, -0.02, 0), 0), solid = box();
    Proximity sideways{};
    sideways.normal = Vec3::UnitX();
    sideways.gap = -0.01;
    Proximity open = sideways;
    open.gap = 0.01;
    std::vector<Proximity> found{sideways, open};
    ASSERT_TRUE(settle_pierced_sheet(cloth.surface, solid.surface, sheet_radius, found));
    EXPECT_EQ(found[0].gap, open.gap);
    EXPECT_LT(found[1].gap, -0.02);
}

TEST(PiercedSheet, IsLeftAloneWithinTheTolerance) {
    const Placed solid = box();
    for (const double y : {0.01, -0.5 * sheet_radius}) {
        const Placed cloth = turned_sheet(Vec3(0, y, 0), 0);
        std::vector<Proximity> found;
        EXPECT_FALSE(settle_pierced_sheet(cloth.surface, solid.surface, sheet_radius, found)) << y;
        EXPECT_TRUE(found.empty());
    }
}

}  // namespace
}  // namespace limpet
