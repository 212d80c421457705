/// Areas where faces cover each other only in part, against a count of points.

#include "detect/covered_areas.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <numbers>

#include "contact/make_contacts.h"
#include "detect/simplex_pairs.h"
#include "support/placed_surfaces.h"

namespace limpet {
namespace {

constexpr double plate_side = 0.3, cube_side = 0.1, plate_gap = 0.0005, plate_distance = 0.002;

/// A cube on a plate, both of boxes with so many cells a side, turned about the normal.
struct Overlap {
    int cube_cells, plate_cells;
    double x, z, degrees;

    Mat3 turn() const {
        return Eigen::AngleAxisd(degrees * std::numbers::pi / 180, Vec3::UnitY()).toRotationMatrix();
    }
    Placed cube() const {
        return {grid_box(Vec3::Constant(cube_side), cube_cells),
                {x, 0.05 + cube_side / 2 + plate_gap, z},
                turn()};
    }
    Placed plate() const { return {grid_box({plate_side, 0.1, plate_side}, plate_cells), Vec3::Zero()}; }

    /// The slow twin: points of the cube's face that are over the plate.
    double covered() const {
        constexpr int n = 1500;
        int inside = 0;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                const Vec3 p = turn() * Vec3((i + 0.5) / n - 0.5, 0, (j + 0.5) / n - 0.5) * cube_side;
                inside += std::abs(p.x() + x) < plate_side / 2 && std::abs(p.z() + z) < plate_side / 2;
            }
        return cube_side * cube_side * inside / (double(n) * n);
    }
};

double area(const std::vector<Contact>& contacts) {
    double sum = 0;
    for (const Contact& c : contacts) sum += c.area;
    return sum;
}

TEST(CoveredAreas, TileWhatTwoFlatFacesShare) {
    const double rim = plate_side / 2;
    for (const auto& [x, z, degrees] : std::vector<std::array<double, 3>>{{0, 0, 0},
                                                                          {0.03, 0.02, 30},
                                                                          {rim, 0, 0},
                                                                          {rim, 0, 45},
                                                                          {rim, rim, 0},
                                                                          {rim + 0.013, 0.007, 20},
                                                                          {rim - 0.021, rim + 0.017, 33},
                                                                          {rim + 0.045, 0, 45}})
        for (const auto& [cube_cells, plate_cells] :
             {std::pair{1, 1}, {1, 3}, {1, 15}, {5, 3}, {5, 15}, {10, 30}, {20, 1}}) {
            const Overlap overlap{cube_cells, plate_cells, x, z, degrees};
            const Placed cube = overlap.cube(), plate = overlap.plate();
            const double expected = overlap.covered();
            for (const bool cube_first : {true, false}) {
                const Placed &first = cube_first ? cube : plate, &second = cube_first ? plate : cube;
                const auto found = find_proximities(first.surface, second.surface, plate_distance);
                const double sum = area(make_contacts(0, 1, first.surface, second.surface, found));
                EXPECT_NEAR(sum / expected, 1, 2e-3) << x << " " << z << " turned " << degrees << "°, cells "
                                                     << cube_cells << " on " << plate_cells;
            }
        }
}

TEST(CoveredAreas, AreNeverNegativeAndThirdsWhereAllIsCovered) {
    const Overlap inside{4, 1, 0.03, 0.02, 30}, across{4, 4, plate_side / 2, 0, 10};
    const Placed cube = inside.cube(), plate = inside.plate();
    for (const Proximity& p : find_proximities(cube.surface, plate.surface, plate_distance)) {
        if (p.features != FeaturePair::VertexFace) continue;
        const double part = p.area / (cube_side * cube_side / 96);
        EXPECT_NEAR(part, std::round(part), 1e-12) << "of triangles' thirds";
    }
    const Placed off = across.cube(), fine = across.plate();
    for (const Proximity& p : find_proximities(off.surface, fine.surface, plate_distance))
        EXPECT_GE(p.area, 0);
}

TEST(CoveredAreas, AreTheSameFromAllPairs) {
    const Overlap overlap{6, 9, plate_side / 2 - 0.011, plate_side / 2 + 0.01, 25};
    const Placed cube = overlap.cube(), plate = overlap.plate();
    const auto fast = find_proximities(cube.surface, plate.surface, plate_distance),
               slow = find_proximities_all_pairs(cube.surface, plate.surface, plate_distance);
    ASSERT_EQ(fast.size(), slow.size());
    for (std::size_t i = 0; i < fast.size(); ++i) {
        EXPECT_EQ(fast[i].area, slow[i].area) << i;
        EXPECT_EQ(fast[i].facing, slow[i].facing) << i;
    }
}

/// Rounds after a solve look at points and gaps first.
TEST(CoveredAreas, WholeOnesLeaveAllElse) {
    const Overlap overlap{6, 9, plate_side / 2 - 0.011, plate_side / 2 + 0.01, 25};
    const Placed cube = overlap.cube(), plate = overlap.plate();
    const auto pairs = near_simplices(cube.surface, plate.surface, plate_distance);
    const auto covered = find_proximities(cube.surface, plate.surface, pairs, plate_distance),
               whole = find_proximities(cube.surface, plate.surface, pairs, plate_distance, Areas::Whole);
    ASSERT_EQ(whole.size(), covered.size());
    double covered_area = 0, whole_area = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        EXPECT_EQ(whole[i].features, covered[i].features) << i;
        EXPECT_EQ(whole[i].first_feature, covered[i].first_feature) << i;
        EXPECT_EQ(whole[i].second_feature, covered[i].second_feature) << i;
        EXPECT_EQ(whole[i].gap, covered[i].gap) << i;
        EXPECT_EQ(whole[i].normal, covered[i].normal) << i;
        covered_area += covered[i].area;
        whole_area += whole[i].area;
    }
    EXPECT_GT(whole_area, covered_area);
}

/// A sheet over the rim of a block, and a block that is larger than the sheet.
TEST(CoveredAreas, OfSheets) {
    TriMesh mesh;
    constexpr int n = 8;
    constexpr double side = 0.1;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j) mesh.vertices.push_back(side * Vec3(i, 0, j) / n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const int a = i * (n + 1) + j, b = a + n + 1;
            mesh.triangles.push_back({a, a + 1, b + 1});
            mesh.triangles.push_back({a, b + 1, b});
        }
    constexpr double radius = 0.0005;
    for (const double over : {0.033, 0.062, 0.2}) {
        std::vector<Vec3> x;
        for (const Vec3& v : mesh.vertices)
            x.push_back(v + Vec3(plate_side / 2 - over, 0.05 + 2 * radius, 0.01));
        const Placed sheet(CollisionComplex::of_sheet(mesh.triangles, mesh.vertices, radius), x);
        const Placed plate(grid_box({plate_side, 0.1, plate_side}, 12), Vec3::Zero());
        const auto found = find_proximities(sheet.surface, plate.surface, plate_distance);
        EXPECT_NEAR(
            area(make_contacts(0, 1, sheet.surface, plate.surface, found)) / (std::min(over, side) * side), 1,
            1e-9)
            << over;
    }
}

}  // namespace
}  // namespace limpet
