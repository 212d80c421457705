/// The same bytes for any number of threads, and the same motion with every contact twice.

#include <gtest/gtest.h>

#include <numeric>

#include "bodies/make_body.h"
#include "compliance/group_problem.h"
#include "limpet/world.h"
#include "solve/sweeps/pgs.h"

namespace limpet {
namespace {

/// Soft and rigid bodies on a floor and on each other.
Scene heap_with_friction(const std::string& friction) {
    return parse_scene(R"({"name": "heap", "time": {"step": 0.005, "duration": 1},
        "materials": {"rubber": {"density": 1000, "young": 5e4, "poisson": 0.35, "damping": {"stiffness": 0.004}}},
        "contact": {"law": {"friction": )" +
                       friction + R"(}, "detection": {"self": true}},
        "solver": {"iterations": 50},
        "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -0.05, 0]},
        {"name": "a", "type": "soft", "material": "rubber", "element": 0.015, "shape": {"sphere": 0.04}, "position": [0, 0.042, 0]},
        {"name": "b", "type": "soft", "material": "rubber", "element": 0.02, "shape": {"zoo": "candy_ring", "size": 0.09}, "position": [0.01, 0.105, 0]},
        {"name": "c", "type": "rigid", "density": 1000, "shape": {"sphere": 0.02}, "position": [0.2, 0.021, 0]},
        {"name": "d", "type": "rigid", "density": 1000, "shape": {"box": [0.04, 0.04, 0.04]}, "position": [0.205, 0.062, 0.003]},
        {"name": "e", "type": "rigid", "density": 1000, "shape": {"capsule": {"radius": 0.01, "height": 0.04}}, "position": [-0.2, 0.05, 0], "rotation": {"axis": [0, 0, 1], "degrees": 80}}]})");
}

WorldState heap_state(const std::string& friction, int steps, int threads) {
    set_threads(threads);
    World world(heap_with_friction(friction));
    for (int i = 0; i < steps; ++i) world.step();
    set_threads(0);
    EXPECT_GT(world.last_step().contacts, 10);
    return world.state();
}

class ContactBytes : public testing::TestWithParam<const char*> {};

TEST_P(ContactBytes, AreTheSameForAnyNumberOfThreads) {
    const WorldState one = heap_state(GetParam(), 40, 1);
    for (const int threads : {2, 4}) {
        const WorldState other = heap_state(GetParam(), 40, threads);
        for (std::size_t i = 0; i < one.bodies.size(); ++i)
            EXPECT_EQ(one.bodies[i].values, other.bodies[i].values) << one.bodies[i].name << ", " << threads;
        EXPECT_EQ(one.contacts, other.contacts);
    }
}

TEST_P(ContactBytes, AreTheSameAfterGoingOn) {
    World straight(heap_with_friction(GetParam())), first(heap_with_friction(GetParam())),
        second(heap_with_friction(GetParam()));
    for (int i = 0; i < 50; ++i) straight.step();
    for (int i = 0; i < 30; ++i) first.step();
    second.restore(first.state());
    for (int i = 30; i < 50; ++i) second.step();
    for (std::size_t i = 0; i < straight.body_count(); ++i)
        EXPECT_EQ(straight.state().bodies[i].values, second.state().bodies[i].values) << i;
    EXPECT_EQ(straight.state().contacts, second.state().contacts);
}

INSTANTIATE_TEST_SUITE_P(Friction, ContactBytes, testing::Values("0", "0.4"));

/// One step of a box on a floor with each contact `times` times.
std::vector<double> step_with_contacts(int times) {
    const Scene scene = parse_scene(R"({"name": "twice", "time": {"step": 0.01, "duration": 1},
        "materials": {"rubber": {"density": 1000, "young": 5e4, "poisson": 0.35}},
        "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -0.05, 0]},
        {"name": "box", "type": "soft", "material": "rubber", "element": 0.03, "shape": {"box": [0.1, 0.1, 0.1]},
         "position": [0, 0.05, 0]}]})");
    const double h = 0.01;
    const auto bodies = make_bodies(scene);
    for (const auto& body : bodies) body->free_motion({0, h, Vec3(0, -9.81, 0)});
    DetectionSurface floor(bodies[0]->complex()), box(bodies[1]->complex());
    floor.update(bodies[0]->collision_positions());
    box.update(bodies[1]->collision_positions());
    std::vector<Contact> contacts;
    for (const Proximity& p : find_proximities(box, floor, 0.001)) {
        Contact c{};
        c.key = {1, 0, p.features, p.first_feature, 0};
        c.first = p.first;
        c.second = p.second;
        c.first_offset.setZero();
        c.second_offset.setZero();
        c.frame << p.normal, Vec3::UnitX(), Vec3::UnitZ();
        c.gap = p.gap;
        for (int k = 0; k < times; ++k) contacts.push_back(c);
    }
    EXPECT_GT(contacts.size(), 8u);
    std::vector<int> all(contacts.size());
    std::iota(all.begin(), all.end(), 0);
    GroupProblem group = build_group(contacts, all, bodies, h);
    const Problem problem{group.W, group.u0, std::vector<double>(all.size(), 0.0), {}};
    const Report report = solve_pgs(problem, {20000, 1e-13, false});
    EXPECT_EQ(report.status, SolveStatus::Converged);
    for (const BodyRows& part : group.bodies) part.body->add_impulses(part.rows, report.lambda);
    for (const auto& body : bodies) body->advance(h);
    return bodies[1]->state();
}

TEST(Duplicates, OfEveryContactGiveTheSameMotion) {
    const std::vector<double> once = step_with_contacts(1), twice = step_with_contacts(2);
    const std::size_t motion = 6 * (once.size() / 16);  // positions and velocities come first
    for (std::size_t i = 0; i < motion; ++i) EXPECT_NEAR(once[i], twice[i], 1e-10) << i;
}

}  // namespace
}  // namespace limpet
