/// Round shapes pressed into soft bodies, dragged a little and held still: forces and contacts stay as they
/// are, at every mesh, `distance` and step, and what friction can hold does not creep.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "core/types.h"
#include "limpet/world.h"

namespace limpet {
namespace {

constexpr const char* ball_shape = R"("sphere": 0.05)";
constexpr const char* lying_capsule = R"("capsule": {"radius": 0.05, "height": 0.03})";

struct Hold {
    std::string name;
    const char* shape;
    double element;   ///< [m]
    double distance;  ///< [m]
    double step;      ///< [s]
    bool dynamic;
    double friction;
    const char* adhesion = "";
};

constexpr const char* sticky_ball_law =
    R"(, "adhesion": {"stiffness": 1e6, "energy": 0.3, "viscosity": 0, "saturation": 50, "reference_gap": 4e-4,
                      "bonding_rate": 1})";

void PrintTo(const Hold& hold, std::ostream* out) {
    *out << hold.name;
}

/// Pressed by 3 mm within `phase`, dragged by 1 mm within as much again.
Scene held(const Hold& hold, double phase) {
    return parse_scene(fmt::format(
        R"({{"gravity": [0, 0, 0], "time": {{"step": {}, "duration": 1}},
        "materials": {{"rubber": {{"young": 1e5, "poisson": 0.3, "damping": {{"stiffness": 0.02}}}}}},
        "bodies": [{{"name": "block", "type": "soft", "shape": {{"box": [0.08, 0.04, 0.08]}}, "material": "rubber",
                    "position": [0, -0.02, 0], "model": "linear", "dynamics": "{}", "element": {},
                    "fixed": [{{"box": [[-1, -1, -1], [1, -0.0199, 1]]}}]}},
                   {{"name": "round", "type": "static", "shape": {{{}}}, "position": [0, 0.05, 0],
                    "rotation": {{"axis": [1, 0, 0], "degrees": 90}},
                    "motion": [[0, [0, 0, 0]], [{}, [0, -0.003, 0]], [{}, [0.001, -0.003, 0]]]}}],
        "contact": {{"detection": {{"distance": {}}}, "law": {{"friction": {}{}}}}},
        "solver": {{"iterations": 20000, "tolerance": 1e-9}},
        "probes": [{{"name": "f", "body": "block", "what": "contact_force"}}]}})",
        hold.step, hold.dynamic ? "implicit" : "quasistatic", hold.element, hold.shape, phase, 2 * phase,
        hold.distance, hold.friction, hold.adhesion));
}

Vec3 force(const World& world) {
    const std::vector<double> f = world.probes()[0].values;
    return {f[0], f[1], f[2]};
}

std::vector<std::int64_t> ids(const World& world) {
    std::vector<std::int64_t> all;
    for (const ContactFrame& c : world.contacts()) all.push_back(c.id);
    return all;
}

void expect_settled(const Hold& hold) {
    const double phase = hold.dynamic ? 0.1 : 10 * hold.step, rest = hold.dynamic ? 0.5 : 40 * hold.step;
    World world(held(hold, phase));
    while (world.time() < 2 * phase + rest) world.step();
    const Vec3 before = force(world);
    const std::vector<std::int64_t> contacts = ids(world);
    EXPECT_LT(before.y(), -5) << "the set-up";
    if (hold.friction >= 0.3) {
        EXPECT_GT(before.x(), 1.5) << "friction holds";
    }
    for (int i = 0; i < 20; ++i) {
        world.step();
        EXPECT_LT((force(world) - before).norm(), 1e-6 * before.norm()) << i;
        EXPECT_EQ(ids(world), contacts) << i;
    }
}

class RoundOnSoft : public testing::TestWithParam<Hold> {};

TEST_P(RoundOnSoft, HeldStillItsForceIsConstant) {
    expect_settled(GetParam());
}

std::string name_of(const testing::TestParamInfo<Hold>& info) {
    return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Quick, RoundOnSoft,
    testing::Values(Hold{"Ball", ball_shape, 0.008, 8e-4, 0.01, false, 0.5},
                    Hold{"BallFrictionless", ball_shape, 0.008, 8e-4, 0.01, false, 0},
                    Hold{"BallNear", ball_shape, 0.008, 8e-5, 0.005, false, 0.3},
                    Hold{"BallFar", ball_shape, 0.008, 8e-3, 0.005, false, 0.5},
                    Hold{"BallDynamic", ball_shape, 0.008, 8e-4, 0.01, true, 0.5},
                    Hold{"BallDynamicNear", ball_shape, 0.008, 8e-5, 0.005, true, 0.5},
                    Hold{"BallCoarse", ball_shape, 0.016, 8e-4, 0.001, false, 0.5},
                    Hold{"BallCoarseDynamic", ball_shape, 0.016, 8e-5, 0.001, true, 0.3},
                    Hold{"Capsule", lying_capsule, 0.008, 8e-4, 0.01, false, 0.5},
                    Hold{"CapsuleFrictionless", lying_capsule, 0.008, 8e-4, 0.01, false, 0},
                    Hold{"CapsuleNear", lying_capsule, 0.008, 8e-5, 0.005, false, 0.3},
                    Hold{"CapsuleDynamic", lying_capsule, 0.008, 8e-4, 0.01, true, 0.3},
                    Hold{"CapsuleCoarse", lying_capsule, 0.016, 8e-3, 0.001, false, 0.5},
                    Hold{"BallBonded", ball_shape, 0.008, 8e-4, 0.01, false, 0.5, sticky_ball_law},
                    Hold{"BallBondedDynamic", ball_shape, 0.008, 8e-4, 0.01, true, 0.5, sticky_ball_law},
                    Hold{"CapsuleBonded", lying_capsule, 0.008, 8e-4, 0.01, false, 0.3, sticky_ball_law}),
    name_of);

/// A ball of 0.26 kg between pads that press with 8.6 N each: friction could hold 8.6 N, and 2.6 are asked.
TEST(RoundGrip, ABallBetweenQuasistaticPadsDoesNotCreep) {
    const auto pad = [](const char* name, double side) {
        return fmt::format(
            R"({{"name": "{}", "type": "soft", "shape": {{"box": [0.04, 0.08, 0.08]}}, "material": "rubber",
            "position": [{}, 0, 0], "dynamics": "quasistatic", "element": "10 mm", "motion": [{{
            "nodes": {{"box": [[{}, -1, -1], [{}, 1, 1]]}}, "keyframes": [[0, [0, 0, 0]], [0.2, [{}, 0, 0]]]}}]}})",
            name, 0.0701 * side, side < 0 ? -1 : 0.0199, side < 0 ? -0.0199 : 1, -0.0035 * side);
    };
    World world(parse_scene(fmt::format(
        R"({{"time": {{"step": 0.01, "duration": 1}}, "materials": {{"rubber": {{"young": 1e5, "poisson": 0.3}}}},
        "bodies": [{}, {}, {{"name": "ball", "type": "rigid", "shape": {{"sphere": 0.05}}, "density": 500}},
                   {{"name": "seat", "type": "static", "shape": {{"box": [0.04, 0.01, 0.04]}},
                    "position": [0, -0.0551, 0],
                    "motion": [[0, [0, 0, 0]], [0.25, [0, 0, 0]], [0.3, [0, -0.2, 0]]]}}],
        "contact": {{"detection": {{"distance": "0.5 mm"}}, "law": {{"friction": 0.5}}}},
        "solver": {{"iterations": 3000, "tolerance": 1e-9}},
        "probes": [{{"name": "x", "body": "ball", "what": "position"}}]}})",
        pad("left", -1), pad("right", 1))));
    while (world.time() < 0.6) world.step();
    const double before = world.probes()[0].values[1];
    EXPECT_GT(before, -0.002) << "the set-up";
    for (int i = 0; i < 20; ++i) world.step();
    EXPECT_LT(std::abs(world.probes()[0].values[1] - before), 0.2 * 1e-9) << "1 nm/s";
}

void expect_constant_force(const std::string& scene, int rest) {
    World world(parse_scene(scene));
    for (int i = 0; i < rest; ++i) world.step();
    const Vec3 before = force(world);
    EXPECT_LT(before.y(), 0) << "the set-up";
    for (int i = 0; i < 20; ++i) {
        world.step();
        EXPECT_LT((force(world) - before).norm(), 1e-6 * before.norm()) << i;
    }
}

std::string pressed_beside_an_edge(double young, const char* model, double radius, double depth) {
    return fmt::format(
        R"({{"gravity": [0, 0, 0], "time": {{"step": 0.01, "duration": 1}},
        "materials": {{"rubber": {{"young": {}, "poisson": 0.4}}}},
        "bodies": [{{"name": "block", "type": "soft", "shape": {{"box": [0.064, 0.032, 0.064]}}, "material": "rubber",
                    "position": [0, -0.016, 0], "model": "{}", "dynamics": "quasistatic", "element": "8 mm",
                    "fixed": [{{"box": [[-1, -1, -1], [1, -0.0159, 1]]}}]}},
                   {{"name": "ball", "type": "static", "shape": {{"sphere": {}}}, "position": [-0.0029, {}, -0.0029],
                    "motion": [[0, [0, 0, 0]], [0.1, [0, {}, 0]], [0.2, [-3.7e-5, {}, 9.4e-5]]]}}],
        "contact": {{"detection": {{"distance": "0.5 mm"}}, "law": {{"friction": 0.3}}}},
        "solver": {{"iterations": 20000, "tolerance": 1e-9}},
        "probes": [{{"name": "f", "body": "block", "what": "contact_force"}}]}})",
        young, model, radius, radius, -depth, -depth);
}

/// Few facets carry it, and what they are allowed changes as fast as they move.
TEST(RoundOnSoft, ABallThatIsSmallerThanElementsSettles) {
    expect_constant_force(pressed_beside_an_edge(1e6, "linear", 0.0114, 3.4e-4), 60);
    expect_constant_force(
        R"({"gravity": [0, 0, 0], "time": {"step": 0.005, "duration": 1},
        "materials": {"gel": {"young": 1e4, "poisson": 0, "damping": {"stiffness": 0.02}}},
        "bodies": [{"name": "block", "type": "soft", "shape": {"box": [0.048, 0.024, 0.048]}, "material": "gel",
                    "position": [0, -0.012, 0], "model": "corotational", "element": "6 mm",
                    "fixed": [{"box": [[-1, -1, -1], [1, -0.0119, 1]]}]},
                   {"name": "ball", "type": "static", "shape": {"sphere": 0.00542}, "position": [0.00274, 0.00542, 0.00213],
                    "motion": [[0, [0, 0, 0]], [0.1, [0, -0.00361, 0]]]}],
        "contact": {"detection": {"distance": "0.01 mm"}, "law": {"friction": 0}},
        "solver": {"iterations": 20000, "tolerance": 1e-9},
        "probes": [{"name": "f", "body": "block", "what": "contact_force"}]})",
        140);
}

/// Energies of elements are rounded to far more than what is left of them near the equilibrium: forces judge.
TEST(RoundOnSoft, QuasistaticNeoHookeanBlocksFindTheirEquilibrium) {
    expect_constant_force(pressed_beside_an_edge(1e5, "neohookean", 0.02, 8e-4), 60);
    expect_constant_force(pressed_beside_an_edge(1e6, "neohookean", 0.05, 1.5e-3), 60);
}

/// Facets of a flat, stiff face are exact: the ball meets neither vertices nor the hollows between them.
TEST(RoundOnStiff, ABallRollsOverFlatFacets) {
    World world(parse_scene(R"({"time": {"step": 0.001, "duration": 1},
        "materials": {"hard": {"young": 1e9, "poisson": 0.3, "damping": {"stiffness": 1e-3}}},
        "bodies": [{"name": "block", "type": "soft", "shape": {"box": [0.16, 0.016, 0.08]}, "material": "hard",
                    "position": [0, -0.008, 0], "element": "8 mm", "fixed": [{"box": [[-1, -1, -1], [1, -0.0079, 1]]}]},
                   {"name": "ball", "type": "rigid", "shape": {"sphere": 0.05}, "density": 500,
                    "position": [-0.05, 0.05, 0.001], "velocity": [0.5, 0, 0], "angular_velocity": [0, 0, -10]}],
        "contact": {}, "probes": [{"name": "x", "body": "ball", "what": "position"},
                                  {"name": "v", "body": "ball", "what": "velocity"}]})"));
    for (int i = 0; i < 200; ++i) {
        world.step();
        EXPECT_NEAR(world.probes()[0].values[1], 0.05, 1e-5) << i;
    }
    EXPECT_NEAR(world.probes()[1].values[0], 0.5, 1e-3);
}

/// A block of 10 MPa bends by some hundredths of the ball's curvature: it counts as flat.
TEST(RoundOnStiff, ABallRollsOverRubber) {
    World world(parse_scene(R"({"time": {"step": 0.001, "duration": 1},
        "materials": {"rubber": {"young": 1e7, "poisson": 0.3, "damping": {"stiffness": 1e-3}}},
        "bodies": [{"name": "block", "type": "soft", "shape": {"box": [0.24, 0.016, 0.048]}, "material": "rubber",
                    "position": [0, -0.008, 0], "element": "8 mm", "fixed": [{"box": [[-1, -1, -1], [1, -0.0079, 1]]}]},
                   {"name": "ball", "type": "rigid", "shape": {"sphere": 0.05}, "density": 500,
                    "position": [-0.1, 0.05, 0.001], "velocity": [0.5, 0, 0], "angular_velocity": [0, 0, -10]}],
        "contact": {}, "probes": [{"name": "v", "body": "ball", "what": "velocity"}]})"));
    for (int i = 0; i < 400; ++i) world.step();
    EXPECT_GT(world.probes()[0].values[0], 0.995 * 0.5);
}

class RoundOnSoftLong : public testing::TestWithParam<Hold> {};

TEST_P(RoundOnSoftLong, HeldStillItsForceIsConstant) {
    expect_settled(GetParam());
}

std::vector<Hold> all_holds() {
    std::vector<Hold> all;
    for (const char* shape : {ball_shape, lying_capsule})
        for (const double element : {0.004, 0.008, 0.016})
            for (const double distance : {8e-5, 8e-4, 8e-3})
                for (const double step : {0.001, 0.005, 0.01})
                    for (const bool dynamic : {false, true})
                        for (const double friction : {0.0, 0.3, 0.5})
                            all.push_back(
                                {fmt::format("{}_{}_{}_{}_{}_{}", shape == ball_shape ? "Ball" : "Capsule",
                                             std::lround(1e3 * element), std::lround(1e5 * distance),
                                             std::lround(1e3 * step), dynamic ? "dynamic" : "quasistatic",
                                             std::lround(10 * friction)),
                                 shape, element, distance, step, dynamic, friction});
    return all;
}

INSTANTIATE_TEST_SUITE_P(All, RoundOnSoftLong, testing::ValuesIn(all_holds()), name_of);

}  // namespace
}  // namespace limpet
