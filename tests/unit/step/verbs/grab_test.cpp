/// Grabs hold what they grab: stable for any stiffness and step, at rest where the spring says, and never
/// with more than their limit.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "limpet/error.h"
#include "limpet/world.h"

namespace limpet {
namespace {

constexpr double g = 9.81;

double length(const Vector3& v) {
    return std::hypot(v[0], v[1], v[2]);
}

double energy(const World& world) {
    const StepRecord& r = world.last_step();
    return r.kinetic + r.elastic + r.potential;
}

/// One body, 0.1 m high, that hangs from nothing yet.
std::string body_json(const std::string& kind) {
    if (kind == "rigid")
        return R"({"name": "it", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "density": 500})";
    if (kind == "cloth")
        return R"({"name": "it", "type": "cloth", "shape": {"plane": [0.2, 0.2]}, "surface": 0.05, "material": "jelly",
                   "thickness": 0.002, "stretch": 200, "shear": 100, "bend": 1e-4})";
    const std::string more =
        kind == "quasistatic"
            ? R"(, "dynamics": "quasistatic", "fixed": {"box": [[-1, -1, -1], [1, -0.049, 1]]})"
            : "";
    return R"({"name": "it", "type": "soft", "shape": {"box": [0.1, 0.1, 0.1]}, "element": 0.05, "material": "jelly")" +
           more + "}";
}

Scene one_body(const std::string& kind, double h, const std::string& contact = "") {
    return parse_scene(fmt::format(
        R"({{"name": "grab", "time": {{"step": {}, "duration": 1}},
        "materials": {{"jelly": {{"density": 500, "young": 3e4, "poisson": 0.3,
                                  "damping": {{"mass": 2, "stiffness": 0.01}}}}}},
        "bodies": [{}]{}}})",
        h, body_json(kind), contact));
}

struct Case {
    std::string kind;
    double stiffness, h;
};
void PrintTo(const Case& c, std::ostream* out) {
    *out << c.kind << ' ' << c.stiffness << " N/m, h = " << c.h;
}

class GrabGrid : public testing::TestWithParam<Case> {};

/// Held at its top, above its centre of mass, and pulled 5 cm up.
TEST_P(GrabGrid, ComesToRestWhereTheSpringSays) {
    const Case& c = GetParam();
    World world(one_body(c.kind, c.h));
    const BodyId body = world.find("it");
    const bool is_cloth = c.kind == "cloth", is_held = c.kind == "quasistatic";
    const GrabId grab = world.grab(body, {0, is_cloth ? 0 : 0.05, 0}, {.stiffness = c.stiffness});
    const Vector3 from = world.grabs().front().point, target = {from[0], from[1] + 0.05, from[2]};
    world.move(grab, target);
    // A soft spring lets it fall far before it holds.
    const double mass = world.body(body).mass(), sag = mass * g / c.stiffness;
    const double period = 2 * M_PI * std::sqrt(mass / c.stiffness);
    const double time = is_held ? 20 * c.h : std::max(2.0, 3 * period);
    const double bound = 2 * mass * g * (sag + 0.2) + c.stiffness * 0.05 * 0.05;
    for (int i = 0; i * c.h < time; ++i) {
        world.step();
        // Of a body that is always in equilibrium, velocities say nothing.
        const double now = is_held ? world.last_step().elastic : std::abs(energy(world));
        ASSERT_LT(now, bound + 10) << "step " << i;
    }
    const GrabState now = world.grabs().front();
    if (is_held) {
        // k (X − x) is what the body pulls back with; it is all there is.
        EXPECT_NEAR(length(now.force), c.stiffness * (target[1] - now.point[1]),
                    1e-6 * length(now.force) + 1e-9);
        const double compliance = 0.05 / (3e4 * 0.01);
        EXPECT_GT(now.point[1], from[1] - mass * g * compliance);
        if (c.stiffness * compliance > 1) {
            EXPECT_GT(now.point[1], from[1] + 0.02);
        }
        return;
    }
    EXPECT_NEAR(length(now.force), mass * g, 0.02 * mass * g);
    EXPECT_NEAR(target[1] - now.point[1], sag, 0.02 * sag + 1e-6);
}

std::vector<Case> grid() {
    std::vector<Case> all;
    for (const char* kind : {"rigid", "soft", "quasistatic", "cloth"})
        for (const double k : {1.0, 1e2, 1e4, 1e6})
            for (const double h : {0.001, 0.01})
                // Minutes of falling on a weak spring say nothing that h = 10 ms does not.
                if (!(k == 1 && h == 0.001)) all.push_back({kind, k, h});
    all.push_back({"rigid", 1, 0.001});
    return all;
}
INSTANTIATE_TEST_SUITE_P(Grid, GrabGrid, testing::ValuesIn(grid()));

/// The force that a grab shows is the one that acts: it and the weight change the momentum, in every step.
TEST(Grab, ShowsTheForceThatActs) {
    for (const char* kind : {"rigid", "soft", "cloth"})
        for (const double limit : {1e9, 1.0}) {
            Scene scene = one_body(kind, 0.004);
            scene.materials["jelly"].damping.mass = 0;
            World world(scene);
            const double mass = world.body("it").mass(), h = 0.004;
            const GrabId grab = world.grab(world.find("it"), {0.04, 0.05, 0.03},
                                           {.stiffness = 300, .damping = 1, .max_force = limit});
            world.move(grab, {0.2, 0.2, 0.1});
            Vector3 x = world.body("it").center_of_mass(), v{};
            for (int i = 0; i < 60; ++i) {
                world.step();
                const Vector3 now = world.body("it").center_of_mass(), f = world.force(grab);
                for (int k = 0; k < 3; ++k) {
                    const double u = (now[k] - x[k]) / h, given = h * (f[k] - (k == 1 ? mass * g : 0));
                    ASSERT_NEAR(mass * (u - v[k]), given, 1e-5 * h * length(f) + 1e-12)
                        << kind << " step " << i;
                    v[k] = u;
                }
                x = now;
            }
        }
}

/// Without settings, a body hangs within 1 cm of where it was held, without swinging past.
TEST(Grab, HoldsTheWeightByDefault) {
    for (const char* kind : {"rigid", "soft"}) {
        World world(one_body(kind, 0.005));
        const GrabId grab = world.grab(world.find("it"), {0, 0.05, 0});
        const double start = world.grabs().front().point[1];
        double lowest = start;
        for (int i = 0; i < 400; ++i) {
            world.step();
            lowest = std::min(lowest, world.grabs().front().point[1]);
        }
        EXPECT_GT(lowest, start - 0.0101) << kind;
        EXPECT_NEAR(world.grabs().front().point[1], start - 0.01, 1e-4) << kind;
        EXPECT_NEAR(length(world.force(grab)), world.body("it").mass() * g, 0.01) << kind;
    }
}

/// The limit holds in every step, whatever the pull, the stiffness and the body.
TEST(Grab, NeverPullsHarderThanItsLimit) {
    for (const char* kind : {"rigid", "soft", "quasistatic", "cloth"})
        for (const double k : {1e2, 1e4, 1e6})
            for (const double h : {0.001, 0.01}) {
                World world(one_body(kind, h));
                const double limit =
                    std::string(kind) == "quasistatic" ? 0.5 : 3 * world.body("it").mass() * g;
                const GrabId grab =
                    world.grab(world.find("it"), {0.05, 0.05, 0.05}, {.stiffness = k, .max_force = limit});
                const Vector3 from = world.grabs().front().point;
                int at_limit = 0;
                double most = 0;
                for (int i = 0; i < 300; ++i) {
                    // Far away, across, and back.
                    const double x = i < 100 ? 5 : i < 150 ? -5 : 0;
                    world.move(grab, {from[0] + x, from[1] + 0.5 * x, from[2]});
                    world.step();
                    const double f = length(world.force(grab));
                    ASSERT_LE(f, limit * (1 + 1e-9)) << kind << ' ' << k << ' ' << h << " step " << i;
                    at_limit += f > 0.999 * limit;
                    most = std::max(most, std::abs(energy(world)));
                }
                EXPECT_GT(at_limit, 50) << kind << ' ' << k << ' ' << h;
                EXPECT_LT(most, limit * 25) << kind << ' ' << k << ' ' << h;
            }
}

/// With a limit above the weight, a body that comes in fast is braked, and rests at the target.
TEST(Grab, IsBrakedByALimitedForceAndRests) {
    for (const double k : {1e2, 1e4, 1e6})
        for (const double h : {0.001, 0.01}) {
            World world(one_body("rigid", h));
            const double weight = world.body("it").mass() * g;
            // Damping that brakes early enough for so little force: u falls as (X − x) / 0.15 s.
            const GrabId grab = world.grab(world.find("it"), {0, 0.05, 0},
                                           {.stiffness = k, .damping = 0.15 * k, .max_force = 2 * weight});
            const Vector3 target = {0, 1.05, 0};
            world.move(grab, target);
            int limited_late = 0;
            for (int i = 0; i * h < 6; ++i) {
                world.step();
                if (i * h > 5) limited_late += length(world.force(grab)) > 1.9 * weight;
            }
            EXPECT_EQ(limited_late, 0) << k << ' ' << h;
            EXPECT_NEAR(world.grabs().front().point[1], target[1] - weight / k, 1e-4 + 0.01 * weight / k)
                << k << ' ' << h;
            EXPECT_NEAR(length(world.force(grab)), weight, 0.01 * weight) << k << ' ' << h;
        }
}

/// Contacts feel the spring in the same step: pressed on the floor by a stiff spring, a box does not sink in,
/// and the floor bears what the spring pushes.
TEST(Grab, PressesOnWhatIsInTheWay) {
    for (const char* solver : {"auto", "anticipation"})
        for (const char* kind : {"rigid", "soft"}) {
            Scene scene = one_body(kind, 0.005,
                                   fmt::format(R"(, "contact": {{"detection": {{"distance": 0.002}}}},
                "solver": {{"type": "{}", "iterations": 500}})",
                                               solver));
            BodyDescription floor;
            floor.name = "floor";
            floor.type = BodyType::Static;
            floor.shape = BoxShape{{1, 0.1, 1}};
            floor.position = {0, -0.1, 0};
            scene.bodies.push_back(floor);
            scene.probes.push_back({"push", "it", ProbeQuantity::ContactForce, {}, {}});
            World world(scene);
            const GrabId grab = world.grab(world.find("it"), {0, -0.05, 0}, {.stiffness = 1e4});
            const Vector3 from = world.grabs().front().point;
            world.move(grab, {from[0], from[1] - 0.005, from[2]});
            double deepest = 0;
            for (int i = 0; i < 200; ++i) {
                world.step();
                deepest = std::max(deepest, world.last_step().penetration);
            }
            const double weight = world.body("it").mass() * g, pull = world.force(grab)[1];
            EXPECT_LT(pull, -40) << kind << ' ' << solver;
            EXPECT_NEAR(world.probes()[0].values[1], weight - pull, 0.01 * (weight - pull))
                << kind << ' ' << solver;
            EXPECT_LT(deepest, 2e-4) << kind << ' ' << solver;
        }
}

/// A cloth that is torn about by a stiff grab: large motion, relinearised.
TEST(Grab, SwingsAClothAround) {
    World world(one_body("cloth", 0.01));
    const GrabId grab = world.grab(world.find("it"), {0.1, 0, 0.1}, {.stiffness = 1e5});
    double most = 0;
    for (int i = 0; i < 300; ++i) {
        const double a = 0.1 * i;
        world.move(grab, {0.1 + 0.5 * std::sin(a), 0.5 - 0.5 * std::cos(a), 0.1});
        world.step();
        most = std::max(most, std::abs(energy(world)));
        const GrabState now = world.grabs().front();
        if (i <= 20) continue;
        ASSERT_LT(length({now.point[0] - now.target[0], now.point[1] - now.target[1], 0}), 0.05);
    }
    EXPECT_LT(most, 5);
}

TEST(ApplyForce, GivesTheImpulseOfOneStep) {
    for (const char* kind : {"rigid", "soft", "cloth"}) {
        Scene scene = one_body(kind, 0.005);
        scene.gravity = {0, 0, 0};
        scene.materials["jelly"].damping.mass = 0;
        World world(scene);
        const double mass = world.body("it").mass();
        world.apply_force(world.find("it"), {2, 0, 0});
        world.step();
        const Vector3 after = world.body("it").center_of_mass();
        world.step();
        EXPECT_NEAR(world.body("it").center_of_mass()[0] - after[0], 0.005 * 0.005 * 2 / mass, 1e-9 / mass)
            << kind;
        EXPECT_NEAR(world.last_step().kinetic, 0.5 * std::pow(2 * 0.005, 2) / mass, 1e-6) << kind;
    }
}

/// F at a lever r turns a rigid body by r × F.
TEST(ApplyForce, ActsAtItsPlace) {
    Scene scene = one_body("rigid", 0.005);
    scene.gravity = {0, 0, 0};
    World world(scene);
    const double mass = world.body("it").mass(), inertia = mass * 0.01 / 6, moment = 0.3 * 2 * 0.005;
    world.apply_force(world.find("it"), {0, 2, 0}, Vector3{0.3, 0, 0});
    world.step();
    EXPECT_NEAR(world.last_step().kinetic,
                0.5 * std::pow(2 * 0.005, 2) / mass + 0.5 * moment * moment / inertia, 1e-6);
}

}  // namespace
}  // namespace limpet
