/// Sheets: triangles with a thickness, two sides and no inside.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>

#include "detect/depth.h"
#include "detect/proximity.h"
#include "support/cloth_meshes.h"
#include "support/folded_sheets.h"
#include "support/placed_surfaces.h"
#include "support/same_proximities.h"

namespace limpet {
namespace {

constexpr double sheet_offset = 0.01;

Placed placed_sheet(const TriMesh& mesh, const Vec3& position, const Mat3& rotation = Mat3::Identity()) {
    std::vector<Vec3> where;
    for (const Vec3& v : mesh.vertices) where.push_back(position + rotation * v);
    return {CollisionComplex::of_sheet(mesh.triangles, mesh.vertices, sheet_offset), where};
}

Placed placed_ball(const Vec3& center, double size) {
    return {CollisionComplex::of_point(size), {center}};
}

double smallest_gap(const std::vector<Proximity>& found) {
    double gap = 1e9;
    for (const Proximity& p : found) gap = std::min(gap, p.gap);
    return gap;
}

TEST(SheetProximity, TreesFindWhatAllPairsFind) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const TriMesh cloth = uneven_sheet(1, 0.8, 6, 5), box = grid_box(Vec3(0.5, 0.6, 0.4), 3);
    std::size_t total = 0;
    for (int trial = 0; trial < 30; ++trial) {
        const Vec3 axis = Vec3(uniform(random), uniform(random), uniform(random)).normalized();
        const Mat3 turn = Eigen::AngleAxisd(3 * uniform(random), axis).toRotationMatrix();
        const Placed a = placed_sheet(cloth, 0.2 * axis, turn), b = placed_sheet(cloth, Vec3(0.1, 0.02, 0)),
                     solid(box, Vec3(0.4, 0.3, 0.4));
        for (const Placed* other : {&b, &solid}) {
            const auto found = find_proximities(a.surface, other->surface, 0.03);
            expect_same(found, find_proximities_all_pairs(a.surface, other->surface, 0.03));
            total += found.size();
        }
    }
    EXPECT_GT(total, 100u);
}

TEST(SheetProximity, BothSidesPushAway) {
    const Placed cloth = placed_sheet(grid_sheet(1, 1, 4, 4), Vec3(-0.5, 0, -0.5));
    for (const double side : {1.0, -1.0})
        for (const double gap : {0.004, 0.0, -0.004}) {
            const Placed above = placed_ball(Vec3(0.03, side * (0.1 + sheet_offset + gap), 0.06), 0.1);
            const auto found = find_proximities(above.surface, cloth.surface, 0.005);
            ASSERT_FALSE(found.empty());
            EXPECT_NEAR(smallest_gap(found), gap, 1e-12);
            for (const Proximity& p : found) EXPECT_NEAR(p.normal.y(), side, 1e-12);
        }
}

TEST(SheetProximity, LiesOnABoxWithEitherSideUp) {
    for (const double turn : {0.0, std::numbers::pi})
        for (const double gap : {1e-3, 1e-9, -1e-9, -1e-3}) {
            const Mat3 rotation = Eigen::AngleAxisd(turn, Vec3::UnitX()).toRotationMatrix();
            const Placed cloth = placed_sheet(grid_sheet(0.5, 0.4, 5, 4),
                                              Vec3(-0.25, 0.5 + sheet_offset + gap, turn > 0 ? 0.2 : -0.2),
                                              rotation),
                         box(grid_box(Vec3(1, 1, 1), 3), Vec3::Zero());
            const auto found = find_proximities(cloth.surface, box.surface, 0.005);
            double area = 0;
            for (const Proximity& p : found) {
                EXPECT_NEAR((p.normal - Vec3::UnitY()).norm(), 0, 1e-6);
                EXPECT_NEAR(p.gap, gap, 1e-9);
                if (p.features == FeaturePair::VertexFace) area += p.area;
            }
            EXPECT_NEAR(area, 0.2, 1e-12);
        }
}

/// Vertices of a flat face before the rim of a sheet that lies on it: none of them may hold it back.
TEST(SheetProximity, NothingOfAFlatFaceIsInTheWay) {
    const Placed box(grid_box(Vec3(1, 1, 1), 8), Vec3::Zero());
    for (const double ahead : {0.001, 0.01, 0.02}) {
        const Placed cloth =
            placed_sheet(grid_sheet(0.5, 0.4, 5, 4), Vec3(-0.375 - ahead, 0.5 + sheet_offset - 1e-4, -0.2));
        const auto found = find_proximities(cloth.surface, box.surface, 0.02);
        EXPECT_GE(found.size(), 30u);
        for (const Proximity& p : found) EXPECT_GT(p.normal.y(), 0.99) << ahead;
    }
}

/// A corner of a box that pushes into a sheet from below keeps its side until it is through by a radius.
TEST(SheetProximity, ACornerThatCameThroughIsPushedBack) {
    const Placed cloth = placed_sheet(grid_sheet(1, 1, 3, 3), Vec3(-0.51, 0, -0.53));
    const Mat3 on_corner =
        Eigen::Quaterniond::FromTwoVectors(Vec3(1, 1, 1), Vec3::UnitY()).toRotationMatrix();
    for (const double height : {-0.008, -0.002, 0.002, 0.008}) {
        const Placed box(grid_box(Vec3(0.3, 0.3, 0.3), 1), Vec3(0, height - 0.15 * std::sqrt(3.0), 0),
                         on_corner);
        const auto found = find_proximities(cloth.surface, box.surface, 0.02);
        int corners = 0;
        for (const Proximity& p : found) {
            if (p.features != FeaturePair::FaceVertex) continue;
            ++corners;
            EXPECT_NEAR(p.normal.y(), 1, 1e-9) << height;
            EXPECT_NEAR(p.gap, -height - sheet_offset, 1e-9);
        }
        EXPECT_EQ(corners, 1);
    }
}

TEST(SheetProximity, RimsMeetFromTheSide) {
    // Two sheets in one plane, rim to rim; and a ball beside a rim.
    const Placed a = placed_sheet(grid_sheet(1, 1, 4, 4), Vec3(-1, 0, 0)),
                 b = placed_sheet(grid_sheet(1, 1, 5, 5), Vec3(2 * sheet_offset + 0.003, 0, 0)),
                 beside = placed_ball(Vec3(0.1 + sheet_offset - 0.001, 0, 0.4), 0.1);
    const auto rims = find_proximities(a.surface, b.surface, 0.005);
    ASSERT_FALSE(rims.empty());
    EXPECT_NEAR(smallest_gap(rims), 0.003, 1e-12);
    const auto found = find_proximities(beside.surface, a.surface, 0.005);
    ASSERT_FALSE(found.empty());
    EXPECT_NEAR(smallest_gap(found), -0.001, 1e-12);
    for (const Proximity& p : found) EXPECT_TRUE(p.gap >= 0 || std::abs(p.normal.x() - 1) < 1e-9);
}

TEST(SheetProximity, EdgesThatCrossMeetOnEitherSide) {
    const Placed below = placed_sheet(grid_sheet(1, 0.1, 1, 1), Vec3(-0.5, 0, -0.05));
    const Mat3 across = Eigen::AngleAxisd(1.2, Vec3::UnitY()).toRotationMatrix() *
                        Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()).toRotationMatrix();
    for (const double side : {1.0, -1.0}) {
        // Stands on its long rim across the other's long rim.
        const Placed standing = placed_sheet(
            grid_sheet(1, 0.1, 1, 1),
            Vec3(0, side * (0.018 + (side > 0 ? 0.1 : 0)), 0) - across * Vec3(0.5, 0, 0), across);
        const auto found = find_proximities(standing.surface, below.surface, 0.005);
        int edges = 0;
        for (const Proximity& p : found)
            if (p.features == FeaturePair::EdgeEdge && std::abs(p.normal.y()) > 0.99) {
                ++edges;
                EXPECT_NEAR(p.normal.y(), side, 1e-9);
                EXPECT_NEAR(p.gap, -0.002, 1e-9);
            }
        EXPECT_GE(edges, 2);
    }
}

/// Rolled up to a half circle of radius r and more: neighbours are no contacts of each other.
TEST(SheetProximity, FlatAndCurvedSheetsDoNotTouchThemselves) {
    for (const double edge : {0.002, 0.05}) {
        const int n = static_cast<int>(std::lround(0.3 / edge));
        for (const double curvature : {0.0, 0.5 / sheet_offset}) {
            const TriMesh mesh = grid_sheet(0.3, 2.5 * edge, n, 2);
            std::vector<Vec3> where = mesh.vertices;
            for (Vec3& p : where) {
                const double angle = std::min(curvature * p.x(), std::numbers::pi / 2);
                if (curvature > 0 && edge < sheet_offset)
                    p = Vec3(std::sin(angle) / curvature, (1 - std::cos(angle)) / curvature, p.z()) +
                        (p.x() - angle / curvature) * Vec3(std::cos(angle), std::sin(angle), 0);
            }
            const Placed placed(CollisionComplex::of_sheet(mesh.triangles, mesh.vertices, sheet_offset),
                                where);
            EXPECT_TRUE(find_self_proximities(placed.surface, 0.002).empty()) << edge << ' ' << curvature;
        }
    }
}

TEST(SheetProximity, AFoldTouchesItself) {
    const TriMesh mesh = grid_sheet(1, 0.5, 10, 5);
    std::vector<Vec3> where = mesh.vertices;
    const double gap = 0.003;
    for (Vec3& p : where)
        if (p.x() > 0.55) p = Vec3(1.1 - p.x() + 0.013, 2 * sheet_offset + gap, p.z() + 0.017);
    const Placed placed(CollisionComplex::of_sheet(mesh.triangles, mesh.vertices, sheet_offset), where);
    const auto found = find_self_proximities(placed.surface, 0.005);
    expect_same(found, find_self_proximities_all_pairs(placed.surface, 0.005));
    int faces = 0;
    for (const Proximity& p : found) {
        if (p.features != FeaturePair::VertexFace || p.gap < gap - 1e-9) continue;
        EXPECT_NEAR(std::abs(p.normal.y()), 1, 1e-9);
        EXPECT_NEAR(p.gap, gap, 1e-9);
        ++faces;
    }
    EXPECT_GT(faces, 20);
}

/// Its layers touch all over, and along its folds nothing overlaps, however fine the mesh is there.
TEST(SheetProximity, AFlatSleeveTouchesItselfButNotAlongItsFolds) {
    for (const double edge : {0.3 * sheet_offset, sheet_offset, 3 * sheet_offset}) {
        const double width = 12 * sheet_offset;
        const int n = static_cast<int>(std::lround(width / edge));
        const TriMesh mesh = flat_sleeve(width, 4 * edge, n, 4, 2 * sheet_offset);
        const Placed placed(CollisionComplex::of_sheet(mesh.triangles, mesh.vertices, sheet_offset),
                            mesh.vertices);
        int layers = 0;
        for (const Proximity& p : find_self_proximities(placed.surface, 0.1 * sheet_offset)) {
            EXPECT_GT(p.gap, -1e-12);
            if (p.features != FeaturePair::VertexFace || std::abs(p.gap) > 1e-12) continue;
            EXPECT_NEAR(std::abs(p.normal.y()), 1, 1e-9);
            const double x = mesh.vertices[p.first_feature].x(), to_fold = std::min(x, width - x);
            EXPECT_GT(2 * to_fold + 2 * sheet_offset, std::numbers::pi * sheet_offset);
            ++layers;
        }
        // Every vertex but those within (pi/2 - 1) r of a fold.
        int expected = 0;
        for (const Vec3& v : mesh.vertices)
            expected += std::min(v.x(), width - v.x()) > (std::numbers::pi / 2 - 1) * sheet_offset;
        EXPECT_EQ(layers, expected) << edge;
    }
}

TEST(SheetProximity, NothingIsInsideASheet) {
    const TriMesh closed = grid_box(Vec3(1, 1, 1), 2);
    const Placed shell = placed_sheet(closed, Vec3::Zero()),
                 small(grid_box(Vec3(0.2, 0.2, 0.2), 2), Vec3::Zero());
    EXPECT_EQ(deepest_vertex(small.surface, shell.surface), 0);
    EXPECT_TRUE(find_proximities(small.surface, shell.surface, 0.05).empty());
}

}  // namespace
}  // namespace limpet
