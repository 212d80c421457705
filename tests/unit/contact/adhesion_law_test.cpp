/// β alone: bonding and debonding over steps of any size.

#include "contact/adhesion_law.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limpet {
namespace {

TEST(AdhesionLaw, BondsGrowAsTheirEquationSaysAtAnyStep) {
    const Adhesion law{.bonding_rate = 0.01, .saturation = 500};
    const double P = 300, t = 0.4;
    const double expected = P / 500 * (1 - std::exp(-0.01 * 500 * t));
    for (const int steps : {1, 7, 400}) {
        double beta = 0;
        for (int i = 0; i < steps; ++i) beta = grown_bond(beta, P, law, t / steps);
        EXPECT_NEAR(beta, expected, 1e-12) << steps;
    }
    EXPECT_EQ(grown_bond(0.9, P, law, 1), 0.9) << "compression that is below β p₀ adds nothing";
    EXPECT_EQ(grown_bond(0, 1e9, law, 100), 1);
    EXPECT_NEAR(grown_bond(0, 20, {.bonding_rate = 0.01, .saturation = 0}, 0.5), 0.1, 1e-15);
    EXPECT_EQ(grown_bond(0.3, 0, law, 1), 0.3);
}

TEST(AdhesionLaw, BondsFadeTowardsWhatTheEnergyAllows) {
    Adhesion law{.stiffness = 1e6, .energy = 2, .viscosity = 0};
    const double gap = 2e-3;  // C g² = 4 J/m²
    EXPECT_EQ(faded_bond(0.4, gap, law, 0.01), 0.4) << "C g² β below the energy";
    EXPECT_DOUBLE_EQ(faded_bond(1, gap, law, 0.01), 0.5);
    law.viscosity = 0.3;
    // Towards 0.5 at the rate C g²/η, and to second order in the step.
    const double t = 0.02, exact = 0.5 + 0.5 * std::exp(-4 / 0.3 * t);
    double error[2];
    for (const int k : {0, 1}) {
        const int steps = k ? 200 : 100;
        double beta = 1;
        for (int i = 0; i < steps; ++i) beta = faded_bond(beta, gap, law, t / steps);
        error[k] = std::abs(beta - exact);
    }
    EXPECT_LT(error[0], 1e-3);
    EXPECT_NEAR(error[0] / error[1], 2, 0.05);
    law.viscosity = 1e-12;
    EXPECT_NEAR(faded_bond(1, gap, law, 0.01), 0.5, 1e-9) << "the limit of no viscosity";
    EXPECT_EQ(faded_bond(1, 1, {.stiffness = 1e6, .energy = 0, .viscosity = 0}, 0.01), 0);
}

}  // namespace
}  // namespace limpet
