#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "haptics/force_output.h"

namespace limpet::haptics {
namespace {

constexpr OutputLimits output_limits = {4, 2000, 0.02, 500, 1e-3};

Vec6 six(double x, double y, double z, double a = 0, double b = 0, double c = 0) {
    Vec6 v;
    v << x, y, z, a, b, c;
    return v;
}

TEST(ForceOutput, LimitsForceAndTorqueAndTheirRates) {
    ForceOutput output(output_limits);
    Vec6 before = Vec6::Zero();
    for (int k = 0; k < 10; ++k) {
        // Against the force, so that there is energy for it.
        const Vec6 now = output.apply(six(100, 100, 0, 5, 0, 0), six(-1e-3, -1e-3, 0, -0.05, 0, 0));
        EXPECT_LE((now - before).head<3>().norm(), 2 * (1 + 1e-12));
        EXPECT_LE((now - before).tail<3>().norm(), 2 * 0.02 * (1 + 1e-12));
        before = now;
    }
    EXPECT_NEAR(before.head<3>().norm(), 4, 1e-12);
    EXPECT_NEAR(before.tail<3>().norm(), 4 * 0.02, 1e-12);
    EXPECT_NEAR(output.max_force(), 4, 1e-12);
    EXPECT_LE(output.max_step(), 2 * (1 + 1e-12));
}

/// The observer's energy is the sum of what was really sent times what the device really moved.
TEST(ForceOutput, CountsTheEnergyOfWhatItSent) {
    ForceOutput output(output_limits);
    double energy = 0;
    Vec6 sent = Vec6::Zero();
    for (int k = 0; k < 500; ++k) {
        const Vec6 moved =
            six(1e-4 * std::sin(0.1 * k), 5e-5 * std::cos(0.3 * k), 0, 0, 0, 1e-3 * std::sin(k));
        energy -= sent.dot(moved);
        sent = output.apply(six(std::sin(0.2 * k), 1, -0.5, 0.01, 0, 0.02), moved);
        EXPECT_NEAR(output.energy(), energy, 1e-12);
    }
}

/// A spring that answers a tick late returns more than it takes; with the controller a hand gets none of it.
TEST(ForceOutput, ALateSpringIsPassive) {
    for (const int delay : {0, 1, 3, 10}) {
        ForceOutput output(output_limits);
        const double stiffness = 2000, stroke = 1.5e-3;
        std::vector<double> places;
        double uncontrolled = 0, least_uncontrolled = 0, last_force = 0;
        for (int k = 0; k < 4000; ++k) {
            const double x = stroke * std::sin(2 * std::numbers::pi * k / 200.0);
            places.push_back(x);
            const double moved = k == 0 ? 0 : x - places[k - 1];
            uncontrolled -= last_force * moved;
            least_uncontrolled = std::min(least_uncontrolled, uncontrolled);
            const double late = places[std::max(0, k - delay)];
            last_force = -stiffness * std::max(late, 0.0);
            output.apply(six(last_force, 0, 0), six(moved, 0, 0));
        }
        EXPECT_LT(least_uncontrolled, -1e-4) << "the spring alone is passive: nothing is tested";
        EXPECT_LT(output.most_returned(), 4e-6) << "delay " << delay;
        EXPECT_GT(output.max_force(), 2.5) << "the controller took the force away";
    }
}

/// A hand that presses on a wall, its muscles of 500 N/m with half of critical damping; the wall answers a
/// tick late, as a force that is held does.
struct PressedWall {
    double mass, stiffness;
    double place = 0, velocity = 0, force = 0;
    double least = 1e9, most = 0;  ///< force after 2 s [N]

    void go_on(double time) {
        constexpr double muscle = 500, step = 1e-4;
        const double damping = std::sqrt(muscle * mass);
        for (int s = 0; s < 10; ++s) {
            const double wanted = -std::min((time + s * step) / 0.3, 1.0) * 0.006;
            const double wanted_velocity = time < 0.3 ? -0.02 : 0;
            velocity =
                (mass * velocity + step * (muscle * (wanted - place) + damping * wanted_velocity + force)) /
                (mass + step * damping);
            place += step * velocity;
        }
    }
    double press() {
        ForceOutput output({4, 2000, 0.02, stiffness, 1e-3});
        for (int k = 0; k < 3000; ++k) {
            const double before = place;
            go_on(1e-3 * k);
            force = output.apply(six(0, stiffness * std::max(0.0, -place - 5e-4), 0),
                                 six(0, place - before, 0))[1];
            if (k < 2000) continue;
            least = std::min(least, force);
            most = std::max(most, force);
        }
        return output.most_returned();
    }
};

/// Light hands on stiff walls swing faster than the loop can follow: they get no energy all the same.
TEST(ForceOutput, IsPassiveForEveryHandAndWall) {
    for (const double mass : {0.03, 0.05, 0.1, 0.2, 0.5, 1.0})
        for (const double stiffness : {500.0, 2e3, 5e3, 1e4, 1.5e4, 2e4, 2.5e4, 3e4, 4e4, 8e4}) {
            PressedWall wall{mass, stiffness};
            EXPECT_LT(wall.press(), 4e-6) << mass << " kg, " << stiffness << " N/m";
        }
}

/// Where the loop is stable by itself the controller leaves it alone: the springs' equilibrium.
TEST(ForceOutput, LeavesStableWallsAlone) {
    for (const double mass : {0.05, 0.1, 0.2, 0.5, 1.0})
        for (const double stiffness : {500.0, 2e3, 5e3, 1e4}) {
            PressedWall wall{mass, stiffness};
            wall.press();
            const double expected = 0.0055 / (1 / 500.0 + 1 / stiffness);
            EXPECT_NEAR(wall.least, expected, 1e-3 * expected) << mass << " kg, " << stiffness << " N/m";
            EXPECT_NEAR(wall.most, expected, 1e-3 * expected) << mass << " kg, " << stiffness << " N/m";
        }
}

/// A hand at rest feels what changes on its own, though it has given no energy: it would get none.
TEST(ForceOutput, AHandAtRestFeelsWhatPressesOnIt) {
    ForceOutput output(output_limits);
    for (int k = 0; k < 100; ++k) output.apply(six(0.01 * k, 0, 0), Vec6::Zero());
    EXPECT_NEAR(output.apply(six(1, 0, 0), Vec6::Zero())[0], 1, 1e-12);
}

/// Pressing is never weakened.
TEST(ForceOutput, LeavesResistanceAlone) {
    ForceOutput output(output_limits);
    for (int k = 1; k <= 100; ++k) {
        const double force = 0.02 * k;
        EXPECT_NEAR(output.apply(six(-force, 0, 0), six(1e-5, 0, 0))[0], -force, 1e-12);
    }
}

}  // namespace
}  // namespace limpet::haptics
