#include "shapes/tetrahedra/tet_quality.h"

#include <gtest/gtest.h>

#include <numbers>
#include <numeric>

namespace limpet {
namespace {

constexpr double degree = std::numbers::pi / 180;
const TetCorners regular{Vec3(1, 1, 1), Vec3(-1, 1, -1), Vec3(1, -1, -1), Vec3(-1, -1, 1)};
const TetCorners corner{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};

TEST(TetQuality, RegularTetrahedron) {
    EXPECT_NEAR(tet_volume(regular), 8.0 / 3, 1e-14);
    EXPECT_NEAR(radius_ratio(regular), 1, 1e-14);
    for (const double angle : dihedral_angles(regular)) EXPECT_NEAR(angle, std::acos(1.0 / 3), 1e-14);
}

TEST(TetQuality, CornerOfACube) {
    const std::array<double, 6> angles = dihedral_angles(corner);
    for (int e = 0; e < 3; ++e) EXPECT_NEAR(angles[e], 90 * degree, 1e-14);
    for (int e = 3; e < 6; ++e) EXPECT_NEAR(angles[e], std::acos(1 / std::sqrt(3.0)), 1e-14);
    // r = 1 / (3 + √3), R = √3 / 2
    EXPECT_NEAR(radius_ratio(corner), 3 / (3 + std::sqrt(3.0)) / (std::sqrt(3.0) / 2), 1e-14);
}

TEST(TetQuality, AnglesBelongToTheirEdges) {
    // A wedge: the faces at the edge 01 lie in the planes z = 0 and y = z.
    const TetCorners wedge{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0.3, 1, 1)};
    EXPECT_NEAR(dihedral_angles(wedge)[0], 45 * degree, 1e-14);
}

TEST(TetQuality, CountsAndExtremes) {
    TetMesh mesh;
    for (const TetCorners& t : {regular, corner}) {
        const int first = static_cast<int>(mesh.vertices.size());
        mesh.vertices.insert(mesh.vertices.end(), t.begin(), t.end());
        mesh.tetrahedra.push_back({first, first + 1, first + 2, first + 3});
    }
    mesh.tetrahedra.push_back({5, 4, 6, 7});
    const TetQuality quality = tet_quality(mesh);
    EXPECT_EQ(quality.inverted, 1u);
    EXPECT_NEAR(quality.largest_volume, 8.0 / 3, 1e-14);
    EXPECT_NEAR(quality.smallest_volume, -1.0 / 6, 1e-14);
    EXPECT_EQ(std::accumulate(quality.radius_ratios.begin(), quality.radius_ratios.end(), std::size_t{0}),
              3u);
    EXPECT_EQ(quality.radius_ratios[9], 1u);
    EXPECT_EQ(quality.radius_ratios[7], 1u);
    EXPECT_EQ(quality.radius_ratios[0], 1u);
    EXPECT_EQ(quality.worst_radius_ratio, 0);
    EXPECT_NEAR(quality.mean_edge, (6 * std::sqrt(8.0) + 3 + 3 * std::sqrt(2.0)) / 12, 1e-14);
}

TEST(TetQuality, EmptyMesh) {
    EXPECT_EQ(tet_quality({}).inverted, 0u);
}

}  // namespace
}  // namespace limpet
