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

constexpr const char* ball = R"("sphere": 0.05)";
constexpr const char* lying_capsule = R"("capsule": {"radius": 0.05, "height": 0.03})";

struct Hold {
    std::string name;
    const char* shape;
    double element;   ///< [m]
    double distance;  ///< [m]
    double step;      ///< [s]
    bool dynamic;
    double friction;
};

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
        "contact": {{"detection": {{"distance": {}}}, "law": {{"friction": {}}}}},
        "solver": {{"iterations": 20000, "tolerance": 1e-9}},
        "probes": [{{"name": "f", "body": "block", "what": "contact_force"}}]}})",
        hold.step, hold.dynamic ? "implicit" : "quasistatic", hold.element, hold.shape, phase, 2 * phase,
        hold.distance, hold.friction));
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
    testing::Values(Hold{"Ball", ball, 0.008, 8e-4, 0.01, false, 0.5},
                    Hold{"BallFrictionless", ball, 0.008, 8e-4, 0.01, false, 0},
                    Hold{"BallNear", ball, 0.008, 8e-5, 0.005, false, 0.3},
                    Hold{"BallFar", ball, 0.008, 8e-3, 0.005, false, 0.5},
                    Hold{"BallDynamic", ball, 0.008, 8e-4, 0.01, true, 0.5},
                    Hold{"BallDynamicNear", ball, 0.008, 8e-5, 0.005, true, 0.5},
                    Hold{"BallCoarse", ball, 0.016, 8e-4, 0.001, false, 0.5},
                    Hold{"BallCoarseDynamic", ball, 0.016, 8e-5, 0.001, true, 0.3},
                    Hold{"Capsule", lying_capsule, 0.008, 8e-4, 0.01, false, 0.5},
                    Hold{"CapsuleFrictionless", lying_capsule, 0.008, 8e-4, 0.01, false, 0},
                    Hold{"CapsuleNear", lying_capsule, 0.008, 8e-5, 0.005, false, 0.3},
                    Hold{"CapsuleDynamic", lying_capsule, 0.008, 8e-4, 0.01, true, 0.3},
                    Hold{"CapsuleCoarse", lying_capsule, 0.016, 8e-3, 0.001, false, 0.5}),
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

class RoundOnSoftLong : public testing::TestWithParam<Hold> {};

TEST_P(RoundOnSoftLong, HeldStillItsForceIsConstant) {
    expect_settled(GetParam());
}

std::vector<Hold> all_holds() {
    std::vector<Hold> all;
    for (const char* shape : {ball, lying_capsule})
        for (const double element : {0.004, 0.008, 0.016})
            for (const double distance : {8e-5, 8e-4, 8e-3})
                for (const double step : {0.001, 0.005, 0.01})
                    for (const bool dynamic : {false, true})
                        for (const double friction : {0.0, 0.3, 0.5})
                            all.push_back(
                                {fmt::format("{}_{}_{}_{}_{}_{}", shape == ball ? "Ball" : "Capsule",
                                             std::lround(1e3 * element), std::lround(1e5 * distance),
                                             std::lround(1e3 * step), dynamic ? "dynamic" : "quasistatic",
                                             std::lround(10 * friction)),
                                 shape, element, distance, step, dynamic, friction});
    return all;
}

INSTANTIATE_TEST_SUITE_P(All, RoundOnSoftLong, testing::ValuesIn(all_holds()), name_of);

}  // namespace
}  // namespace limpet
