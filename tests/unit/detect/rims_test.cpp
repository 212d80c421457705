/// Faces of equal size on each other: their rims coincide, and by rounding, slip or overlap each vertex is a
/// hair inside or outside of the other's rim.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <set>
#include <tuple>

#include "detect/proximity.h"
#include "limpet/world.h"
#include "support/placed_surfaces.h"

namespace limpet {
namespace {

/// Vertices of one side that touch straight upwards, with how many contacts that do not.
struct Straight {
    int up = 0, astray = 0;
};

Straight vertex_contacts(const std::vector<Proximity>& found, FeaturePair side) {
    Straight count;
    for (const Proximity& p : found)
        if (p.features == side) ++(p.normal.y() > 0.99 ? count.up : count.astray);
    return count;
}

/// A box whose lower face, or upper one, is narrower: `lean` > 0 as a keystone.
TriMesh block(double lean) {
    TriMesh mesh = grid_box(Vec3(0.1, 0.15, 0.2), 1);
    for (Vec3& v : mesh.vertices) v.x() *= 1 + lean * v.y() / 0.15;
    return mesh;
}

TEST(Rims, EveryCornerOfEqualFacesTouchesStraight) {
    for (const double lean : {0.0, 0.3, -0.3})
        for (const double gap : {1e-6, 1e-12, 0.0, -1e-15, -1e-12, -1e-9, -1e-6})
            for (const double x : {0.0, 1e-16, -1e-13, 1e-10, -1e-7, 3e-6})
                for (const double z : {0.0, -1e-16, 1e-11, -2e-6})
                    for (const double twist : {0.0, 1e-12, -1e-5}) {
                        // Equal faces meet: the upper block is the lower one's mirror image.
                        const Mat3 turn = Eigen::AngleAxisd(twist, Vec3::UnitY()).toRotationMatrix();
                        const Placed top(block(-lean), Vec3(x, 0.15 + gap, z), turn),
                            bottom(block(lean), Vec3::Zero());
                        const auto found = find_proximities(top.surface, bottom.surface, 1e-3);
                        for (const FeaturePair side : {FeaturePair::VertexFace, FeaturePair::FaceVertex}) {
                            const Straight count = vertex_contacts(found, side);
                            EXPECT_EQ(count.up, 4)
                                << lean << " " << gap << " " << x << " " << z << " " << twist;
                            EXPECT_EQ(count.astray, 0)
                                << lean << " " << gap << " " << x << " " << z << " " << twist;
                        }
                    }
}

TEST(Rims, CardsThatLeanEdgeOnEdgeTouchAtBothEnds) {
    const TriMesh card = grid_box(Vec3(0.0005, 0.088, 0.063), 1);
    for (const double x : {0.0, 1e-15, 1e-12, -1e-12, 1e-9, -1e-9})
        for (const double y : {0.0, -1e-15, 1e-12, -3e-12, 2e-9, -2e-9})
            for (const double z : {0.0, 1e-16, -1e-12, 1e-9})
                for (const double twist : {0.0, 1e-11, -1e-8}) {
                    const double lean = 20 * std::numbers::pi / 180;
                    const Mat3 right = Eigen::AngleAxisd(lean, Vec3::UnitZ()).toRotationMatrix(),
                               left = (Eigen::AngleAxisd(twist, Vec3::UnitY()) *
                                       Eigen::AngleAxisd(-lean, Vec3::UnitZ()))
                                          .toRotationMatrix();
                    const Vec3 edge(0.00025, 0.044, 0);
                    const Placed first(card, Vec3(x, y, z) - left * edge, left),
                        second(card, -(right * Vec3(-edge.x(), edge.y(), 0)), right);
                    int ends[2] = {0, 0};
                    for (const Proximity& p : find_proximities(first.surface, second.surface, 1e-4)) {
                        if (p.features == FeaturePair::EdgeEdge) continue;
                        const SurfacePoint& own = p.features == FeaturePair::VertexFace ? p.first : p.second;
                        const Placed& body = p.features == FeaturePair::VertexFace ? first : second;
                        ++ends[body.positions[own.vertices[0]].z() > 0];
                        EXPECT_LT(p.normal.x(), -0.9) << x << " " << y << " " << z << " " << twist;
                        EXPECT_NEAR(p.gap, 0, 1e-8);
                    }
                    EXPECT_GE(ends[0], 1) << x << " " << y << " " << z << " " << twist;
                    EXPECT_GE(ends[1], 1) << x << " " << y << " " << z << " " << twist;
                }
}

TEST(Rims, AVertexAboveAThinPlateDoesNotTouchThePlatesUnderside) {
    // Plates of equal size, thinner than what is searched.
    for (const double gap : {1e-6, 0.0, -1e-6}) {
        const Placed top(grid_box(Vec3(0.1, 0.0005, 0.06), 1), Vec3(0, 0.0005 + gap, 0)),
            bottom(grid_box(Vec3(0.1, 0.0005, 0.06), 1), Vec3::Zero());
        for (const Proximity& p : find_proximities(top.surface, bottom.surface, 0.002)) {
            if (p.features == FeaturePair::EdgeEdge) continue;
            EXPECT_GT(p.normal.y(), 0.99) << gap;
            EXPECT_NEAR(p.gap, gap, 1e-9);
        }
    }
}

TEST(Rims, APlateBesideABoxDoesNotStandOnIt) {
    // It reaches a little below the box's upper face, and its far side is within reach of the rim.
    for (const double below : {1e-6, 1e-4, 5e-4}) {
        const Placed plate(grid_box(Vec3(0.0005, 0.1, 0.06), 1), Vec3(0.05 + 0.00025 + 1e-5, 0.1 - below, 0)),
            box(grid_box(Vec3(0.1, 0.1, 0.06), 1), Vec3::Zero());
        for (const Proximity& p : find_proximities(plate.surface, box.surface, 0.001))
            EXPECT_LT(std::abs(p.normal.y()), 0.1) << below;
    }
}

/// Which bodies touch, and at which end of the cards.
std::set<std::tuple<int, int, bool>> joints(const World& world) {
    std::set<std::tuple<int, int, bool>> found;
    for (const ContactFrame& c : world.contacts())
        found.insert({c.first_body, c.second_body, c.first_point[2] > 0});
    return found;
}

TEST(Rims, CardsOfEqualWidthKeepTheirContactsAndTheirPlace) {
    World world(load_scene("card_house"));
    world.step();
    const auto at_first = joints(world);
    EXPECT_EQ(at_first.size(), 2u * (4 + 3 + 4 + 2));
    const Vector3 start = world.body("upper tent first").center_of_mass();
    for (int i = 0; i < 100; ++i) {
        world.step();
        EXPECT_EQ(joints(world), at_first) << "step " << i;
        // The seven cards weigh 0.17 N.
        for (const ContactFrame& c : world.contacts()) EXPECT_LT(std::abs(c.force[1]), 0.18) << "step " << i;
    }
    const Vector3 end = world.body("upper tent first").center_of_mass();
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(end[k], start[k], 1e-8);
}

}  // namespace
}  // namespace limpet
