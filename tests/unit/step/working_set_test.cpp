/// Contacts that a step's problem leaves out: what the solve closes is found, and the result is that of the
/// problem of all contacts, the slow twin.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "bodies/make_body.h"
#include "limpet/threads.h"
#include "limpet/world.h"
#include "solve/contact_problems.h"
#include "solve/problem.h"
#include "step/contact_step.h"

namespace limpet {
namespace {

constexpr double idle_distance = 0.001, idle_tolerance = 1e-10;

int solved_contacts(const std::vector<const Problem*>& problems) {
    int count = 0;
    for (const Problem* problem : problems) count += problem->contacts();
    return count;
}

/// World::step() with nothing left out.
class Whole {
public:
    explicit Whole(Scene scene)
        : scene_(std::move(scene)),
          bodies_(make_bodies(scene_, nullptr)),
          contact_(scene_, bodies_, warnings_, smallest_size(bodies_)) {}

    void step_from(const WorldState& state) {
        const double h = scene_.time.step;
        for (std::size_t i = 0; i < bodies_.size(); ++i)
            ASSERT_TRUE(bodies_[i]->set_state(state.bodies[i].values));
        ASSERT_TRUE(contact_.set_state(state.contacts));
        for (auto& body : bodies_)
            body->free_motion({static_cast<double>(state.step) * h, h, to_vec3(scene_.gravity)});
        contact_.detect(h);
        contact_.contacts(h, ContactStep::Active::All);
        contact_.compliance(h);
        contact_.solve();
        contact_.correct();
        record_ = {};
        StageClock clock(record_);
        contact_.refine(h, clock);
        for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i]->advance(h * contact_.advance_share(i));
        contact_.stabilise(h);
        contact_.evolve(h, record_);
    }
    double residual() const { return record_.residual; }

    int solved() const { return solved_contacts(contact_.problems()); }
    const Body& body(std::size_t i) const { return *bodies_[i]; }

private:
    Scene scene_;
    std::vector<std::unique_ptr<Body>> bodies_;
    std::vector<Warning> warnings_;
    ContactStep contact_;
    StepRecord record_;
};

struct Case {
    const char *name, *solver, *detection, *law;
};
void PrintTo(const Case& c, std::ostream* out) {
    *out << c.name;
}

/// Soft and rigid bodies that fall on a floor, on each other, and between two walls that are just too near.
Scene idle_heap(const Case& c) {
    return parse_scene(fmt::format(
        R"({{"name": "heap", "time": {{"step": 0.005, "duration": 1}},
        "materials": {{"rubber": {{"density": 1000, "young": 5e4, "poisson": 0.35, "damping": {{"stiffness": 0.004}}}}}},
        "contact": {{"law": {}, "detection": {{"type": "{}", "distance": {}}}}},
        "solver": {{"type": "{}", "iterations": 50000, "tolerance": {}}},
        "bodies": [
        {{"name": "floor", "type": "static", "shape": {{"box": [1, 0.1, 1]}}, "position": [0, -0.05, 0]}},
        {{"name": "left", "type": "static", "shape": {{"box": [0.1, 0.1, 1]}}, "position": [-0.0905, 0.05, 0]}},
        {{"name": "right", "type": "static", "shape": {{"box": [0.1, 0.1, 1]}}, "position": [0.0907, 0.05, 0]}},
        {{"name": "ball", "type": "soft", "material": "rubber", "element": 0.015, "shape": {{"sphere": 0.04}}, "position": [0, 0.0402, 0]}},
        {{"name": "ring", "type": "soft", "material": "rubber", "element": 0.02, "shape": {{"zoo": "candy_ring", "size": 0.07}}, "position": [0.003, 0.1, 0]}},
        {{"name": "box", "type": "rigid", "density": 1000, "shape": {{"box": [0.03, 0.03, 0.03]}}, "position": [0.012, 0.0157, 0.08], "rotation": {{"axis": [1, 2, 0], "degrees": 3}}}},
        {{"name": "top", "type": "rigid", "density": 1000, "shape": {{"box": [0.04, 0.02, 0.04]}}, "position": [0.012, 0.044, 0.085], "velocity": [0.2, -0.4, 0], "rotation": {{"axis": [1, 0, 2], "degrees": 12}}}}
        ]}})",
        c.law, c.detection, idle_distance, c.solver, idle_tolerance));
}

class IdleContacts : public testing::TestWithParam<Case> {};

/// Largest difference of positions and velocities. [m], [m/s]
std::pair<double, double> idle_difference(const Body& body, const BodyView& view) {
    const auto largest = [](const std::vector<Vec3>& a, std::span<const double> b) {
        const Eigen::Map<const VecX> other(b.data(), static_cast<Eigen::Index>(b.size()));
        return (flat(a) - other).cwiseAbs().maxCoeff();
    };
    return {largest(body.surface().positions, view.positions()),
            largest(body.surface().velocities, view.velocities())};
}

TEST_P(IdleContacts, LeaveTheSolutionOfTheWholeProblem) {
    constexpr int steps = 50;
    World world(idle_heap(GetParam()));
    Whole whole(idle_heap(GetParam()));
    int left_out = 0, compared = 0;
    for (int i = 0; i < steps; ++i) {
        whole.step_from(world.state());
        world.step();
        left_out += whole.solved() - solved_contacts(contact_problems(world));
        // What a solver did not solve, it did not solve alike.
        if (std::max(whole.residual(), world.last_step().residual) > idle_tolerance) continue;
        ++compared;
        for (std::size_t b = 0; b < world.body_count(); ++b) {
            const auto [apart, faster] = idle_difference(whole.body(b), world.body(b));
            ASSERT_LT(apart, 1e-8) << world.body(b).name() << ", step " << i;
            ASSERT_LT(faster, 1e-6) << world.body(b).name() << ", step " << i;
        }
    }
    EXPECT_GE(compared, steps - 5);
    EXPECT_GT(left_out, 5 * steps) << "or there is nothing to compare";
}

constexpr const char* dry_law = R"({"friction": 0.4})";
constexpr const char* sticky_law =
    R"({"friction": 0.4, "adhesion": {"stiffness": 1e5, "energy": 0.02, "viscosity": 0.05, "bonding_rate": 0.05, "saturation": 200, "reference_gap": 0.0004}})";

INSTANTIATE_TEST_SUITE_P(
    Solvers, IdleContacts,
    testing::Values(Case{"auto", "auto", "proximity", dry_law}, Case{"nsgs", "nsgs", "proximity", dry_law},
                    Case{"block_pgs", "block-pgs", "proximity", dry_law},
                    Case{"frictionless", "lemke", "proximity", R"({"friction": 0})"},
                    Case{"continuous", "nsgs", "continuous", dry_law},
                    Case{"viscous", "auto", "proximity", R"({"friction": 0.2, "viscosity": 300})"},
                    Case{"bonds", "auto", "proximity", sticky_law},
                    Case{"continuous_bonds", "auto", "continuous", sticky_law}),
    [](const auto& c) { return std::string(c.param.name); });

/// A box that nothing moves yet, in front of a wall; another flies at it and pushes it against the wall in
/// the same step. Free motion leaves the gap to the wall open.
TEST(Idle, WhatClosesOnlyThroughTheSolveIsFound) {
    for (const char* law :
         {R"({"friction": 0.3})",
          R"({"friction": 0.3, "adhesion": {"stiffness": 1e6, "energy": 0.01, "viscosity": 0.01,
                               "bonding_rate": 0.05, "saturation": 200, "reference_gap": 0.0002}})"})
        for (const char* detection : {"proximity", "continuous"}) {
            World world(parse_scene(fmt::format(
                R"({{"name": "pushed", "gravity": [0, 0, 0], "time": {{"step": 0.005, "duration": 1}},
                "contact": {{"law": {}, "detection": {{"type": "{}", "distance": {}}}}},
                "solver": {{"type": "nsgs", "iterations": 1000, "tolerance": 1e-10}},
                "bodies": [
                {{"name": "wall", "type": "static", "shape": {{"box": [0.02, 0.2, 0.2]}}, "position": [0.0303, 0, 0], "surface": 0.05}},
                {{"name": "box", "type": "rigid", "density": 1000, "shape": {{"box": [0.04, 0.04, 0.04]}}, "surface": 0.04}},
                {{"name": "flier", "type": "rigid", "density": 1000, "shape": {{"box": [0.04, 0.04, 0.04]}}, "position": [-0.0401, 0, 0], "velocity": [0.2, 0, 0], "surface": 0.04}}
                ]}})",
                law, detection, idle_distance)));
            world.step();
            double right = -1;
            for (std::size_t k = 0; k < world.body("box").positions().size(); k += 3)
                right = std::max(right, world.body("box").positions()[k]);
            EXPECT_NEAR(right, 0.0203, 1e-8) << detection << ", " << law;
        }
}

}  // namespace
}  // namespace limpet
