/// Hits of bodies that move by many pixels in a step: they are stopped where they meet, in the step in which
/// they do.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "limpet/world.h"

namespace limpet {
namespace {

constexpr double closing_pixel = 0.002;

std::string scene(const std::string& bodies, const std::string& cell, double gravity = 9.81) {
    return fmt::format(
        R"({{"gravity": [0, {}, 0], "time": {{"step": 0.005, "duration": 1}},
            "materials": {{"m": {{"density": 1000, "young": 3e5, "poisson": 0.35}}}}, "bodies": [{}],
            "contact": {{"detection": {{"type": "ldi", "pixel": {}{}}}, "law": {{"friction": 0.3}}}}}})",
        -gravity, bodies, closing_pixel, cell);
}

constexpr const char* ground_text =
    R"({"name": "floor", "type": "static", "shape": {"box": [1, 0.2, 1]}, "position": [0, -0.1, 0]})";
constexpr const char* one_contact = "";
constexpr const char* cells = R"(, "cell": 0.02)";

double lowest_node(const BodyView& body) {
    double y = body.positions()[1];
    for (std::size_t i = 1; i < body.positions().size(); i += 3) y = std::min(y, body.positions()[i]);
    return y;
}

struct Fall {
    double deepest = 0;  ///< below the floor [m]
    double rise = 0;     ///< of the energy, of the largest kinetic one
};

/// The last body, onto the floor.
Fall fall(const std::string& text, int steps) {
    World world(parse_scene(text));
    Fall found;
    double least = 0, kinetic = 0;
    for (int i = 0; i < steps; ++i) {
        world.step();
        const StepRecord& step = world.last_step();
        const double energy = step.kinetic + step.elastic + step.potential;
        least = i == 0 ? energy : std::min(least, energy);
        kinetic = std::max(kinetic, step.kinetic);
        found.rise = std::max(found.rise, (energy - least) / kinetic);
        found.deepest = std::max(found.deepest, -lowest_node(world.body(world.body_count() - 1)));
    }
    return found;
}

std::string faller(const char* what, double speed) {
    return fmt::format(R"({}, {{"name": "faller", {}, "position": [0.003, 0.2, -0.004],
        "velocity": [0.5, {}, 0.2]}})",
                       ground_text, what, -speed);
}

constexpr const char* box_text = R"("type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.08, 0.12]})";
constexpr const char* tilted_text =
    R"("type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.08, 0.12]},
       "rotation": {"axis": [1, 0.2, 0.7], "degrees": 35})";
constexpr const char* ball_text = R"("type": "rigid", "density": 1000, "shape": {"sphere": 0.05})";
constexpr const char* soft_text =
    R"("type": "soft", "material": "m", "element": 0.025, "shape": {"sphere": 0.05})";

/// 2.5 to 25 pixels a step. Half a pixel is kept in the mean, a quarter more is left; a corner is three times
/// as deep as it is in the mean, and images may miss half a pixel of it.
TEST(ClosingVolumes, FastBodiesStopAtTheFloor) {
    for (const double speed : {1.0, 4.0, 10.0})
        for (const char* cell : {one_contact, cells})
            for (const char* what : {box_text, tilted_text, ball_text}) {
                const Fall found = fall(scene(faller(what, speed), cell), 60);
                EXPECT_LT(found.deepest, 2.5 * closing_pixel) << speed << cell << what;
                EXPECT_LT(found.rise, 0.01) << speed << cell << what;
            }
}

TEST(ClosingVolumes, SoftBodiesStopAtTheFloor) {
    for (const double speed : {1.0, 4.0}) {
        const Fall found = fall(scene(faller(soft_text, speed), cells), 40);
        EXPECT_LT(found.deepest, 2.5 * closing_pixel) << speed;
        EXPECT_LT(found.rise, 0.01) << speed;
    }
}

/// The ball goes four times as far in a step as the plate is thick.
TEST(ClosingVolumes, AFastBallDoesNotPassThroughAPlate) {
    for (const char* cell : {one_contact, cells})
        for (int phase = 0; phase < 5; ++phase) {
            World world(parse_scene(scene(
                fmt::format(R"({{"name": "plate", "type": "static", "shape": {{"box": [0.4, 0.01, 0.4]}}}},
                    {{"name": "ball", "type": "rigid", "density": 1000, "shape": {{"sphere": 0.03}},
                      "position": [0, {}, 0], "velocity": [0, -8, 0]}})",
                            0.3 + 0.008 * phase),
                cell)));
            for (int i = 0; i < 20; ++i) world.step();
            EXPECT_GT(lowest_node(world.body("ball")), 0.005 - 2 * closing_pixel) << cell << phase;
        }
}

/// Both balls move, and meet within the step.
TEST(ClosingVolumes, FastHitsKeepMomentum) {
    for (const char* cell : {one_contact, cells}) {
        World world(parse_scene(scene(
            R"({"name": "a", "type": "rigid", "density": 1000, "shape": {"sphere": 0.05},
                "position": [-0.2, 0, 0], "velocity": [5, 0.3, 0]},
               {"name": "b", "type": "rigid", "density": 3000, "shape": {"sphere": 0.04},
                "position": [0.2, 0.03, 0.01], "velocity": [-4, 0, 0]})",
            cell, 0)));
        // Σ m c, which moves with P/Σ m whatever contacts and stabilisation do.
        const auto moment = [&] {
            Vector3 sum{};
            for (const char* name : {"a", "b"})
                for (int k = 0; k < 3; ++k)
                    sum[k] += world.body(name).mass() * world.body(name).center_of_mass()[k];
            return sum;
        };
        const Vector3 start = moment();
        const double a_mass = world.body("a").mass(), b_mass = world.body("b").mass();
        const Vector3 momentum = {5 * a_mass - 4 * b_mass, 0.3 * a_mass, 0};
        bool met = false;
        for (int i = 0; i < 20; ++i) {
            world.step();
            met = met || world.last_step().contacts > 0;
            // Centres are as far apart as the radii, less what may overlap.
            const Vector3 a = world.body("a").center_of_mass(), b = world.body("b").center_of_mass();
            EXPECT_GT(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 0.09 - 2 * closing_pixel) << i;
        }
        EXPECT_TRUE(met);
        const Vector3 end = moment();
        for (int k = 0; k < 3; ++k)
            EXPECT_NEAR(end[k] - start[k], world.time() * momentum[k], 1e-9 * a_mass) << k;
    }
}

/// Two soft balls that meet at 25 pixels a step are deeper in each other than two pixels for some steps: the
/// run says so, and names both. At half a pixel a step nothing is said.
TEST(ClosingVolumes, DeepOverlapsAreToldOf) {
    for (const double speed : {0.1, 5.0}) {
        World world(parse_scene(
            scene(fmt::format(R"({{"name": "a", {}, "position": [-0.09, 0, 0], "velocity": [{}, 0, 0]}},
                                 {{"name": "b", {}, "position": [0.09, 0.01, 0], "velocity": [{}, 0, 0]}})",
                              soft_text, speed, soft_text, -speed),
                  cells, 0)));
        for (int i = 0; i < 100; ++i) world.step();
        const auto told =
            std::count_if(world.warnings().begin(), world.warnings().end(), [](const Warning& w) {
                return w.code == "overlap" && w.bodies == std::vector<std::string>{"a", "b"};
            });
        EXPECT_EQ(told > 0, speed > 1) << speed;
    }
}

}  // namespace
}  // namespace limpet
