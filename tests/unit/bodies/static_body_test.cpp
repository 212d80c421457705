#include "bodies/static_body.h"

#include <gtest/gtest.h>

#include <numbers>

namespace limpet {
namespace {

StaticBody triangle(std::vector<Keyframe> keyframes) {
    StaticBodyParts parts;
    parts.name = "triangle";
    parts.surface = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2}}};
    parts.position = Vec3(0, 5, 0);
    parts.motion = Keyframes(std::move(keyframes));
    return StaticBody(std::move(parts));
}

TEST(Keyframes, AreLinearInBetweenAndConstantOutside) {
    const Keyframes keyframes({{1, {0, 0, 0}, {}}, {3, {2, 0, 0}, {{0, 0, 1}, 720}}});
    EXPECT_EQ(keyframes.at(0).displacement, Vec3(0, 0, 0));
    EXPECT_EQ(keyframes.at(9).displacement, Vec3(2, 0, 0));
    EXPECT_NEAR(keyframes.at(1.5).displacement.x(), 0.5, 1e-15);
    // Two whole turns: at an eighth of the way, a quarter turn.
    EXPECT_NEAR((keyframes.at(1.25).rotation * Vec3::UnitX() - Vec3::UnitY()).norm(), 0, 1e-14);
}

TEST(Keyframes, TurnTheShortWayBetweenDifferentAxes) {
    const Keyframes keyframes({{0, {}, {{1, 0, 0}, 90}}, {1, {}, {{0, 1, 0}, 90}}});
    for (const double t : {0.0, 0.3, 0.7, 1.0})
        EXPECT_NEAR(
            (keyframes.at(t).rotation.transpose() * keyframes.at(t).rotation - Mat3::Identity()).norm(), 0,
            1e-14);
    EXPECT_NEAR((keyframes.at(1).rotation * Vec3::UnitZ() - Vec3::UnitX()).norm(), 0, 1e-14);
}

TEST(StaticBody, LandsOnItsKeyframesAndKnowsItsVelocity) {
    StaticBody body = triangle({{0, {0, 0, 0}, {}}, {1, {0, 0, 2}, {{0, 1, 0}, 90}}});
    const double h = 0.125;
    for (int i = 0; i < 8; ++i) {
        const std::vector<Vec3> before = body.surface().positions;
        body.free_motion({i * h, h, Vec3(0, -9.81, 0)});
        body.advance(h);
        for (std::size_t v = 0; v < before.size(); ++v)
            EXPECT_NEAR((before[v] + h * body.surface().velocities[v] - body.surface().positions[v]).norm(),
                        0, 1e-14);
    }
    EXPECT_NEAR((body.surface().positions[0] - Vec3(0, 5, 1)).norm(), 0, 1e-14);
    EXPECT_NEAR(body.mean_velocity().z(), 2, 1e-12);
    EXPECT_EQ(body.center_of_mass(), Vec3(0, 5, 2));
}

TEST(StaticBody, WithoutMotionNeverMoves) {
    StaticBody body = triangle({});
    const std::vector<Vec3> before = body.surface().positions;
    for (int i = 0; i < 3; ++i) {
        body.free_motion({0.1 * i, 0.1, Vec3(0, -9.81, 0)});
        body.advance(0.1);
    }
    EXPECT_EQ(body.surface().positions, before);
}

TEST(StaticBody, StateGoesOnWithTheSameBytes) {
    const std::vector<Keyframe> keyframes = {{0, {0, 0, 0}, {}}, {1, {0, 0, 2}, {{0, 1, 0}, 90}}};
    StaticBody a = triangle(keyframes), b = triangle(keyframes);
    a.free_motion({0, 0.1, Vec3::Zero()});
    a.advance(0.1);
    ASSERT_TRUE(b.set_state(a.state()));
    for (StaticBody* body : {&a, &b}) {
        body->free_motion({0.1, 0.1, Vec3::Zero()});
        body->advance(0.1);
    }
    EXPECT_EQ(a.state(), b.state());
    EXPECT_FALSE(b.set_state(std::vector<double>(3, 0.0)));
}

}  // namespace
}  // namespace limpet
