#include "contact/bonds.h"

#include <gtest/gtest.h>

#include "bodies/make_body.h"
#include "contact/contact_frame.h"
#include "limpet/scene.h"

namespace limpet {
namespace {

/// A box on a box, flush: the lower one's top vertices below the upper one's bottom ones.
Scene boxes_that_stick() {
    return parse_scene(R"({"contact": {"law": {"adhesion": {"stiffness": 1e6, "energy": 1, "bonding_rate": 1,
        "saturation": 100, "reference_gap": 0.001}}}, "bodies": [
        {"name": "upper", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]},
         "surface": 0.05, "position": [0, 0.1, 0]},
        {"name": "lower", "type": "static", "shape": {"box": [0.1, 0.1, 0.1]}, "surface": 0.05}]})");
}

/// Of a vertex of the upper box's bottom with the vertex of the lower box that is nearest to it.
Contact contact_of(int vertex, const Bonds::Bodies& bodies) {
    const std::vector<Vec3>&upper = bodies[0]->collision_positions(),
          &lower = bodies[1]->collision_positions();
    int below = 0;
    for (int i = 1; i < static_cast<int>(lower.size()); ++i)
        if ((lower[i] - upper[vertex]).norm() < (lower[below] - upper[vertex]).norm()) below = i;
    Contact c;
    c.key = {0, 1, FeaturePair::VertexFace, vertex, 0};
    c.first = {{vertex, vertex, vertex}, {1, 0, 0}};
    c.second = {{below, below, below}, {1, 0, 0}};
    c.first_offset = c.second_offset = Vec3::Zero();
    c.frame = frame_about(Vec3(0, 1, 0));
    c.gap = 0;
    c.area = 1e-4;
    return c;
}

TEST(Bonds, AreMadeWhereTheirContactsTouchThoughOthersWereDropped) {
    const Scene scene = boxes_that_stick();
    const Bonds::Bodies bodies = make_bodies(scene);
    std::vector<int> bottom;
    const std::vector<Vec3>& upper = bodies[0]->collision_positions();
    for (int i = 0; i < static_cast<int>(upper.size()); ++i)
        if (upper[i].y() < 0.0501) bottom.push_back(i);
    ASSERT_GE(bottom.size(), 4u) << "the set-up";

    Bonds bonds(scene, bodies, {});
    std::vector<Contact> contacts;
    for (const int i : bottom) contacts.push_back(contact_of(i, bodies));
    bonds.attach(contacts, false);
    contacts.erase(contacts.begin());
    StepRecord record;
    bonds.evolve(contacts, ContactSolution(contacts.size()),
                 std::vector<Vec3>(contacts.size(), Vec3(0, 1e3, 0)), 0.01, record);
    ASSERT_EQ(record.bonds, static_cast<int>(contacts.size()));

    bonds.attach(contacts, false);
    for (const Contact& c : contacts) {
        EXPECT_GT(c.beta, 0);
        EXPECT_LT(c.drag.norm(), 1e-12) << c.key.feature;
    }
}

}  // namespace
}  // namespace limpet
