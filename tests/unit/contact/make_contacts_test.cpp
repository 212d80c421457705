#include "contact/make_contacts.h"

#include <gtest/gtest.h>

#include <numbers>

#include "contact/contact_groups.h"
#include "contact/contact_memory.h"
#include "shapes/shape_surface.h"
#include "support/placed_surfaces.h"

namespace limpet {
namespace {

std::vector<Contact> proximity_contacts_of(const Placed& first, const Placed& second, double distance) {
    return make_contacts(0, 1, first.surface, second.surface,
                         find_proximities(first.surface, second.surface, distance));
}

double area(const std::vector<Contact>& contacts) {
    double sum = 0;
    for (const Contact& c : contacts) sum += c.area;
    return sum;
}

TEST(Contacts, AreasTileFlatPatchesAtEveryResolution) {
    for (const int small : {1, 2, 3, 8})
        for (const int large : {1, 3, 7, 20}) {
            const Placed top(grid_box(Vec3(0.4, 0.2, 0.3), small), Vec3(0.013, 0.6005, -0.021)),
                bottom(grid_box(Vec3(1, 1, 1), large), Vec3::Zero());
            EXPECT_NEAR(area(proximity_contacts_of(top, bottom, 0.005)), 0.12, 1e-12)
                << small << " on " << large;
            EXPECT_NEAR(area(proximity_contacts_of(bottom, top, 0.005)), 0.12, 1e-12)
                << small << " under " << large;
        }
}

TEST(Contacts, AreasTileCurvedPatchesWithinOnePercent) {
    // A ball in a round hole that it nearly fills.
    for (const double edge : {0.3, 0.15, 0.08}) {
        const TriMesh ball = shape_surface(SphereShape{1}, edge);
        TriMesh hole = shape_surface(SphereShape{1.02}, 0.1);
        for (Triangle& t : hole.triangles) std::swap(t[1], t[2]);
        double facets = 0;
        for (const auto& [a, b, c] : ball.triangles)
            facets +=
                (ball.vertices[b] - ball.vertices[a]).cross(ball.vertices[c] - ball.vertices[a]).norm() / 2;
        const auto contacts =
            proximity_contacts_of(Placed(ball, Vec3::Zero()), Placed(hole, Vec3::Zero()), 0.05);
        EXPECT_NEAR(area(contacts) / facets, 1, 0.01) << edge;
    }
}

TEST(Contacts, FramesAreRightHandedAndAboutTheNormal) {
    const Placed top(grid_box(Vec3(0.4, 0.2, 0.3), 2), Vec3(0.013, 0.6005, -0.021)),
        bottom(grid_box(Vec3(1, 1, 1), 3), Vec3::Zero());
    for (const Contact& c : proximity_contacts_of(top, bottom, 0.005)) {
        EXPECT_NEAR((c.frame.transpose() * c.frame - Mat3::Identity()).norm(), 0, 1e-14);
        EXPECT_NEAR(c.frame.col(0).cross(c.frame.col(1)).dot(c.frame.col(2)), 1, 1e-14);
        EXPECT_NEAR((c.normal() - Vec3::UnitY()).norm(), 0, 1e-9);
    }
}

TEST(Contacts, RoundShapesTouchAtTheirSurface) {
    const Placed ball(CollisionComplex::of_point(0.3), {Vec3(0.1, 0.801, 0)}),
        floor(grid_box(Vec3(1, 1, 1), 1), Vec3::Zero());
    const auto contacts = proximity_contacts_of(ball, floor, 0.005);
    ASSERT_EQ(contacts.size(), 1u);
    EXPECT_NEAR((ball.positions[0] + contacts[0].first_offset - Vec3(0.1, 0.501, 0)).norm(), 0, 1e-12);
    EXPECT_EQ(contacts[0].second_offset.norm(), 0);
}

Contact between(int first, int second, int feature) {
    Contact c{};
    c.key = {first, second, FeaturePair::VertexFace, feature, 0};
    c.frame.setIdentity();
    return c;
}

TEST(ContactGroups, StaticBodiesLinkNothing) {
    // 0 is a floor; 1 and 2 touch, 3 is alone on the floor.
    const std::vector<Contact> contacts = {between(0, 1, 0), between(0, 3, 0), between(1, 2, 0),
                                           between(0, 2, 5)};
    const auto groups =
        contact_groups(contacts, {false, true, true, true}, std::vector<bool>(contacts.size(), false));
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[0], (std::vector<int>{0, 2, 3}));
    EXPECT_EQ(groups[1], (std::vector<int>{1}));
}

TEST(ContactMemory, KeepsIdsAndImpulsesWhileFeaturesTouch) {
    ContactMemory memory;
    std::vector<Contact> contacts = {between(0, 1, 0), between(0, 1, 7)};
    memory.identify(contacts);
    memory.remember(contacts, {{Vec3(1, 2, 3), Vec3::Zero(), ContactStatus::Slip},
                               {Vec3(4, 5, 6), Vec3::Zero(), ContactStatus::Stick}});

    std::vector<Contact> next = {between(0, 1, 7), between(0, 1, 9)};
    next[0].frame << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    memory.identify(next);
    EXPECT_EQ(next[0].id, contacts[1].id);
    EXPECT_NE(next[1].id, contacts[0].id);
    EXPECT_NE(next[1].id, contacts[1].id);
    const VecX start = memory.start(next, {0, 1});
    EXPECT_EQ(Vec3(next[0].frame * start.head<3>()), Vec3(4, 5, 6));
    EXPECT_EQ(start.tail<3>().norm(), 0);

    ContactMemory restored;
    std::vector<double> state, again;
    memory.append_state(state);
    ASSERT_TRUE(restored.set_state(state));
    restored.append_state(again);
    EXPECT_EQ(state, again);
    EXPECT_FALSE(restored.set_state(std::vector<double>{1, 2}));
}

}  // namespace
}  // namespace limpet
