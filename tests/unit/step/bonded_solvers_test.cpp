/// A tape that is peeled: the solvers that know bonds agree on how it moves and what its bonds take, and say
/// so where they have not got there.

#include <gtest/gtest.h>

#include "core/types.h"
#include "limpet/threads.h"
#include "limpet/world.h"
#include "support/warnings.h"

namespace limpet {
namespace {

/// 12 mm by 2 mm, lifted by one end at 45°.
Scene peeled_tape(const std::string& solver, const std::string& extra = "") {
    return parse_scene(
        R"({"name": "tape", "gravity": [0, 0, 0], "time": {"step": "1 ms", "duration": "0.2 s"},
        "materials": {"pvc": {"density": 1300, "young": "50 MPa", "poisson": 0.3, "damping": {"stiffness": 0.001}}},
        "bodies": [
          {"name": "plate", "type": "static", "shape": {"box": [0.08, 0.01, 0.02]}, "position": [0, -0.005, 0]},
          {"name": "tape", "type": "cloth", "shape": {"plane": ["12 mm", "2 mm"]}, "position": [0, "0.05 mm", 0],
           "material": "pvc", "thickness": "0.1 mm", "surface": "1 mm",
           "motion": {"nodes": {"box": [["5.9 mm", -1, -1], [1, 1, 1]]},
                      "keyframes": [[0, [0, 0, 0]], [0.1, ["-3 mm", "4 mm", 0]]]}}],
        "contact": {"law": {"friction": 0.3, "adhesion": {"stiffness": 4e5, "energy": 0.4, "viscosity": 0, "initial": 1,
                                                          "reference_gap": "2.5 mm"}}},
        "solver": )" +
        solver + extra + "}");
}

struct Peeled {
    double dissipated = 0, stored = 0, bonded = 0;  ///< [J], [J], [m²]
    std::vector<Vec3> vertices;
    int solved = 0;  ///< steps with a residual within the tolerance
};

Peeled peel_tape(const std::string& solver, int steps = 100) {
    World world(peeled_tape(solver));
    Peeled result;
    for (int i = 0; i < steps; ++i) {
        world.step();
        result.solved += world.last_step().residual <= world.scene().solver.tolerance;
    }
    const StepRecord& last = world.last_step();
    result.dissipated = last.adhesive_dissipation;
    result.stored = last.adhesive_energy;
    result.bonded = last.bonded_area;
    for (const Vector3& x : world.frame().bodies[1].vertices) result.vertices.push_back(to_vec3(x));
    return result;
}

double largest_distance(const Peeled& a, const Peeled& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.vertices.size(); ++i)
        largest = std::max(largest, (a.vertices[i] - b.vertices[i]).norm());
    return largest;
}

constexpr const char* exact_newton = R"({"type": "newton", "tolerance": 1e-10})";

/// By default, as exactly as it gets.
TEST(BondedSolvers, DefaultsConverge) {
    const Peeled usual = peel_tape("{}"), exact = peel_tape(exact_newton);
    EXPECT_EQ(usual.solved, 100);
    EXPECT_EQ(exact.solved, 100);
    EXPECT_GT(exact.dissipated, 1e-7);
    EXPECT_NEAR(usual.dissipated, exact.dissipated, 1e-5 * exact.dissipated);
    EXPECT_LT(largest_distance(usual, exact), 1e-8);
}

/// The same equations by relaxation.
TEST(BondedSolvers, AnticipationAgrees) {
    const Peeled exact = peel_tape(exact_newton),
                 relaxed = peel_tape(R"({"type": "anticipation", "tolerance": 1e-8, "iterations": 100000})");
    EXPECT_EQ(relaxed.solved, 100);
    EXPECT_NEAR(relaxed.dissipated, exact.dissipated, 1e-4 * exact.dissipated);
    EXPECT_LT(largest_distance(relaxed, exact), 1e-7);
}

/// W comes from an older A that turns with the tape.
TEST(BondedSolvers, SweepsAgreeAsFarAsTheirComplianceIsThePresentOne) {
    const Peeled exact = peel_tape(exact_newton);
    for (const char* solver : {R"({"type": "nsgs", "tolerance": 1e-8, "iterations": 100000})",
                               R"({"type": "block-pgs", "tolerance": 1e-8, "iterations": 100000})"}) {
        const Peeled swept = peel_tape(solver);
        EXPECT_EQ(swept.solved, 100) << solver;
        EXPECT_NEAR(swept.dissipated, exact.dissipated, 0.02 * exact.dissipated) << solver;
        EXPECT_NEAR(swept.stored, exact.stored, 0.02 * exact.stored) << solver;
        EXPECT_LT(largest_distance(swept, exact), 1e-4) << solver;
    }
}

TEST(BondedSolvers, SayWhereTheyDidNotGetThere) {
    World world(peeled_tape(R"({"type": "nsgs", "iterations": 3})"));
    for (int i = 0; i < 60; ++i) world.step();
    const std::vector<Warning> said = warnings_of(world, "bond-work");
    ASSERT_FALSE(said.empty());
    EXPECT_EQ(said[0].bodies, (std::vector<std::string>{"plate", "tape"}));
    EXPECT_NE(said[0].sentence.find("bonds were not solved in 3 iterations"), std::string::npos)
        << said[0].sentence;
    World usual(peeled_tape("{}"));
    for (int i = 0; i < 60; ++i) usual.step();
    EXPECT_TRUE(warnings_of(usual, "bond-work").empty());
}

TEST(BondedSolvers, NewtonGivesTheSameBytesForAnyNumberOfThreads) {
    std::vector<WorldState> states;
    for (const int threads : {1, 2, 4}) {
        set_threads(threads);
        World world(peeled_tape("{}"));
        for (int i = 0; i < 40; ++i) world.step();
        states.push_back(world.state());
    }
    set_threads(0);
    EXPECT_TRUE(states[1] == states[0]);
    EXPECT_TRUE(states[2] == states[0]);
}

TEST(BondedSolvers, NewtonGoesOnFromASavedState) {
    World world(peeled_tape("{}"));
    for (int i = 0; i < 30; ++i) world.step();
    const WorldState middle = world.state();
    for (int i = 0; i < 20; ++i) world.step();
    World again(peeled_tape("{}"));
    again.restore(middle);
    for (int i = 0; i < 20; ++i) again.step();
    EXPECT_TRUE(again.state() == world.state());
}

}  // namespace
}  // namespace limpet
