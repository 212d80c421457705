#include "contact/common_point.h"

#include <gtest/gtest.h>

#include "bodies/make_body.h"
#include "contact/material_point.h"

namespace limpet {
namespace {

/// A contact of the first vertices of two boxes, 1 m apart; the second one is of the given type.
Contact pushed(const std::string& second, std::vector<std::unique_ptr<Body>>& bodies) {
    bodies = make_bodies(parse_scene(R"({
        "name": "two", "time": {"step": 0.01, "duration": 1},
        "materials": {"rubber": {"density": 1000, "young": 1e5, "poisson": 0.3}},
        "bodies": [
            {"name": "a", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "density": 1000},
            {"name": "b", "shape": {"box": [0.1, 0.1, 0.1]}, "position": [1, 0, 0], )" +
                                     second + "}]}"),
                         nullptr);
    Contact c{};
    c.key = {0, 1, FeaturePair::VertexFace, 0, 0};
    c.first = c.second = {{0, -1, -1}, {1, 0, 0}};
    c.first_offset = c.second_offset = Vec3::Zero();
    push_at_common_point(c, bodies);
    return c;
}

TEST(CommonPoint, IsHalfwayBetweenRigidBodies) {
    std::vector<std::unique_ptr<Body>> bodies;
    const Contact c = pushed(R"("type": "rigid", "density": 1000)", bodies);
    EXPECT_NEAR((contact_point(c, *bodies[0], true) - contact_point(c, *bodies[1], false)).norm(), 0, 1e-15);
    EXPECT_NEAR(c.first_offset.norm(), c.second_offset.norm(), 1e-15);
}

TEST(CommonPoint, IsOnTheBodyThatDeforms) {
    std::vector<std::unique_ptr<Body>> bodies;
    const Contact c = pushed(R"("type": "soft", "material": "rubber", "element": 0.05)", bodies);
    EXPECT_NEAR((contact_point(c, *bodies[0], true) - contact_point(c, *bodies[1], false)).norm(), 0, 1e-15);
    EXPECT_EQ(c.second_offset.norm(), 0);
}

TEST(CommonPoint, LeavesContactsWithStaticBodiesAlone) {
    std::vector<std::unique_ptr<Body>> bodies;
    const Contact c = pushed(R"("type": "static")", bodies);
    EXPECT_EQ(c.first_offset.norm() + c.second_offset.norm(), 0);
}

}  // namespace
}  // namespace limpet
