/// The small problem of a tool's contacts against the simulation itself: what a step does when the tool goes
/// a little further.

#include "solve/tool_problem.h"

#include <gtest/gtest.h>

#include "haptics/local_contact.h"

namespace limpet {
namespace {

/// A ball presses on a soft block that nothing holds, on a floor: the floor's contacts are the group's, not
/// the tool's.
Scene pressed_block(const std::string& type) {
    return parse_scene(R"({"name": "pressed", "time": {"step": 0.01, "duration": 1},
        "materials": {"gel": {"density": 1000, "young": 2e4, "poisson": 0.3, "damping": {"mass": 5, "stiffness": 0.01}}},
        "bodies": [
          {"name": "floor", "type": "static", "shape": {"box": [0.4, 0.04, 0.4]}, "position": [0, -0.02, 0]},
          {"name": "block", "type": "soft", "shape": {"box": [0.06, 0.03, 0.06]}, "position": [0, 0.0151, 0],
           "material": "gel", "model": "linear", "element": 0.01},
          {"name": "ball", "type": ")" +
                           type + R"(", "shape": {"sphere": 0.02}, )" +
                           (type == "rigid" ? R"("density": 1000, )" : "") + R"("position": [0, 0.0505, 0]}],
        "contact": {"detection": {"distance": 0.004}, "law": {"friction": 0.5}},
        "solver": {"type": "nsgs", "iterations": 5000, "tolerance": 1e-10},
        "probes": [{"name": "push", "body": "ball", "what": "contact_force"}],
        "haptics": {"tool": "ball"}})",
                       "");
}

Vec3 push_on_ball(const World& world) {
    const std::vector<double> push = world.probes()[0].values;
    return {push[0], push[1], push[2]};
}

TEST(ToolProblem, TellsWhatTheNextPoseWouldFeel) {
    World world(pressed_block("static"));
    const BodyId ball = world.find("ball");
    const Vector3 pressed = {0, 0.0485, 0};
    world.move_to(ball, pressed, {}, 0.2);
    while (world.steps() < 60) world.step();
    const WorldState before = world.state();
    world.step();
    ToolProblem problem;
    find_tool_problem(world, ball, pressed, problem);
    ASSERT_GT(problem.contacts.size(), 3u);
    const Vec3 at_rest = push_on_ball(world);
    ASSERT_GT(at_rest.y(), 0.05);

    // A coupling that does not give way.
    std::array<Vec3, haptics::coupling_points> points;
    for (int i = 0; i < haptics::coupling_points; ++i) points[i] = (i % 2 ? -0.02 : 0.02) * Vec3::Unit(i / 2);
    const haptics::Coupling rigid(1e9, 0, points, 1e-3);
    for (const Vec3& shift : {Vec3(0, -1e-4, 0), Vec3(0, 5e-5, 0), Vec3(5e-5, -5e-5, 0)}) {
        haptics::Snapshot snapshot;
        ToolProblem copy = problem;
        haptics::fill(snapshot, copy, {to_vec3(pressed), haptics::Quat::Identity()}, rigid);
        haptics::LocalContact local;
        local.take(snapshot);
        haptics::LocalAnswer felt;
        for (int k = 0; k < 300; ++k)
            felt = local.solve({to_vec3(pressed) + shift, haptics::Quat::Identity()});
        world.restore(before);
        world.move_to(ball, to_array(Vec3(to_vec3(pressed) + shift)), {}, 0.01);
        world.step();
        const Vec3 moved = push_on_ball(world), change = moved - at_rest;
        EXPECT_GT(change.norm(), 0.01);
        EXPECT_LT((felt.wrench.head<3>() - moved).norm(), 0.1 * change.norm())
            << "shift " << shift.transpose() << ", felt " << felt.wrench.head<3>().transpose()
            << ", simulated " << moved.transpose() << ", at rest " << at_rest.transpose();
    }
}

TEST(ToolProblem, AtTheStepsOwnPoseItIsTheStepsAnswer) {
    World world(pressed_block("static"));
    const BodyId ball = world.find("ball");
    world.move_to(ball, {0, 0.0485, 0}, {}, 0.2);
    while (world.steps() < 40) world.step();
    ToolProblem problem;
    find_tool_problem(world, ball, {0, 0.0485, 0}, problem);
    EXPECT_EQ(problem.step, 40);
    Eigen::Matrix<double, 6, 1> wrench = Eigen::Matrix<double, 6, 1>::Zero();
    for (const ToolContact& c : problem.contacts) wrench += c.rows.transpose() * c.lambda / problem.h;
    EXPECT_LT((wrench.head<3>() - push_on_ball(world)).norm(), 1e-9 * wrench.norm());
}

/// Looking changes nothing.
TEST(ToolProblem, LeavesTheWorldAsItIs) {
    World world(pressed_block("static"));
    const BodyId ball = world.find("ball");
    world.move_to(ball, {0, 0.0485, 0}, {}, 0.1);
    for (int k = 0; k < 20; ++k) world.step();
    const WorldState before = world.state();
    ToolProblem problem;
    find_tool_problem(world, ball, {0, 0.0485, 0}, problem);
    EXPECT_EQ(world.state(), before);
}

/// A wall gives no way, and a rigid tool's own mass is not in W.
TEST(ToolProblem, HasNoShareOfARigidTool) {
    Scene scene = pressed_block("rigid");
    scene.bodies.erase(scene.bodies.begin() + 1);
    scene.bodies[1].position = {0, 0.02, 0};
    World world(scene);
    for (int k = 0; k < 5; ++k) world.step();
    ToolProblem problem;
    find_tool_problem(world, world.find("ball"), world.body("ball").center_of_mass(), problem);
    ASSERT_FALSE(problem.contacts.empty());
    const double own = 1 / world.body("ball").mass();
    EXPECT_LT(problem.W.cwiseAbs().maxCoeff(), 1e-9 * own);
    EXPECT_GT(problem.contacts[0].lambda.x(), 0);
}

TEST(ToolProblem, IsEmptyWhereNothingIsNear) {
    Scene scene = pressed_block("static");
    scene.bodies[2].position = {0, 0.3, 0};
    World world(scene);
    world.step();
    ToolProblem problem;
    find_tool_problem(world, world.find("ball"), {0, 0.3, 0}, problem);
    EXPECT_TRUE(problem.contacts.empty());
    EXPECT_EQ(problem.W.size(), 0);
}

}  // namespace
}  // namespace limpet
