/// Moving, cutting, picking; warnings and commands as they come; states in the middle of it all; wrong calls.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/disjoint_sets.h"
#include "limpet/error.h"
#include "limpet/world.h"

namespace limpet {
namespace {

/// A plate that can be moved, a soft bar held at one end by a group of its nodes, a ball, and a cloth.
Scene workshop() {
    return parse_scene(R"({"name": "workshop", "time": {"step": 0.005, "duration": 1},
        "materials": {"jelly": {"density": 500, "young": 3e4, "poisson": 0.3,
                                "damping": {"mass": 1, "stiffness": 0.01}}},
        "bodies": [
          {"name": "plate", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -0.05, 0]},
          {"name": "bar", "type": "soft", "shape": {"box": [0.3, 0.06, 0.06]}, "element": 0.03, "material": "jelly",
           "position": [0, 0.2, 0],
           "motion": [{"name": "grip", "nodes": {"box": [[-1, -1, -1], [-0.149, 1, 1]]},
                       "keyframes": [[0, [0, 0, 0]]]}]},
          {"name": "ball", "type": "rigid", "shape": {"sphere": 0.05}, "density": 500, "position": [0.3, 0.06, 0]},
          {"name": "cloth", "type": "cloth", "shape": {"plane": [0.2, 0.2]}, "surface": 0.05, "material": "jelly",
           "thickness": 0.004, "stretch": 200, "shear": 100, "bend": 1e-4, "position": [-0.3, 0.1, 0]}],
        "contact": {"detection": {"distance": 0.002}, "law": {"friction": 0.4}},
        "probes": [{"name": "ball", "body": "ball", "what": "position"},
                   {"name": "grip", "body": "bar", "what": "position", "nearest": [-0.15, 0.03, 0.03]}]})");
}

int parts_of(const BodyView& body) {
    DisjointSets sets(body.positions().size() / 3);
    for (std::size_t i = 0; i < body.triangles().size(); i += 3)
        for (int k = 1; k < 3; ++k) sets.join(body.triangles()[i + k], body.triangles()[i]);
    std::vector<int> roots;
    for (const int vertex : body.triangles()) roots.push_back(sets.root(vertex));
    std::sort(roots.begin(), roots.end());
    return static_cast<int>(std::unique(roots.begin(), roots.end()) - roots.begin());
}

TEST(MoveTo, TakesAStaticBodyAndWhatLiesOnIt) {
    World world(workshop());
    for (int i = 0; i < 20; ++i) world.step();
    const double before = world.probes()[0].values[1];
    world.move_to(world.find("plate"), {0, 0.0, 0}, {}, 0.1);
    for (int i = 0; i < 10; ++i) world.step();
    EXPECT_NEAR(world.body("plate").center_of_mass()[1], -0.025, 1e-12);
    for (int i = 0; i < 60; ++i) world.step();
    EXPECT_EQ(world.body("plate").center_of_mass()[1], 0.0);
    EXPECT_NEAR(world.probes()[0].values[1], before + 0.05, 1e-3);
    world.move_to(world.find("plate"), {0.1, 0, 0}, {{0, 1, 0}, 90}, 0.0);
    world.step();
    EXPECT_EQ(world.body("plate").center_of_mass()[0], 0.1);
    world.step();
    for (const double v : world.body("plate").velocities()) EXPECT_NEAR(v, 0, 1e-12);
}

TEST(MoveTo, TakesAGroupOfNodes) {
    World world(workshop());
    const std::vector<double> before = world.probes()[1].values;
    world.move_to(world.find("bar"), {0.05, 0.3, 0}, {{1, 0, 0}, 90}, 0.05, "grip");
    for (int i = 0; i < 20; ++i) world.step();
    // (-0.15, 0.03, 0.03) turned about x by 90° and placed at (0.05, 0.3, 0).
    const std::vector<double> after = world.probes()[1].values;
    EXPECT_NEAR(after[0], before[0] + 0.05, 1e-12);
    EXPECT_NEAR(after[1], 0.3 - 0.03, 1e-12);
    EXPECT_NEAR(after[2], 0.03, 1e-12);
}

/// From above, at the start, the next step has two parts; a stroke in pieces over several steps does the
/// same.
TEST(Cut, GoesThroughInOneStepOrInMany) {
    for (const int strokes : {1, 8}) {
        World world(workshop());
        for (int i = 0; i < 3; ++i) world.step();
        const auto edge_at = [&](double s) -> std::array<Vector3, 2> {
            const double y = 0.3 - 0.2 * s;
            return {Vector3{0.01, y, -0.1}, Vector3{0.01, y, 0.1}};
        };
        EXPECT_EQ(parts_of(world.body("bar")), 1);
        for (int i = 0; i < strokes; ++i) {
            world.cut({world.find("bar")}, edge_at(double(i) / strokes), edge_at((i + 1.0) / strokes));
            world.step();
        }
        EXPECT_EQ(parts_of(world.body("bar")), 2) << strokes;
    }
}

/// Two strokes across each other make four parts: the second is another blade.
TEST(Cut, CrossesAnEarlierOne) {
    World world(workshop());
    world.cut({}, {Vector3{0.01, 0.3, -0.1}, {0.01, 0.3, 0.1}}, {Vector3{0.01, 0.1, -0.1}, {0.01, 0.1, 0.1}});
    world.step();
    world.cut({}, {Vector3{-0.3, 0.205, -0.1}, {0.3, 0.205, -0.1}},
              {Vector3{-0.3, 0.205, 0.1}, {0.3, 0.205, 0.1}});
    world.step();
    EXPECT_EQ(parts_of(world.body("bar")), 4);
}

TEST(Pick, FindsTheNearestSurface) {
    World world(workshop());
    const auto ball = world.pick({0.3, 1, 0}, {0, -2, 0});
    ASSERT_TRUE(ball);
    EXPECT_EQ(ball->body, world.find("ball"));
    EXPECT_NEAR(ball->distance, 1 - 0.11, 1e-3);
    EXPECT_NEAR(ball->point[1], 0.11, 1e-3);
    EXPECT_NEAR(ball->weights[0] + ball->weights[1] + ball->weights[2], 1, 1e-12);
    // The point is where the weights say, on that triangle.
    const BodyView view = world.body(ball->body);
    Vector3 x{};
    for (int k = 0; k < 3; ++k)
        for (int a = 0; a < 3; ++a)
            x[a] += ball->weights[k] * view.positions()[3 * view.triangles()[3 * ball->triangle + k] + a];
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(x[a], ball->point[a], 1e-12);
    EXPECT_EQ(world.pick({0, 1, 0.4}, {0, -1, 0})->body, world.find("plate"));
    EXPECT_EQ(world.pick({-0.3, -1, 0.02}, {0, 1, 0})->body, world.find("plate"));
    EXPECT_FALSE(world.pick({0, 1, 0}, {0, 1, 0}));
    EXPECT_THROW(world.pick({0, 1, 0}, {0, 0, 0}), InputError);
    EXPECT_THROW(world.pick({0, NAN, 0}, {0, 1, 0}), InputError);
}

/// Each triangle's own middle, looked at from just outside, is found again: the slow way round.
TEST(Pick, FindsEveryTriangleOfABall) {
    World world(workshop());
    const BodyView ball = world.body("ball");
    const Vector3 center = ball.center_of_mass();
    for (std::size_t t = 0; t < ball.triangles().size() / 3; ++t) {
        Vector3 from{}, inwards{};
        for (int a = 0; a < 3; ++a) {
            for (int k = 0; k < 3; ++k) from[a] += ball.positions()[3 * ball.triangles()[3 * t + k] + a] / 3;
            inwards[a] = center[a] - from[a];
            from[a] -= 0.001 * inwards[a];
        }
        const auto hit = world.pick(from, inwards);
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit->triangle, static_cast<int>(t));
    }
}

/// All verbs, a few steps apart. Structural ones are to be done again before a state is restored.
struct Script {
    long before;
    bool is_structural;
    std::function<void(World&)> act;
};
std::vector<Script> script() {
    return {{2, false,
             [](World& w) {
                 w.grab(w.find("ball"), {0.3, 0.11, 0}, {.max_force = 20});
             }},
            {3, false,
             [](World& w) {
                 w.grab(w.find("bar"), {0.15, 0.2, 0});
             }},
            {4, false,
             [](World& w) {
                 w.move(GrabId(0), {0.5, 0.5, 0.3});
             }},
            {4, false,
             [](World& w) {
                 w.grab(w.find("cloth"), {-0.3, 0.1, 0}, {.stiffness = 500});
             }},
            {6, false,
             [](World& w) {
                 w.move_to(w.find("plate"), {0, 0, 0}, {{0, 0, 1}, 5}, 0.03);
             }},
            {7, true,
             [](World& w) {
                 w.cut({w.find("bar")}, {Vector3{0.05, 0.3, -0.1}, {0.05, 0.3, 0.1}},
                       {Vector3{0.05, 0.2, -0.1}, {0.05, 0.2, 0.1}});
             }},
            {8, true,
             [](World& w) {
                 w.cut({w.find("bar")}, {Vector3{0.05, 0.2, -0.1}, {0.05, 0.2, 0.1}},
                       {Vector3{0.05, 0.1, -0.1}, {0.05, 0.1, 0.1}});
             }},
            {9, true,
             [](World& w) {
                 BodyDescription ball;
                 ball.name = "new";
                 ball.shape = SphereShape{0.03};
                 ball.density = 500;
                 ball.position = {0.1, 0.3, 0};
                 w.add(ball);
             }},
            {10, false,
             [](World& w) {
                 w.move_to(w.find("bar"), {0, 0.25, 0}, {}, 0.05, "grip");
             }},
            {12, true, [](World& w) { w.remove(w.find("cloth")); }},
            {13, false,
             [](World& w) {
                 w.apply_force(w.find("new"), {0, 3, 0}, Vector3{0.1, 0.3, 0.01});
             }},
            {15, false, [](World& w) { w.release(GrabId(1)); }},
            {16, false, [](World& w) {
                 w.grab(w.find("new"), {0.1, 0.3, 0});
             }}};
}
void act(World& world, const std::vector<Script>& all) {
    for (const Script& s : all)
        if (s.before == world.steps()) s.act(world);
}

TEST(Commands, AStateInTheMiddleOfThemGoesOnWithTheSameBytes) {
    const std::vector<Script> all = script();
    constexpr long end = 25;
    std::vector<WorldState> before, after;  // the commands of each step
    World world(workshop());
    while (world.steps() < end) {
        before.push_back(world.state());
        act(world, all);
        after.push_back(world.state());
        world.step();
    }
    const WorldState last = world.state();
    for (long from = 1; from < end; ++from)
        for (const bool is_after : {false, true}) {
            World other(workshop());
            for (const Script& s : all)
                if (s.is_structural && (s.before < from || (is_after && s.before == from))) s.act(other);
            other.restore(is_after ? after[from] : before[from]);
            ASSERT_TRUE(other.state() == (is_after ? after[from] : before[from])) << from;
            if (is_after) other.step();
            while (other.steps() < end) {
                act(other, all);
                other.step();
            }
            ASSERT_TRUE(other.state() == last) << "from step " << from << ' ' << is_after;
        }
}

/// What listeners saw, applied to a new world, gives the same bytes.
TEST(Commands, AreSeenAndCanBeRepeated) {
    World world(workshop());
    std::vector<std::pair<long, Command>> seen;
    world.on_command([&](long step, const Command& command) { seen.emplace_back(step, command); });
    for (int i = 0; i < 25; ++i) {
        act(world, script());
        world.step();
    }
    EXPECT_EQ(seen.size(), script().size());
    World again(workshop());
    for (std::size_t next = 0; again.steps() < 25; again.step())
        for (; next < seen.size() && seen[next].first == again.steps(); ++next)
            again.apply(seen[next].second);
    EXPECT_TRUE(again.state() == world.state());
}

/// A world that broke down can be put back, and goes on as if nothing had been.
TEST(Commands, ABrokenWorldCanBePutBack) {
    Scene scene = workshop();
    World world(scene), other(scene);
    world.grab(world.find("bar"), {0.15, 0.2, 0}, {.stiffness = 1e6});
    other.apply(Grab{other.find("bar"), {0.15, 0.2, 0}, {.stiffness = 1e6}});
    for (int i = 0; i < 5; ++i) {
        world.step();
        other.step();
    }
    const WorldState good = world.state();
    world.apply_force(world.find("ball"), {1e300, 0, 0});
    EXPECT_THROW(world.step(), BreakdownError);
    world.restore(good);
    EXPECT_TRUE(world.state() == other.state());
    world.step();
    other.step();
    EXPECT_TRUE(world.state() == other.state());
}

TEST(OnWarning, TellsEachOnce) {
    Scene scene = workshop();
    scene.bodies[2].velocity = {0, -60, 0};
    World world(scene);
    std::vector<std::string> told;
    world.on_warning([&](const Warning& warning) { told.push_back(warning_text(warning)); });
    EXPECT_EQ(told.size(), world.warnings().size());
    EXPECT_GT(told.size(), 0u);
    const std::size_t at_first = told.size();
    BodyDescription fast = scene.bodies[2];
    fast.name = "fast";
    fast.position = {0.2, 0.5, 0.3};
    world.add(fast);
    for (int i = 0; i < 30; ++i) world.step();
    EXPECT_GT(told.size(), at_first);
    EXPECT_GE(told.size(), world.warnings().size());
    std::vector<std::string> late;
    world.on_warning([&](const Warning& warning) { late.push_back(warning_text(warning)); });
    EXPECT_EQ(late.size(), world.warnings().size());
}

TEST(WrongCalls, AreRefusedAndChangeNothing) {
    World world(workshop());
    for (int i = 0; i < 4; ++i) world.step();
    const BodyId plate = world.find("plate"), bar = world.find("bar"), ball = world.find("ball"),
                 cloth = world.find("cloth"), none = static_cast<BodyId>(99);
    const GrabId grab = world.grab(ball, {0.3, 0.1, 0}), released = world.grab(bar, {0, 0.2, 0});
    world.release(released);
    const WorldState before = world.state();
    int told = 0;
    world.on_command([&](long, const Command&) { ++told; });
    const Vector3 nan = {0, NAN, 0}, inf = {INFINITY, 0, 0}, zero = {};
    const std::array<Vector3, 2> edge = {Vector3{0, 1, -1}, {0, 1, 1}},
                                 lower = {Vector3{0, 0, -1}, {0, 0, 1}}, point = {zero, zero},
                                 bad = {nan, zero};
    const std::vector<std::pair<Command, const char*>> wrong = {
        {ApplyForce{none, zero, {}}, "body"},
        {ApplyForce{plate, {1, 0, 0}, {}}, "static"},
        {ApplyForce{ball, nan, {}}, "force"},
        {ApplyForce{ball, zero, inf}, "at"},
        {Grab{none, zero, {}}, "body"},
        {Grab{plate, zero, {}}, "static"},
        {Grab{ball, nan, {}}, "at"},
        {Grab{ball, zero, {.stiffness = -1}}, "stiffness"},
        {Grab{ball, zero, {.damping = NAN}}, "damping"},
        {Grab{ball, zero, {.max_force = -INFINITY}}, "max_force"},
        {MoveGrab{released, zero}, "released"},
        {MoveGrab{static_cast<GrabId>(50), zero}, "no grab"},
        {MoveGrab{grab, nan}, "target"},
        {MoveGrab{grab, {0, 1e300, 0}}, "1000000000 m"},
        {ReleaseGrab{released}, "released"},
        {MoveTo{ball, zero, {}, 1, ""}, "rigid"},
        {MoveTo{plate, nan, {}, 1, ""}, "position"},
        {MoveTo{plate, zero, {{0, 0, 0}, 10}, 1, ""}, "axis"},
        {MoveTo{plate, zero, {{0, 1, 0}, NAN}, 1, ""}, "degrees"},
        {MoveTo{plate, zero, {}, -1, ""}, "duration"},
        {MoveTo{plate, zero, {}, NAN, ""}, "duration"},
        {MoveTo{plate, zero, {}, 1, "grip"}, "grip"},
        {MoveTo{bar, zero, {}, 1, ""}, "group"},
        {MoveTo{bar, zero, {}, 1, "grap"}, "\"grip\""},
        {MoveTo{cloth, zero, {}, 1, "grip"}, "none"},
        {limpet::Cut{{ball}, edge, lower}, "soft"},
        {limpet::Cut{{bar, ball}, edge, lower}, "soft"},
        {limpet::Cut{{bar}, bad, lower}, "from"},
        {limpet::Cut{{bar}, edge, point}, "to"},
        {limpet::Cut{{none}, edge, lower}, "body"}};
    for (std::size_t i = 0; i < wrong.size(); ++i) {
        try {
            world.apply(wrong[i].first);
            ADD_FAILURE() << i << " was not refused";
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(wrong[i].second), std::string::npos)
                << i << error.what();
        }
        EXPECT_TRUE(world.state() == before) << i;
    }
    EXPECT_EQ(told, 0);
    EXPECT_THROW(world.force(released), InputError);
    EXPECT_THROW(world.find("nobody"), InputError);
    EXPECT_EQ(world.grabs().size(), 1u);
}

}  // namespace
}  // namespace limpet
