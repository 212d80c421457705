/// Boxes that lie in each other, flush, turned, shifted and equal: detection tells that they do, and a way
/// out that parts them.

#include "detect/overlap_regions.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>

#include "detect/way_out.h"
#include "support/placed_surfaces.h"
#include "support/separating_axes.h"

namespace limpet {
namespace {

constexpr double search_distance = 0.01;

Placed placed(const PlacedBox& box, int cells) {
    return {grid_box(box.size, cells), box.center, box.rotation};
}

/// The deepest overlap that detection tells of; null if none.
const Proximity* deepest_proximity(const std::vector<Proximity>& found) {
    const Proximity* deepest = nullptr;
    for (const Proximity& p : found)
        if (p.gap < 0 && (!deepest || p.gap < deepest->gap)) deepest = &p;
    return deepest;
}

void add_moved(const TriMesh& part, const Vec3& position, const Mat3& rotation, TriMesh& all) {
    const int base = static_cast<int>(all.vertices.size());
    for (const Vec3& v : part.vertices) all.vertices.emplace_back(position + rotation * v);
    for (const auto& t : part.triangles) all.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
}

TEST(OverlapRegions, FlushBoxesPartTheShortWay) {
    for (const int cells : {1, 4})
        for (const double overlap : {1e-4, 0.005, 0.12, 0.4, 0.6})
            for (const Vec3& shift :
                 {Vec3(0, 0, 0), Vec3(0.3, 0, 0), Vec3(1e-7, 0, -1e-7), Vec3(0.01, 0, 0.005)}) {
                const Placed lower = placed({Vec3(1, 1, 1), Vec3::Zero()}, cells),
                             upper = placed({Vec3(1, 1, 1), Vec3(0, 1 - overlap, 0) + shift}, cells);
                const auto found = find_proximities(upper.surface, lower.surface, search_distance);
                const Proximity* const out = deepest_proximity(found);
                ASSERT_TRUE(out) << cells << " cells, overlap " << overlap << ", shift " << shift.transpose();
                EXPECT_NEAR(out->gap, -overlap, 1e-6 * overlap);
                for (const Proximity& p : found) {
                    if (p.gap > -1e-5) continue;
                    EXPECT_NEAR(p.normal.y(), 1, 1e-9) << "overlap " << overlap;
                }
            }
}

TEST(OverlapRegions, TurnedBoxesHaveNoVertexInEachOtherAndPartUpwards) {
    for (const double degrees : {1.0, 5.0, 20.0, 45.0}) {
        const Mat3 turn = Eigen::AngleAxisd(degrees * M_PI / 180, Vec3::UnitY()).toRotationMatrix();
        const Placed lower = placed({Vec3(1, 1, 1), Vec3::Zero()}, 1),
                     upper = placed({Vec3(1, 1, 1), Vec3(0, 0.9, 0), turn}, 1);
        const Proximity* out = nullptr;
        const auto found = find_proximities(upper.surface, lower.surface, search_distance);
        ASSERT_TRUE(out = deepest_proximity(found)) << degrees << " degrees";
        EXPECT_NEAR(out->normal.y(), 1, 1e-9) << degrees << " degrees";
        EXPECT_NEAR(out->gap, -0.1, 1e-9) << degrees << " degrees";
    }
}

/// Two roofs under one long edge: that the edge lies a little in the one must not hide how deep it is in the
/// other.
TEST(OverlapRegions, AnEdgeThatIsToldOfAtOnePlaceIsLookedAtElsewhere) {
    const Mat3 edge_up = Eigen::AngleAxisd(M_PI / 4, Vec3::UnitZ()).toRotationMatrix();
    const Mat3 edge_down = Eigen::AngleAxisd(M_PI / 4, Vec3::UnitX()).toRotationMatrix();
    const double half = std::sqrt(0.5), shallow = search_distance / 2;
    for (const double deep : {0.05, 0.2}) {
        TriMesh both;
        for (const Vec3& place : {Vec3(-1.1, -half + shallow, 0), Vec3(1.1, -half + deep, 0)})
            add_moved(grid_box(Vec3(1, 1, 1), 1), place, edge_up, both);
        const Placed roofs(both, Vec3::Zero());
        const Placed beam = placed({Vec3(6, 0.5, 0.5), Vec3(0, half / 2, 0), edge_down}, 1);
        const auto found = find_proximities(beam.surface, roofs.surface, search_distance);
        ASSERT_TRUE(deepest_proximity(found));
        EXPECT_LT(deepest_proximity(found)->gap, -7.0 / 8 * deep) << deep;
        EXPECT_GT(deepest_proximity(found)->gap, -1.001 * deep) << deep;
    }
}

TEST(OverlapRegions, ABoxWithinAnotherLeavesAsAWhole) {
    const Placed large = placed({Vec3(4, 2, 4), Vec3::Zero()}, 3),
                 small = placed({Vec3(0.5, 0.5, 0.5), Vec3(0.2, 0.7, 0.1)}, 2);
    const auto found = find_proximities(small.surface, large.surface, 0.6);
    ASSERT_TRUE(deepest_proximity(found));
    EXPECT_NEAR(deepest_proximity(found)->gap, -0.55, 1e-9);
    for (const Proximity& p : found) EXPECT_GT(p.normal.y(), 0.99) << "a way that pulls the box apart";
}

TEST(OverlapRegions, AnyTwoBoxesThatOverlapAreToldOf) {
    // Sizes, places and turns from a few values, so that faces, edges and corners often coincide.
    std::mt19937 random(7);
    const auto pick = [&](std::initializer_list<double> values) {
        return values.begin()[random() % values.size()];
    };
    int overlaps = 0, flush = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        PlacedBox a{Vec3(1, 1, 1), Vec3::Zero()}, b;
        b.size = {pick({0.5, 1, 1, 2}), pick({0.5, 1, 1, 2}), pick({0.5, 1, 1, 2})};
        b.center = {pick({-0.5, 0, 0, 0.25, 0.77}), pick({0.4, 0.75, 0.9, 0.99}), pick({-0.1, 0, 0, 0.5})};
        const double degrees = pick({0, 0, 0.5, 10, 45, 90});
        b.rotation = Eigen::AngleAxisd(degrees * M_PI / 180, Vec3::Unit(random() % 3)).toRotationMatrix();
        const double depth = depth_of_boxes(a, b);
        if (depth < search_distance) continue;
        ++overlaps;
        flush += degrees == 0 && b.center.x() == 0 && b.center.z() == 0 && b.size.x() == 1;
        const int cells = 1 + static_cast<int>(random() % 2);
        const Placed first = placed(a, cells), second = placed(b, cells);
        // As far as bodies are looked at that were this deep in the step before.
        const auto found = find_proximities(first.surface, second.surface, search_distance + depth);
        const Proximity* const out = deepest_proximity(found);
        ASSERT_TRUE(out) << "sizes " << b.size.transpose() << ", at " << b.center.transpose()
                         << ", turned by " << degrees << ", deep " << depth;
        // One that goes right through the other has ends on both sides: any way out is as good.
        if (depth > std::min(a.size.minCoeff(), b.size.minCoeff()) / 2) continue;
        EXPECT_GT(-out->gap, 0.3 * depth)
            << "sizes " << b.size.transpose() << ", at " << b.center.transpose() << ", turned by " << degrees;
    }
    EXPECT_GT(overlaps, 1000);
    EXPECT_GT(flush, 50);
}

TEST(OverlapRegions, RaysLeaveWhereTheSurfaceEnds) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const Vec3 size(1, 0.6, 0.8);
    const Placed box(grid_box(size, 4), Vec3::Zero());
    for (int trial = 0; trial < 500; ++trial) {
        const Vec3 from =
            0.49 * Vec3(uniform(random) * size.x(), uniform(random) * size.y(), uniform(random) * size.z());
        const Vec3 way = Vec3(uniform(random), uniform(random), uniform(random)).normalized();
        const auto out = way_out(from, way, box.surface);
        ASSERT_TRUE(out);
        double expected = 10;
        for (int k = 0; k < 3; ++k)
            expected = std::min(expected, ((way[k] > 0 ? 0.5 : -0.5) * size[k] - from[k]) / way[k]);
        EXPECT_NEAR(out->length, expected, 1e-12);
    }
    EXPECT_FALSE(way_out(Vec3(0, 2, 0), -Vec3::UnitY(), box.surface)) << "met from outside";
    EXPECT_FALSE(way_out(Vec3(0, 2, 0), Vec3::UnitY(), box.surface)) << "not met";
    EXPECT_TRUE(way_out(Vec3(0, 0, 0), Vec3::UnitX(), box.surface)) << "along edges of triangles";
}

}  // namespace
}  // namespace limpet
