#include "detect/proximity.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>

#include "detect/depth.h"
#include "support/placed_surfaces.h"
#include "support/same_proximities.h"

namespace limpet {
namespace {

double total_area(const std::vector<Proximity>& found, FeaturePair side) {
    double sum = 0;
    for (const Proximity& p : found)
        if (p.features == side) sum += p.area;
    return sum;
}

TEST(Proximity, TreesFindWhatAllPairsFind) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const TriMesh coarse = grid_box(Vec3(1, 1, 1), 3), fine = grid_box(Vec3(0.8, 0.6, 0.7), 5);
    std::size_t total = 0;
    for (int trial = 0; trial < 40; ++trial) {
        const Vec3 axis = Vec3(uniform(random), uniform(random), uniform(random)).normalized();
        const Mat3 turn = Eigen::AngleAxisd(3 * uniform(random), axis).toRotationMatrix();
        const Vec3 offset = 0.85 * Vec3(uniform(random), uniform(random), uniform(random));
        const Placed a(coarse, Vec3::Zero()), b(fine, offset, turn);
        const auto found = find_proximities(a.surface, b.surface, 0.05);
        expect_same(found, find_proximities_all_pairs(a.surface, b.surface, 0.05));
        total += found.size();
    }
    EXPECT_GT(total, 100u);
}

TEST(Proximity, RefittedTreesFindWhatNewTreesFind) {
    const TriMesh box = grid_box(Vec3(1, 1, 1), 4);
    Placed a(box, Vec3::Zero()), b(box, Vec3(0, 5, 0));
    for (Vec3& p : b.positions) p = Vec3(p.x() * 1.3, 2 * (p.y() - 5) + 1.51, p.z() + 0.2 * p.x());
    b.surface.update(b.positions);
    const Placed fresh(CollisionComplex::of_triangles(box.triangles, static_cast<int>(box.vertices.size())),
                       b.positions);
    expect_same(find_proximities(a.surface, b.surface, 0.05),
                find_proximities(a.surface, fresh.surface, 0.05));
}

TEST(Proximity, FlatFacesTileTheirAreaAndPointUp) {
    // A small box just above a large one, meshes that do not match: its bottom is the patch.
    for (const int n : {1, 2, 5, 9})
        for (const double gap : {1e-3, 1e-9, 0.0, -1e-9, -1e-3}) {
            const Placed top(grid_box(Vec3(0.4, 0.2, 0.3), n), Vec3(0.013, 0.6 + gap, -0.021)),
                bottom(grid_box(Vec3(1, 1, 1), 3), Vec3::Zero());
            const auto found = find_proximities(top.surface, bottom.surface, 0.005);
            EXPECT_NEAR(total_area(found, FeaturePair::VertexFace), 0.12, 1e-12)
                << n << " cells, gap " << gap;
            for (const Proximity& p : found) {
                EXPECT_NEAR((p.normal - Vec3::UnitY()).norm(), 0, 1e-6) << gap;
                EXPECT_NEAR(p.gap, gap, 1e-9);
            }
        }
}

TEST(Proximity, RimsThatCoincidePushStraight) {
    // Equal faces on each other, the upper one a hair wider, higher or lower.
    for (const double gap : {1e-3, 1e-6, 0.0, -1e-4})
        for (const double wider : {-1e-3, 0.0, 1e-9, 1e-3}) {
            const Placed top(grid_box(Vec3(1 + wider, 0.5, 1 + wider), 4), Vec3(0, 0.75 + gap, 0)),
                bottom(grid_box(Vec3(1, 1, 1), 3), Vec3::Zero());
            const auto found = find_proximities(top.surface, bottom.surface, 0.01);
            int downwards = 0;
            for (const Proximity& p : found) {
                if (p.features == FeaturePair::EdgeEdge) continue;
                EXPECT_GT(p.normal.y(), 0.99) << gap << " " << wider << " " << p.normal.transpose();
                EXPECT_NEAR(p.gap, gap, 1e-8);
                ++downwards;
            }
            EXPECT_GE(downwards, 9 + 4) << gap << " " << wider;
        }
}

TEST(Proximity, SlopesSlidePastRims) {
    // A face, 20° from upright, touches the lower rim of a box and goes on below its bottom.
    const double angle = std::numbers::pi / 9, gap = 1e-3;
    const Vec3 slope(std::cos(angle), std::sin(angle), 0), along(-slope.y(), slope.x(), 0);
    Mat3 turned;
    turned << slope, along, Vec3::UnitZ();
    const Placed box(grid_box(Vec3(1, 1, 1), 4), Vec3(0.5, 0.5, 0));
    for (const double slid : {0.0, 0.02, 0.04, 0.06, 0.08}) {
        const Placed wedge(grid_box(Vec3(1, 1, 0.5), 10), -(0.5 + gap) * slope + slid * along, turned);
        int touching = 0;
        for (const Proximity& p : find_proximities(box.surface, wedge.surface, 0.05)) {
            EXPECT_GT(p.normal.dot(slope), 0.9) << slid << ": " << p.normal.transpose();
            touching += p.gap < 1.5 * gap;
        }
        EXPECT_GE(touching, 5) << slid;
    }
}

TEST(Proximity, SphereIsASphere) {
    const double radius = 0.3;
    const TriMesh plate = grid_box(Vec3(2, 0.2, 2), 8);
    const Placed ball(CollisionComplex::of_point(radius), {Vec3(0.03, 0.1 + radius - 1e-4, 0.04)}),
        floor(plate, Vec3::Zero());
    const auto found = find_proximities(ball.surface, floor.surface, 0.01);
    ASSERT_FALSE(found.empty());
    for (const Proximity& p : found)
        if (p.features == FeaturePair::VertexFace) {
            EXPECT_NEAR(p.gap, -1e-4, 1e-12);
            EXPECT_NEAR((p.normal - Vec3::UnitY()).norm(), 0, 1e-12);
        } else {
            const Vec3 at = floor.positions[p.second.vertices[0]] - ball.positions[0];
            EXPECT_NEAR(p.gap, at.norm() - radius, 1e-12);
            EXPECT_NEAR((p.normal + at.normalized()).norm(), 0, 1e-9);
        }
}

TEST(Proximity, CapsulesTouchAlongTheirSides) {
    const Placed lying(CollisionComplex::of_segment(0.1), {Vec3(-1, 0, 0), Vec3(1, 0, 0)});
    const Placed across(CollisionComplex::of_segment(0.2), {Vec3(0.1, 0.31, -1), Vec3(0.1, 0.31, 1)});
    const auto crossing = find_proximities(across.surface, lying.surface, 0.05);
    ASSERT_EQ(crossing.size(), 1u);
    EXPECT_EQ(crossing[0].features, FeaturePair::EdgeEdge);
    EXPECT_NEAR(crossing[0].gap, 0.01, 1e-12);
    EXPECT_NEAR((crossing[0].normal - Vec3::UnitY()).norm(), 0, 1e-12);
    // Parallel ones touch at both ends of the shorter.
    const Placed along(CollisionComplex::of_segment(0.2), {Vec3(-0.5, 0.31, 0), Vec3(0.5, 0.31, 0)});
    EXPECT_EQ(find_proximities(along.surface, lying.surface, 0.05).size(), 2u);
}

TEST(Proximity, ConcaveCornerTouchesTwice) {
    // A vertex in the corner between a floor and a wall.
    const Placed floor(grid_box(Vec3(2, 1, 2), 2), Vec3(0, -0.5, 0)),
        wall(grid_box(Vec3(1, 2, 2), 2), Vec3(-1.5, 1, 0));
    const Placed ball(CollisionComplex::of_point(0.1), {Vec3(-0.895, 0.105, 0.11)});
    EXPECT_EQ(find_proximities(ball.surface, floor.surface, 0.01).size(), 1u);
    EXPECT_EQ(find_proximities(ball.surface, wall.surface, 0.01).size(), 1u);
}

TEST(Proximity, EdgesThatCrossTouchOnce) {
    const Mat3 on_edge = Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitX()).toRotationMatrix();
    const Mat3 under_edge = Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitZ()).toRotationMatrix();
    const double half = std::sqrt(2.0) / 2;
    for (const double gap : {1e-3, -1e-3}) {
        const Placed top(grid_box(Vec3(1, 1, 1), 1), Vec3(0.01, 2 * half + gap, 0.02), on_edge),
            bottom(grid_box(Vec3(1, 1, 1), 1), Vec3::Zero(), under_edge);
        const auto found = find_proximities(top.surface, bottom.surface, 0.005);
        ASSERT_EQ(found.size(), 1u) << gap;
        EXPECT_EQ(found[0].features, FeaturePair::EdgeEdge);
        EXPECT_NEAR(found[0].gap, gap, 1e-12);
        EXPECT_NEAR((found[0].normal - Vec3::UnitY()).norm(), 0, 1e-9);
    }
}

/// The rod's upright edges end a hair under the plate's face. Seen from the plate's far rims, 10 mm aside,
/// that is an overlap of 10 mm, but not the nearest way out.
TEST(Proximity, ARodThatStandsOnAPlateIsNotPushedPastItsFarRims) {
    const double hair = 1e-9;
    const Placed plate(grid_box(Vec3(0.06, 0.01, 0.02), 1), Vec3::Zero());
    const Placed rod(grid_box(Vec3(0.02, 0.001, 0.001), 2), Vec3(0, 0.0055 - hair, 0));
    for (const double distance : {0.005, 0.0125, 0.02}) {
        const auto found = find_proximities(rod.surface, plate.surface, distance);
        EXPECT_GT(total_area(found, FeaturePair::VertexFace), 0);
        for (const Proximity& p : found) EXPECT_GT(p.gap, -2 * hair) << distance;
        expect_same(found, find_proximities_all_pairs(rod.surface, plate.surface, distance));
    }
}

/// Two thin bars, one across the other: however far the search reaches, they are apart.
TEST(Proximity, BarsThatCrossAreNotInEachOther) {
    const TriMesh bar = grid_box({1, 0.02, 0.02}, 1);
    const Mat3 on_edge = Eigen::AngleAxisd(0.78, Vec3::UnitX()).toRotationMatrix(),
               across = Eigen::AngleAxisd(1.5, Vec3::UnitY()).toRotationMatrix();
    for (const double gap : {0.01, 0.0, -0.002}) {
        const Placed below(bar, Vec3::Zero(), on_edge),
            above(bar, {0.1, gap + 0.01 + 0.01 * std::sqrt(2.0), 0.1}, across);
        for (const Proximity& p : find_proximities(below.surface, above.surface, 0.3))
            EXPECT_GT(p.gap, std::min(gap, 0.0) - 1e-4) << gap;
    }
}

TEST(Proximity, SwappedSurfacesGiveTheSameTurnedRound) {
    const Mat3 turn = Eigen::AngleAxisd(0.4, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    const Placed a(grid_box(Vec3(1, 1, 1), 3), Vec3::Zero()),
        b(grid_box(Vec3(0.5, 0.5, 0.5), 2), Vec3(0.2, 0.8, 0.1), turn);
    const auto ab = find_proximities(a.surface, b.surface, 0.1),
               ba = find_proximities(b.surface, a.surface, 0.1);
    EXPECT_EQ(ab.size(), ba.size());
    Vec3 sum = Vec3::Zero();
    for (const Proximity& p : ab) sum += p.gap * p.normal;
    for (const Proximity& p : ba) sum += p.gap * p.normal;
    EXPECT_NEAR(sum.norm(), 0, 1e-12);
}

TEST(Depth, IsThatOfTheDeepestVertex) {
    const Placed large(grid_box(Vec3(1, 1, 1), 1), Vec3::Zero()),
        small(grid_box(Vec3(0.4, 0.4, 0.4), 3), Vec3(0, 0.6, 0));
    EXPECT_NEAR(deepest_vertex(small.surface, large.surface), 0.1, 1e-12);
    EXPECT_EQ(deepest_vertex(large.surface, small.surface), 0);
    const Placed ball(CollisionComplex::of_point(0.2), {Vec3(0.1, 0.2, 0)});
    EXPECT_NEAR(deepest_vertex(ball.surface, large.surface), 0.3, 1e-12);
}

/// A strip of n cells, bent into a C whose ends face each other at a gap.
TriMesh bent_strip(int n, double gap) {
    TriMesh mesh;
    const double turn = 2 * std::numbers::pi - gap;
    for (int side = 0; side < 2; ++side)
        for (int i = 0; i <= n; ++i)
            for (int k = 0; k < 2; ++k) {
                const double angle = turn * i / n, r = side == 0 ? 1 : 0.8;
                mesh.vertices.emplace_back(r * std::cos(angle), r * std::sin(angle), 0.5 * k);
            }
    const auto at = [n](int side, int i, int k) { return 2 * (side * (n + 1) + i) + k; };
    const auto quad = [&](int a, int b, int c, int d) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    };
    for (int i = 0; i < n; ++i) {
        quad(at(0, i, 0), at(0, i + 1, 0), at(0, i + 1, 1), at(0, i, 1));
        quad(at(1, i, 0), at(1, i, 1), at(1, i + 1, 1), at(1, i + 1, 0));
        for (int k = 0; k < 2; ++k) {
            const int a = at(0, i, k), b = at(1, i, k), c = at(1, i + 1, k), d = at(0, i + 1, k);
            k == 0 ? quad(a, b, c, d) : quad(a, d, c, b);
        }
    }
    quad(at(0, 0, 0), at(0, 0, 1), at(1, 0, 1), at(1, 0, 0));
    quad(at(0, n, 0), at(1, n, 0), at(1, n, 1), at(0, n, 1));
    return mesh;
}

TEST(SelfProximity, OnlyTheEndsOfABentStripTouch) {
    const Placed strip(bent_strip(60, 0.02), Vec3::Zero());
    const auto found = find_self_proximities(strip.surface, 0.05);
    ASSERT_FALSE(found.empty());
    for (const Proximity& p : found) {
        EXPECT_LT(p.gap, 0.021);
        EXPECT_GT(p.gap, 0);
        EXPECT_GT(std::abs(p.normal.y()), 0.99);
    }
    expect_same(found, find_self_proximities_all_pairs(strip.surface, 0.05));
}

TEST(SelfProximity, SmoothSurfacesAndBoxesDoNotTouchThemselves) {
    EXPECT_TRUE(find_self_proximities(Placed(grid_box(Vec3(1, 1, 1), 6), Vec3::Zero()).surface, 0.3).empty());
    EXPECT_TRUE(find_self_proximities(Placed(bent_strip(60, 0.5), Vec3::Zero()).surface, 0.05).empty());
}

TEST(SelfProximity, OverlapIsNegative) {
    // One end is slimmer and goes into the other.
    TriMesh mesh = bent_strip(60, -0.01);
    for (Vec3& x : mesh.vertices)
        if (x.y() > 0.004 && x.y() < 0.02)
            x = Vec3(0.9 + 0.5 * (x.x() - 0.9), x.y(), 0.25 + 0.5 * (x.z() - 0.25));
    const Placed strip(mesh, Vec3::Zero());
    const auto found = find_self_proximities(strip.surface, 0.05);
    ASSERT_FALSE(found.empty());
    int inside = 0;
    for (const Proximity& p : found) inside += p.gap < 0;
    EXPECT_GE(inside, 4);
}

}  // namespace
}  // namespace limpet
