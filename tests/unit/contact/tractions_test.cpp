#include "contact/tractions.h"

#include <gtest/gtest.h>

#include "limpet/world.h"

namespace limpet {
namespace {

Contact contact(FeaturePair features, int feature, SurfacePoint first, SurfacePoint second, double area) {
    Contact c;
    c.key = {0, 1, features, feature, 0};
    c.first = first;
    c.second = second;
    c.first_offset = c.second_offset = Vec3::Zero();
    c.frame = Mat3::Identity();
    c.gap = 0;
    c.area = area;
    return c;
}

TEST(Tractions, OfAContactWithAreaIsItsForceByIt) {
    const std::vector<Contact> contacts{
        contact(FeaturePair::VertexFace, 4, {{4, 4, 4}, {1, 0, 0}}, {{0, 1, 2}, {0.2, 0.3, 0.5}}, 0.5)};
    EXPECT_EQ(tractions(contacts, {Vec3(1, 2, 3)})[0], Vec3(2, 4, 6));
}

TEST(Tractions, ForcesOfEdgesAndOfTheOtherSideCountAtTheVerticesBesideThem) {
    // Vertices 4 and 5 of the first body own areas; an edge between them, a vertex of the second body on a
    // triangle of which only 5 and 4 have an area, and an edge far away do not.
    const std::vector<Contact> contacts{
        contact(FeaturePair::VertexFace, 4, {{4, 4, 4}, {1, 0, 0}}, {{0, 1, 2}, {0.2, 0.3, 0.5}}, 0.5),
        contact(FeaturePair::VertexFace, 5, {{5, 5, 5}, {1, 0, 0}}, {{0, 1, 2}, {0.2, 0.3, 0.5}}, 0.25),
        contact(FeaturePair::EdgeEdge, 9, {{4, 5, 5}, {0.75, 0.25, 0}}, {{0, 1, 1}, {0.5, 0.5, 0}}, 0),
        contact(FeaturePair::FaceVertex, 0, {{4, 5, 8}, {0.25, 0.25, 0.5}}, {{0, 0, 0}, {1, 0, 0}}, 0),
        contact(FeaturePair::EdgeEdge, 11, {{20, 21, 21}, {0.75, 0.25, 0}}, {{30, 31, 31}, {0.5, 0.5, 0}},
                0)};
    const Vec3 x(1, 0, 0);
    const auto t = tractions(contacts, {1 * x, 2 * x, 4 * x, 10 * x, 100 * x});
    EXPECT_NEAR(t[0].x(), (1 + 3 + 5) / 0.5, 1e-12);
    EXPECT_NEAR(t[1].x(), (2 + 1 + 5) / 0.25, 1e-12);
    EXPECT_EQ(t[2], Vec3::Zero());
    EXPECT_EQ(t[3], Vec3::Zero());
    EXPECT_EQ(t[4], Vec3::Zero());
}

TEST(Tractions, OfMeshesThatDoNotMatchSumToTheForceOverTheWholePatch) {
    Scene scene = load_scene("verify_flat");
    ProbeDescription patch;
    patch.name = "patch";
    patch.body = "lower";
    patch.what = ProbeQuantity::ContactArea;
    scene.probes.push_back(patch);
    scene.time.step = 0.5;
    World world(std::move(scene));
    for (int i = 0; i < 2; ++i) world.step();
    double area = 0, force = 0, force_in_tractions = 0;
    for (const ContactFrame& c : world.contacts()) {
        area += c.area;
        force += c.force[1];
        force_in_tractions += c.area * c.traction[1];
    }
    const auto readings = world.probes();
    EXPECT_NEAR(readings.at(1).values.at(0) / area, 1, 1e-12);
    EXPECT_NEAR(area / (0.09996 * 0.09996), 1, 1e-9);
    EXPECT_NEAR(force_in_tractions / force, 1, 1e-9);
}

}  // namespace
}  // namespace limpet
