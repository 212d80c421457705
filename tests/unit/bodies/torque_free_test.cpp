#include "bodies/rigid/torque_free.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "limpet/error.h"

namespace limpet {
namespace {

struct Spin {
    Mat3 rotation = rotation_exp(Vec3(0.3, -0.2, 0.5));
    Mat3 inertia = Vec3(1.0, 2.0, 3.5).asDiagonal();
    Vec3 momentum = rotation * inertia * Vec3(0.02, 4.0, 0.05);

    double energy() const {
        const Vec3 body = rotation.transpose() * momentum;
        return body.dot(inertia.inverse() * body) / 2;
    }
    void step(double h) {
        rotation = rotation_exp(h * torque_free_velocity(rotation, inertia, momentum, h)) * rotation;
    }
};

TEST(TorqueFree, ExpAndLogAreInverse) {
    for (const double angle : {0.0, 1e-9, 0.1, 1.0, 3.0}) {
        const Vec3 v = angle * Vec3(1, -2, 0.5).normalized();
        EXPECT_NEAR((rotation_log(rotation_exp(v)) - v).norm(), 0, 1e-12) << angle;
    }
}

TEST(TorqueFree, KeepsEnergyThroughTumbling) {
    // About the middle axis the motion is unstable: it tumbles (Dzhanibekov), which is where schemes lose
    // energy.
    for (const double h : {0.001, 0.01, 0.1}) {
        Spin spin;
        const double before = spin.energy();
        double largest_turn_of_axis = 0;
        for (int i = 0; i < 2000; ++i) {
            spin.step(h);
            const Vec3 body = spin.rotation.transpose() * spin.momentum;
            largest_turn_of_axis = std::max(largest_turn_of_axis, -body.y() / body.norm());
        }
        EXPECT_NEAR(spin.energy() / before, 1, 2e-11) << "h = " << h;
        if (h >= 0.01) {
            EXPECT_GT(largest_turn_of_axis, 0.9) << "it should have tumbled, h = " << h;
        }
    }
}

TEST(TorqueFree, SymmetricTopPrecessesAsTheoryHasIt) {
    // Free symmetric top: in the body's frame ω precesses about the axis at (J₃ − J₁)/J₁ ω₃.
    Spin spin;
    spin.rotation = Mat3::Identity();
    spin.inertia = Vec3(1, 1, 1.8).asDiagonal();
    const Vec3 omega(0.5, 0, 3);
    spin.momentum = spin.inertia * omega;
    const double rate = (1.8 - 1) / 1.0 * omega.z(), period = 2 * std::numbers::pi / rate;
    double error_before = 0;
    for (const int steps : {100, 200, 400}) {
        Spin s = spin;
        for (int i = 0; i < steps; ++i) s.step(period / steps);
        const Vec3 body = s.inertia.inverse() * (s.rotation.transpose() * s.momentum);
        const double error = (body - omega).norm();
        if (error_before > 0) {
            EXPECT_NEAR(error_before / error, 4, 0.3) << "second order";
        }
        error_before = error;
    }
    EXPECT_LT(error_before, 1e-3);
}

TEST(TorqueFree, TakesFastSpinsInParts) {
    Spin spin;
    spin.momentum = spin.inertia * Vec3(300, 200, 100);
    const double before = spin.energy();
    for (int i = 0; i < 50; ++i) spin.step(0.1);
    EXPECT_NEAR(spin.energy() / before, 1, 1e-9);
}

TEST(TorqueFree, RefusesSpinsThatItCannotFollow) {
    Spin spin;
    const auto complaint = [&](double speed) -> std::string {
        spin.momentum = spin.rotation * spin.inertia * Vec3(speed, 0.7 * speed, 0.4 * speed);
        try {
            torque_free_velocity(spin.rotation, spin.inertia, spin.momentum, 0.01);
        } catch (const BreakdownError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(complaint(1e5), "");
    EXPECT_THAT(complaint(1e9), testing::HasSubstr("1.28e+09 rad/s"));
    EXPECT_THAT(complaint(1e9), testing::HasSubstr("1.28e+07 rad a step"));
    EXPECT_NE(complaint(1e200), "");
}

TEST(TorqueFree, AtRestStaysAtRest) {
    EXPECT_EQ(torque_free_velocity(Mat3::Identity(), Mat3::Identity(), Vec3::Zero(), 0.01), Vec3::Zero());
}

}  // namespace
}  // namespace limpet
