/// What is felt, by every kind of tool, of every kind of contact: against the simulation's own forces.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "limpet/record.h"
#include "support/run_command.h"
#include "unit/haptics/session_kit.h"

namespace limpet::haptics {
namespace {

using testing_support::ScratchFolder;
using testing_support::text_of_file;

/// Columns of a session's haptics.csv.
using Columns = std::map<std::string, std::vector<double>>;

Columns columns_of(const std::filesystem::path& file) {
    std::istringstream in(text_of_file(file));
    std::string line, cell;
    std::getline(in, line);
    std::vector<std::string> names;
    for (std::istringstream header(line); std::getline(header, cell, ',');) names.push_back(cell);
    Columns columns;
    while (std::getline(in, line)) {
        std::istringstream row(line);
        for (std::size_t i = 0; std::getline(row, cell, ','); ++i)
            columns[names.at(i)].push_back(cell.empty() ? std::nan("") : std::stod(cell));
    }
    return columns;
}

/// The scene by its simulated hands; columns of the device asked for.
Columns by_hand(Scene scene, double duration, int device = 1) {
    const ScratchFolder folder;
    std::vector<std::unique_ptr<Device>> devices;
    for (const HapticsDescription& haptics : scene.haptics)
        devices.push_back(make_device("operator", haptics));
    World world(std::move(scene));
    HapticSettings settings = lockstep(duration);
    settings.folder = folder.path();
    run_haptics(world, std::move(devices), settings);
    return columns_of(folder.path() / (device == 1 ? "haptics.csv" : "haptics-2.csv"));
}

double largest(const std::vector<double>& values, std::size_t from, std::size_t to) {
    return *std::max_element(values.begin() + static_cast<long>(from),
                             values.begin() + static_cast<long>(to));
}

double smallest(const std::vector<double>& values, std::size_t from, std::size_t to) {
    return *std::min_element(values.begin() + static_cast<long>(from),
                             values.begin() + static_cast<long>(to));
}

/// Pressed, and held: what the device feels against the contact force on its tool.
void expect_the_simulations_force(const Scene& scene, double depth, double gate) {
    World world(scene);
    DeviceLog log;
    Vector3 simulated{};
    HapticSettings settings = lockstep(1);
    settings.after_step = [&](const World& w) {
        const std::vector<double> push = w.probes()[0].values;
        simulated = {push[0], push[1], push[2]};
    };
    feel(world,
         make_logged_device(
             [=](double t) -> Vector3 {
                 return {0, -depth * std::min(t / 0.4, 1.0), 0};
             },
             log),
         settings);
    const Vector3 felt = log.forces.at(999);
    EXPECT_GT(felt[1], 0.02);
    EXPECT_LT(size_of({felt[0] - simulated[0], felt[1] - simulated[1], felt[2] - simulated[2]}),
              gate * size_of(simulated))
        << scene.name << ": felt " << felt[1] << ", simulated " << simulated[1];
}

TEST(Felt, ByANodeGroupOfASoftBody) {
    expect_the_simulations_force(load_scene("haptics_rub"), 0.004, 0.01);
}

/// A stiff sheet that is held by its rim, and pressed on a soft block by its middle.
TEST(Felt, ByANodeGroupOfACloth) {
    expect_the_simulations_force(parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.01, "duration": 1},
        "materials": {"gel": {"density": 1000, "young": 2e4, "poisson": 0.3},
                      "sheet": {"density": 1000, "young": 1e7, "poisson": 0.3, "damping": {"mass": 20}}},
        "bodies": [
          {"name": "block", "type": "soft", "shape": {"box": [0.03, 0.03, 0.03]}, "position": [0, -0.015, 0],
           "material": "gel", "model": "linear", "dynamics": "quasistatic", "element": 0.01,
           "fixed": [{"box": [[-1, -1, -1], [1, -0.0149, 1]]}]},
          {"name": "sheet", "type": "cloth", "shape": {"plane": [0.1, 0.1]}, "surface": 0.01, "material": "sheet", "thickness": 0.005,
           "position": [0, 0.005, 0],
           "motion": [{"name": "rim", "nodes": {"box": [[-1, -1, -1], [-0.0399, 1, 1]]}, "keyframes": [[0, [0, 0, 0]]]}]}],
        "contact": {"detection": {"distance": 0.008}, "law": {"friction": 0.3}},
        "haptics": {"tool": {"body": "sheet", "group": "rim"}},
        "probes": [{"name": "push", "body": "sheet", "what": "contact_force"}]})",
                                             ""),
                                 0.006, 0.01);
}

/// A bar that rests on a block under its end: the force acts there, and turns the hand.
TEST(Felt, TorqueAndWhereTheForceActs) {
    Scene scene = ball_on_block();
    BodyDescription& bar = scene.bodies[1];
    bar.shape = BoxShape{{0.2, 0.02, 0.02}};
    bar.position = {-0.08, 0.0105, 0};
    scene.haptics[0].coupling.stiffness = 2000;
    scene.haptics[0].hand.path = {{0, {0, 0, 0}}, {0.3, {0, -0.004, 0}}, {1, {0, -0.004, 0}}};
    const Columns felt = by_hand(scene, 0.6);
    const double force = felt.at("force_y").back(), torque = felt.at("torque_z").back();
    ASSERT_EQ(force, 0);  // the session's end
    const std::size_t at = 590;
    EXPECT_GT(felt.at("force_y")[at], 0.1);
    const double lever = felt.at("point_x")[at] - felt.at("tool_x")[at];
    EXPECT_GT(lever, 0.04);
    EXPECT_LT(lever, 0.1);
    EXPECT_NEAR(felt.at("point_y")[at], 0, 0.005);
    EXPECT_NEAR(felt.at("torque_z")[at], lever * felt.at("force_y")[at],
                0.1 * lever * felt.at("force_y")[at]);
    EXPECT_EQ(torque, 0);
}

/// The beam bends at the mouth, the nose slides along the wall, and snaps in: the hand is drawn along, and
/// free.
TEST(Felt, TheClipSnapsIn) {
    const std::vector<double> up = by_hand(load_scene("haptics_snap"), 1.95).at("force_y");
    EXPECT_LT(smallest(up, 300, 540), -0.6);
    EXPECT_GT(smallest(up, 600, 1600), -0.35);
    EXPECT_LT(largest(up, 0, 1650), 0.05);
    EXPECT_GT(largest(up, 1650, 1780), 0.6);
    EXPECT_LT(largest(up, 1820, 1950), 0.01);
    EXPECT_GT(smallest(up, 1820, 1950), -0.01);
}

/// The pull rises until bonds peel, and goes.
TEST(Felt, BondsPeel) {
    const std::vector<double> up = by_hand(load_scene("haptics_peel"), 2.1).at("force_y");
    EXPECT_GT(largest(up, 700, 1000), 0.5);
    const double pull = -smallest(up, 1200, 2100);
    EXPECT_GT(pull, 0.25);
    EXPECT_LT(-up[2090], 0.15 * pull);
}

/// Two devices at once: a finger each, and a ball between them by volume contact.
TEST(Felt, TwoDevicesHoldABallByItsVolume) {
    const Scene scene = load_scene("haptics_grasp");
    const Columns thumb = by_hand(scene, 1.0), finger = by_hand(scene, 1.0, 2);
    const std::size_t at = 990;
    EXPECT_LT(thumb.at("force_x")[at], -0.5);
    EXPECT_NEAR(finger.at("force_x")[at], -thumb.at("force_x")[at], 0.05 * finger.at("force_x")[at]);
    EXPECT_GT(thumb.at("contacts")[at], 0);
}

/// A ball rests on a pillar, which a blade cuts from its foot.
TEST(Felt, ACutTakesTheForceAway) {
    World world(parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.005, "duration": 1},
        "materials": {"gel": {"density": 1000, "young": 2e4, "poisson": 0.3, "damping": {"mass": 5, "stiffness": 0.02}}},
        "bodies": [
          {"name": "pillar", "type": "soft", "shape": {"box": [0.03, 0.06, 0.03]}, "position": [0, -0.03, 0],
           "material": "gel", "element": 0.01, "fixed": [{"box": [[-1, -1, -1], [1, -0.0299, 1]]}]},
          {"name": "ball", "type": "static", "shape": {"sphere": 0.02}, "position": [0, 0.0205, 0]}],
        "contact": {"detection": {"distance": 0.003}, "law": {"friction": 0.3}},
        "haptics": {"tool": "ball"}})",
                            ""));
    DeviceLog log;
    HapticSettings settings = lockstep(0.8);
    settings.before_step = [](World& w) {
        if (w.steps() == 100)
            w.cut({}, {{{-0.1, -0.03, -0.1}, {-0.1, -0.03, 0.1}}}, {{{0.1, -0.03, -0.1}, {0.1, -0.03, 0.1}}});
    };
    const HapticReport report = feel(world,
                                     make_logged_device(
                                         [](double t) -> Vector3 {
                                             return {0, -0.004 * std::min(t / 0.3, 1.0), 0};
                                         },
                                         log),
                                     settings);
    EXPECT_GT(size_of(log.forces[495]), 0.2);
    EXPECT_LT(size_of(log.forces[790]), 0.1 * size_of(log.forces[495]));
    EXPECT_LE(log.largest_step(), 2 * (1 + 1e-9));
    EXPECT_TRUE(report.passive);
}

/// To and fro at every friction: friction plateaus grow with μ, and turn round.
TEST(FeltLong, RubbingByItsFriction) {
    std::map<double, double> out, back;
    for (const double friction : {0.1, 0.3, 0.6}) {
        Scene scene = load_scene("haptics_rub");
        scene.contact->law.friction = Friction(friction);
        const Columns felt = by_hand(scene, 2.3);
        const auto mean = [&](const char* name, std::size_t from, std::size_t to) {
            double sum = 0;
            for (std::size_t k = from; k < to; ++k) sum += felt.at(name)[k];
            return sum / static_cast<double>(to - from);
        };
        out[friction] = -mean("force_x", 1100, 1500) / mean("force_y", 1100, 1500);
        back[friction] = mean("force_x", 1800, 2200) / mean("force_y", 1800, 2200);
        EXPECT_NEAR((out[friction] + back[friction]) / 2, friction, 0.05 * friction + 0.02) << friction;
    }
}

}  // namespace
}  // namespace limpet::haptics
