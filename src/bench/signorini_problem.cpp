/// The linear complementarity problem that C. Duriez, C. Andriot, A. Kheddar, Signorini's contact model for
/// deformable objects in haptic simulations (2004), give times for: 70 contacts, 5 ms to build it and less
/// than 1 ms for 100 sweeps of Gauss–Seidel. Ours is of two spheres that are pressed until there are about as
/// many contacts; its matrices come from the same calls that a step makes.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "bench/signorini.h"
#include "bench/stopwatch.h"
#include "bodies/make_body.h"
#include "bodies/soft/soft_body.h"
#include "compliance/group_problem.h"
#include "contact/make_contacts.h"
#include "limpet/error.h"
#include "limpet/world.h"
#include "solve/sweeps/pgs.h"

namespace limpet {
namespace {

constexpr int paper_contacts = 70;
constexpr int paper_sweeps = 100;
constexpr int finer_steps = 8;
constexpr double paper_sweeps_ms = 1, paper_build_ms = 5;
constexpr double aim_sweeps_ms = 0.05, aim_build_ms = 0.3;

/// The state whose next step has a number of contacts nearest to `contacts`.
WorldState pressed_until(const Scene& scene, int contacts, bool quick) {
    World world(scene);
    WorldState before = world.state(), best;
    int nearest = std::numeric_limits<int>::max();
    for (int i = 0; i < (quick ? 30 : 75 * finer_steps); ++i) {
        world.step();
        const int found = static_cast<int>(world.contacts().size());
        const int off = std::abs(found - contacts);
        if (off < nearest) {
            nearest = off;
            best = before;
        }
        if (found > contacts) break;
        before = world.state();
    }
    return best;
}

/// Two bodies in the middle of a step: free motion is done, contacts are found.
struct MidStep {
    Scene scene;
    std::vector<std::unique_ptr<Body>> bodies;
    std::vector<Contact> contacts;

    /// `untouched`: contacts have left nothing behind in the bodies. Otherwise they factorise in free motion.
    MidStep(const Scene& from, const WorldState& state, bool untouched)
        : scene(from), bodies(make_bodies(scene)) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            std::vector<double> values = state.bodies[i].values;
            if (untouched) {
                // Positions and velocities; neither impulses nor a compliance.
                values.resize(6 * static_cast<const SoftBody&>(*bodies[i]).positions().size());
                values.insert(values.end(), {0.0, 0.0});
            }
            if (!bodies[i]->set_state(values))
                throw BreakdownError("a state does not fit the scene that it was taken from");
        }
        free_motion(state.time);
        const double distance = *scene.contact->detection.distance;
        DetectionSurface first(bodies[0]->complex()), second(bodies[1]->complex());
        first.update(bodies[0]->collision_positions());
        second.update(bodies[1]->collision_positions());
        contacts = make_contacts(0, 1, first, second, find_proximities(first, second, distance));
    }
    void free_motion(double time) {
        for (const auto& body : bodies) body->free_motion({time, scene.time.step, to_vec3(scene.gravity)});
    }
    GroupProblem build() const {
        std::vector<int> all(contacts.size());
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
        return build_group(contacts, std::move(all), bodies, scene.time.step);
    }
};

struct ProblemTimes {
    int nodes, contacts, active;
    double cold_ms, steady_ms, sweeps_ms;
    double residual;
};

ProblemTimes measure_problem(Scene scene, bool quick) {
    // Contacts come in many at a time; small steps get nearer to the paper's number.
    if (!quick) scene.time.step /= finer_steps;
    const WorldState state = pressed_until(scene, quick ? 10 : paper_contacts, quick);
    ProblemTimes m{};
    GroupProblem built;
    // New bodies each time: nothing is factorised, nothing known of A⁻¹.
    m.cold_ms = std::numeric_limits<double>::infinity();
    for (int i = 0; i < (quick ? 1 : 5); ++i) {
        MidStep cold(scene, state, true);
        m.cold_ms = std::min(m.cold_ms, milliseconds_of([&] { built = cold.build(); }));
    }
    // The same bodies, step after step.
    MidStep steady(scene, state, false);
    built = steady.build();
    m.steady_ms = std::numeric_limits<double>::infinity();
    for (int i = 0; i < (quick ? 2 : 60); ++i) {
        steady.free_motion(state.time);
        m.steady_ms = std::min(m.steady_ms, milliseconds_of([&] { built = steady.build(); }));
    }
    m.nodes = static_cast<int>(static_cast<const SoftBody&>(*steady.bodies[0]).positions().size());
    m.contacts = static_cast<int>(built.contacts.size());
    const Problem problem{built.W, built.u0, std::vector<double>(built.contacts.size(), 0.0), {}};
    Report report;
    m.sweeps_ms = smallest_milliseconds(quick ? 2 : 1000, [&] {
        report = solve_pgs(problem, {paper_sweeps, 0, false});
    });
    for (int i = 0; i < m.contacts; ++i) m.active += report.lambda[3 * i] > 0;
    m.residual = report.residual;
    return m;
}

}  // namespace

void bench_signorini_problem(BenchSheet& sheet) {
    struct Case {
        const char* name;
        ElasticModel model;
        Dynamics dynamics;
    };
    const Case cases[] = {{"linear, quasi-static", ElasticModel::Linear, Dynamics::Quasistatic},
                          {"linear, implicit", ElasticModel::Linear, Dynamics::Implicit},
                          {"corotational, implicit", ElasticModel::Corotational, Dynamics::Implicit}};
    BenchTable table;
    table.title = "The LCP of two pressed spheres";
    table.note = fmt::format(
        "ms, smallest of many. {} sweeps of Gauss–Seidel from zero, with its looks at the error; building W "
        "and "
        "u0 where nodes stay in contact, and for the first time, with ordering and factorisation of both "
        "bodies. Paper: C. Duriez et "
        "al. 2004, {} contacts, on their machine.",
        paper_sweeps, paper_contacts);
    table.columns = {"work",  "bodies", "nodes each", "contacts",      "with force",
                     "paper", "aim",    "here",       "residual after"};
    for (const Case& c : cases) {
        const ProblemTimes m =
            measure_problem(pressed_spheres(c.model, c.dynamics, 2, sheet.quick()), sheet.quick());
        const auto row = [&](const char* work, double paper, double aim, double here, double residual) {
            table.rows.push_back({work, c.name, double(m.nodes), double(m.contacts), double(m.active), paper,
                                  aim, here, residual});
        };
        const double none = std::numeric_limits<double>::quiet_NaN();
        row("100 sweeps", paper_sweeps_ms, aim_sweeps_ms, m.sweeps_ms, m.residual);
        row("building", paper_build_ms, aim_build_ms, m.steady_ms, none);
        row("building, first time", none, none, m.cold_ms, none);
    }
    sheet.add(std::move(table));
}

}  // namespace limpet
