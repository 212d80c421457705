/// A body that is cut again and again, in a world with contact: mass and momentum stay, and it runs on.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/types.h"
#include "limpet/world.h"

namespace limpet {
namespace {

struct Cuts {
    const char* name;
    std::string blades;
    bool by_points = true;  ///< also by proximity, which has up to ten times as many contacts
};

/// `count` planes across the block, one a step, each by so much of an element beside the one before.
std::string planes(int count, double share) {
    std::string out;
    for (int i = 0; i < count; ++i)
        out += fmt::format(R"({{"plane": {{"point": [{}, 0.06, 0], "normal": [1, 0.3, 0.2]}}, "time": {}}},)",
                           -0.01 + i * share * 0.03, 0.005 * (i + 1));
    return out;
}

std::string crossing_planes() {
    std::string out;
    for (int i = 0; i < 3; ++i)
        out += fmt::format(R"({{"plane": {{"point": [0, 0.06, 0], "normal": [{}, {}, 0.2]}}, "time": {}}},)",
                           std::cos(i), std::sin(i), 0.005 * (i + 1));
    return out;
}

/// An edge that goes down and up and down, a little aside each time.
std::string saw() {
    std::string keyframes;
    for (int i = 0; i < 10; ++i)
        keyframes += fmt::format("[{}, [{}, {}, 0]],", 0.005 + 0.02 * i, 0.001 * i, i % 2 ? -0.2 : 0.0);
    return R"({"edge": [[0.004, 0.15, -0.1], [0.002, 0.15, 0.1]], "keyframes": [)" + keyframes + "]}";
}

/// Two edges on one way, the second a step behind the first, and back.
std::string followed() {
    std::string out;
    for (const double late : {0.0, 0.005})
        out += fmt::format(
            R"({{"edge": [[0.004, 0.15, -0.1], [0.002, 0.15, 0.1]], "keyframes": [[{}, [0, 0, 0]], [{}, [0, -0.2, 0]], [{}, [0, 0, 0]]]}},)",
            0.005 + late, 0.045 + late, 0.085 + late);
    return out;
}

class CutOften : public testing::TestWithParam<Cuts> {
protected:
    static World world(const std::string& contact) {
        return World(parse_scene(R"({"time": {"step": 0.005, "duration": 1},
            "materials": {"jelly": {"density": 1000, "young": 3e4, "poisson": 0.35, "damping": {"stiffness": 0.01}}},
            "bodies": [
            {"name": "floor", "type": "static", "shape": {"box": [2, 0.1, 2]}, "position": [0, -0.05, 0]},
            {"name": "block", "type": "soft", "shape": {"box": [0.1, 0.1, 0.1]}, "material": "jelly", "element": 0.03,
             "position": [0, 0.051, 0]}],
            "contact": {"law": {"friction": 0.5}, "detection": {)" +
                                 contact + R"(}}, "solver": {"type": "block-pgs", "iterations": 30},
            "probes": [{"name": "v", "body": "block", "what": "velocity"},
                       {"name": "force", "body": "block", "what": "contact_force"}],
            "blades": [)" + GetParam().blades +
                                 "]}"));
    }
    static Vec3 vector_of(const ProbeReading& probe) {
        return {probe.values[0], probe.values[1], probe.values[2]};
    }
    static double energy(const World& world) {
        const StepRecord& r = world.last_step();
        return r.kinetic + r.elastic + r.potential;
    }
};

TEST_P(CutOften, RunsOnWithContact) {
    for (const char* detection : {R"("type": "ldi", "pixel": 0.002, "cell": 0.02, "self": true)",
                                  R"("type": "proximity", "distance": 0.0005, "self": true)"}) {
        if (!GetParam().by_points && std::string(detection).find("proximity") != std::string::npos) continue;
        World w = world(detection);
        const double mass = w.body("block").mass();
        double most = 0, worst = 0;
        const int whole = w.body("block").tetrahedra();
        for (int i = 0; i < 120; ++i) {
            const Vec3 before = vector_of(w.probes()[0]);
            w.step();
            const auto probes = w.probes();
            // Contact with the floor and the weight change it, contact with itself and cuts do not.
            const Vec3 gained = mass * (vector_of(probes[0]) - before);
            const Vec3 given = 0.005 * (vector_of(probes[1]) + mass * Vec3(0, -9.81, 0));
            worst = std::max(worst, (gained - given).norm() / mass);
            ASSERT_TRUE(std::isfinite(energy(w))) << i;
            most = std::max(most, w.last_step().kinetic);
            EXPECT_NEAR(w.body("block").mass(), mass, 1e-9 * mass);
        }
        EXPECT_LT(worst, 1e-9) << "momentum per mass [m/s]";
        EXPECT_GT(w.body("block").tetrahedra(), whole);
        // What falls from the block's own height has 0.5 J.
        EXPECT_LT(most, 0.5);
        EXPECT_GT(w.last_step().contacts, 3);
    }
}

INSTANTIATE_TEST_SUITE_P(Ways, CutOften,
                         testing::Values(Cuts{"same_plane", planes(16, 0)},
                                         Cuts{"beside_0_1", planes(8, 0.001)},
                                         Cuts{"beside_1", planes(8, 0.01)},
                                         Cuts{"beside_10", planes(3, 0.1), false},
                                         Cuts{"crossing", crossing_planes(), false}, Cuts{"saw", saw()},
                                         Cuts{"followed", followed()}),
                         [](const auto& way) { return std::string(way.param.name); });

}  // namespace
}  // namespace limpet
