/// Volume contacts hold and slide as Coulomb says, with every solver.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "limpet/world.h"
#include "support/volume_slope.h"

namespace limpet {
namespace {

using namespace testing_support;

TEST(VolumeSlope, EverySolverHoldsBelowTheAngleOfFrictionAndSlidesAbove) {
    for (const char* solver :
         {"auto", "nsgs", "block-pgs", "uzawa-local", "uzawa-global", "lemke", "interior-point"}) {
        const std::string settings = std::string(R"({"type": ")") + solver +
                                     (std::string(solver) == "lemke" ? R"(", "cone": "pyramid")" : "\"") +
                                     R"(, "tolerance": 1e-9, "iterations": 3000})";
        const double before = 0.069 * std::sin(20 * std::numbers::pi / 180);
        World holds(on_slope(20, 0.40, multi, settings));
        World slides(on_slope(20, 0.33, multi, settings));
        double held_at = 0;
        for (int i = 0; i < 60; ++i) {
            holds.step();
            slides.step();
            if (i == 30) held_at = holds.probes()[0].values[0];
        }
        EXPECT_NEAR(holds.probes()[0].values[0], held_at, 1e-6) << solver << " creeps";
        EXPECT_NEAR(holds.probes()[0].values[0], -before, 1.5e-3) << solver;
        const double a =
            9.81 * (std::sin(20 * std::numbers::pi / 180) - 0.33 * std::cos(20 * std::numbers::pi / 180));
        const double way = (-before - slides.probes()[0].values[0]) / std::cos(20 * std::numbers::pi / 180);
        if (std::string(solver) != "lemke") {
            EXPECT_NEAR(way, a * 0.3 * 0.3 / 2, 2e-3) << solver;
        }
        EXPECT_LT(slides.probes()[0].values[0], holds.probes()[0].values[0] - 2e-3) << solver;
    }
}

}  // namespace
}  // namespace limpet
