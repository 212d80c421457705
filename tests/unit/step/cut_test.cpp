/// Blades in a world: bodies come apart, touch again, and energy does not rise.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/disjoint_sets.h"
#include "limpet/error.h"
#include "limpet/world.h"

namespace limpet {
namespace {

/// Centres and lowest points of the parts of a body that hang together by triangles.
struct Part {
    Vector3 center{};
    double lowest = 1e9, highest = -1e9;
    int vertices = 0;
};

std::vector<Part> parts_of(const BodyView& body) {
    const auto x = body.positions();
    DisjointSets sets(x.size() / 3);
    for (std::size_t i = 0; i < body.triangles().size(); i += 3)
        for (int k = 1; k < 3; ++k) sets.join(body.triangles()[i + k], body.triangles()[i]);
    std::map<int, Part> parts;
    for (std::size_t i = 0; i < x.size() / 3; ++i) {
        Part& part = parts[sets.root(static_cast<int>(i))];
        for (int k = 0; k < 3; ++k) part.center[k] += x[3 * i + k];
        part.lowest = std::min(part.lowest, x[3 * i + 1]);
        part.highest = std::max(part.highest, x[3 * i + 1]);
        ++part.vertices;
    }
    std::vector<Part> out;
    for (auto& [root, part] : parts) {
        for (double& c : part.center) c /= part.vertices;
        out.push_back(part);
    }
    std::sort(out.begin(), out.end(), [](const Part& a, const Part& b) { return a.center[0] < b.center[0]; });
    return out;
}

double total_energy(const World& world) {
    const StepRecord& r = world.last_step();
    return r.kinetic + r.elastic + r.potential;
}

/// A bar between two walls that hold its ends, and a blade that comes down through its middle.
Scene bar(const std::string& detection = R"("type": "proximity", "distance": 0.002)") {
    return parse_scene(R"({"time": {"step": 0.005, "duration": 1},
        "materials": {"jelly": {"density": 1000, "young": 2e4, "poisson": 0.4, "damping": {"stiffness": 0.005}}},
        "bodies": [
        {"name": "bar", "type": "soft", "shape": {"box": [0.3, 0.06, 0.06]}, "material": "jelly", "element": 0.03,
         "fixed": [{"box": [[-1, -1, -1], [-0.149, 1, 1]]}, {"box": [[0.149, -1, -1], [1, 1, 1]]}]}],
        "contact": {"detection": {)" +
                       detection + R"(, "self": true}},
        "blades": [{"edge": [[0.01, 0.06, -0.1], [0.01, 0.06, 0.1]],
                    "keyframes": [[0.02, [0, 0, 0]], [0.22, [0, -0.3, 0]]]}]})");
}

class Cutting : public testing::TestWithParam<const char*> {};

TEST_P(Cutting, ABarComesApartAndItsHalvesSag) {
    World world(bar(GetParam()));
    double before = 1e9, middle = 0;
    int rises = 0;
    for (int i = 0; i < 80; ++i) {
        world.step();
        rises += total_energy(world) > before + 1e-6;
        before = total_energy(world);
        if (i == 3) middle = parts_of(world.body("bar")).front().lowest;
        EXPECT_NEAR(world.body("bar").mass(), 1.08, 1e-9);
    }
    EXPECT_EQ(rises, 0);
    const std::vector<Part> parts = parts_of(world.body("bar"));
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_LT(parts[0].center[0], -0.04);
    EXPECT_GT(parts[1].center[0], 0.04);
    EXPECT_LT(std::max(parts[0].lowest, parts[1].lowest), middle - 0.02);
    EXPECT_LT(world.last_step().penetration, 0.002);
}

INSTANTIATE_TEST_SUITE_P(Detections, Cutting,
                         testing::Values(R"("type": "proximity", "distance": 0.002)",
                                         R"("type": "continuous", "distance": 0.002)",
                                         R"("type": "ldi", "pixel": 0.003, "cell": 0.02)"));

/// A block falls, is cut in its flight, and lands: its upper part rests on the lower one.
Scene falling_block() {
    return parse_scene(R"({"time": {"step": 0.005, "duration": 1},
        "materials": {"jelly": {"density": 1000, "young": 5e4, "poisson": 0.35, "damping": {"stiffness": 0.005}}},
        "bodies": [
        {"name": "floor", "type": "static", "shape": {"plane": [2, 2]}},
        {"name": "block", "type": "soft", "shape": {"box": [0.1, 0.1, 0.1]}, "material": "jelly", "element": 0.04,
         "position": [0, 0.06, 0]}],
        "contact": {"law": {"friction": 0.8}, "detection": {"distance": 0.0005, "self": true}},
        "solver": {"type": "block-pgs", "iterations": 30},
        "blades": [{"bodies": ["block"], "plane": {"point": [0, 0.06, 0], "normal": [0.3, 1, 0]}, "time": 0.02}]})");
}

TEST(CuttingWorld, PartsRestOnTheFloorAndOnEachOther) {
    World world(falling_block());
    for (int i = 0; i < 60; ++i) world.step();
    std::vector<Part> parts = parts_of(world.body("block"));
    ASSERT_EQ(parts.size(), 2u);
    if (parts[0].center[1] > parts[1].center[1]) std::swap(parts[0], parts[1]);
    EXPECT_NEAR(parts[0].lowest, 0, 5e-4);
    EXPECT_GT(parts[1].lowest, 0.025);
    EXPECT_GT(parts[1].highest, 0.09);
    EXPECT_GT(world.last_step().contacts, 20);
    EXPECT_LT(world.last_step().kinetic, 1e-2);
    EXPECT_LT(world.last_step().penetration, 2e-4);
}

std::vector<double> bytes(const World& world) {
    const WorldState state = world.state();
    std::vector<double> all = state.contacts;
    for (const auto& body : state.bodies) all.insert(all.end(), body.values.begin(), body.values.end());
    return all;
}

TEST(CuttingWorld, GivesTheSameBytesForAnyNumberOfThreads) {
    std::vector<std::vector<double>> results;
    for (const int threads : {1, 2}) {
        set_threads(threads);
        World world(bar());
        for (int i = 0; i < 30; ++i) world.step();
        results.push_back(bytes(world));
    }
    set_threads(0);
    EXPECT_EQ(results[0], results[1]);
}

TEST(CuttingWorld, GoesOnFromAStateWithTheSameBytes) {
    World straight(bar());
    for (int i = 0; i < 40; ++i) straight.step();
    for (const int stop : {3, 15, 20, 30}) {
        World first(bar()), second(bar());
        for (int i = 0; i < stop; ++i) first.step();
        second.restore(first.state());
        for (int i = stop; i < 40; ++i) second.step();
        EXPECT_EQ(bytes(second), bytes(straight)) << stop;
    }
}

TEST(CuttingWorld, AStateOfAnotherSceneChangesNothing) {
    World world(bar()), other(falling_block());
    for (int i = 0; i < 25; ++i) world.step();
    const std::vector<double> before = bytes(world);
    EXPECT_THROW(world.restore(other.state()), InputError);
    EXPECT_EQ(bytes(world), before);
    WorldState broken = world.state();
    broken.bodies[0].values.resize(broken.bodies[0].values.size() / 2);
    EXPECT_THROW(world.restore(broken), InputError);
    EXPECT_EQ(bytes(world), before);
    world.step();
}

TEST(CuttingWorld, SaysWhatIsWrongWithScenesMadeByHand) {
    Scene scene = bar();
    scene.blades[0].keyframes.clear();
    EXPECT_THROW(World{scene}, InputError);
    scene = bar();
    scene.blades[0].bodies = {"nobody"};
    EXPECT_THROW(World{scene}, InputError);
}

}  // namespace
}  // namespace limpet
