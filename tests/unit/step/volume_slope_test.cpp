/// Volume contacts hold and slide as Coulomb says, with every solver.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "limpet/world.h"
#include "support/volume_slope.h"

namespace limpet {
namespace {

using namespace testing_support;

const double sine = std::sin(20 * std::numbers::pi / 180), cosine = std::cos(20 * std::numbers::pi / 180);

class VolumeSlope : public testing::TestWithParam<const char*> {
protected:
    static bool is_lemke() { return std::string(GetParam()) == "lemke"; }
    static World on_20_degrees(double friction, const char* detection) {
        return World(on_slope(20, friction, detection,
                              std::string(R"({"type": ")") + GetParam() +
                                  (is_lemke() ? R"(", "cone": "pyramid")" : "\"") +
                                  R"(, "tolerance": 1e-9, "iterations": 3000})"));
    }
    /// Downhill, from where it began [m].
    static double way(const World& world) { return (-0.069 * sine - world.probes()[0].values[0]) / cosine; }
};

TEST_P(VolumeSlope, CellsHoldBelowTheAngleOfFrictionAndSlideAbove) {
    World holds = on_20_degrees(0.40, multi), slides = on_20_degrees(0.33, multi);
    double held_at = 0;
    for (int i = 0; i < 60; ++i) {
        holds.step();
        slides.step();
        if (i == 30) held_at = way(holds);
    }
    EXPECT_NEAR(way(holds), held_at, 1e-6) << "creeps";
    EXPECT_NEAR(way(holds), 0, 1.5e-3);
    const double a = 9.81 * (sine - 0.33 * cosine);
    if (!is_lemke()) {
        EXPECT_NEAR(way(slides), a * 0.3 * 0.3 / 2, 2e-3);
    }
    EXPECT_GT(way(slides), way(holds) + 2e-3 / cosine);
}

/// One contact holds no moment: the block leans until its weight is above the overlap, goes a few millimetres
/// meanwhile, and rocks about there.
TEST_P(VolumeSlope, OneContactHoldsBelowTheAngleOfFrictionAndSlidesAbove) {
    World holds = on_20_degrees(0.40, mono), slides = on_20_degrees(0.33, mono);
    double least = 1, most = 0;
    std::vector<double> ways;
    for (int i = 1; i <= 200; ++i) {
        holds.step();
        slides.step();
        ASSERT_EQ(holds.last_step().contacts, 1);
        if (i % 50 == 0) ways.push_back(way(slides));
        if (i <= 120) continue;
        least = std::min(least, way(holds));
        most = std::max(most, way(holds));
    }
    EXPECT_LT(most, 8e-3) << "two pixels";
    EXPECT_LT(most - least, 5e-4);
    const double a = 9.81 * (sine - 0.33 * cosine);
    if (!is_lemke()) {
        EXPECT_NEAR((ways[3] - 2 * ways[2] + ways[1]) / (0.25 * 0.25), a, 0.03 * a);
    }
    EXPECT_GT(ways[3], 0.1);
}

INSTANTIATE_TEST_SUITE_P(Solvers, VolumeSlope,
                         testing::Values("auto", "nsgs", "block-pgs", "uzawa-local", "uzawa-global", "lemke",
                                         "interior-point", "anticipation"),
                         [](const auto& solver) {
                             std::string name = solver.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace limpet
