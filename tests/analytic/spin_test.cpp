// Free bodies that turn and vibrate by the midpoint rule: momentum, energy, frequency and loss.

#include <gtest/gtest.h>

#include <numbers>

#include "bodies/cloth/cloth_body.h"
#include "support/cloth_meshes.h"
#include "support/soft_bodies.h"

namespace limpet {
namespace {

struct Audit {
    Vec3 momentum = Vec3::Zero(), angular = Vec3::Zero();
    double energy = 0;
};

Audit audit(const ElasticBody& body) {
    Audit sum;
    sum.energy = body.kinetic_energy() + body.elastic_energy();
    for (std::size_t i = 0; i < body.positions().size(); ++i) {
        const Vec3 p = body.system().mass[i] * body.velocities()[i];
        sum.momentum += p;
        sum.angular += body.positions()[i].cross(p);
    }
    return sum;
}

struct Losses {
    double momentum = 0, angular = 0;  ///< relative
    double energy = 0;                 ///< of all energy, at the end
    double largest_gain = 0;           ///< of a step, of all energy
};

Losses losses(ElasticBody& body, double h, double duration) {
    const Audit before = audit(body);
    Losses out;
    double last = before.energy, time = 0;
    for (int i = 0; i < std::lround(duration / h); ++i) {
        time = run(body, 1, h, Vec3::Zero(), time);
        const double energy = audit(body).energy;
        out.largest_gain = std::max(out.largest_gain, (energy - last) / before.energy);
        last = energy;
    }
    const Audit after = audit(body);
    out.momentum = (after.momentum - before.momentum).norm() / before.momentum.norm();
    out.angular = (after.angular - before.angular).norm() / before.angular.norm();
    out.energy = 1 - after.energy / before.energy;
    return out;
}

/// The cube of 5 cm; `stretched` along x at the start.
SoftBody spinning_cube(ElasticModel model, double stretched, double spin) {
    SoftBodyParts parts = soft_parts(grid_tets({0.05, 0.05, 0.05}, {4, 4, 4}, 0.2));
    parts.material = {1000, 1e5, 0.4, {}};
    parts.model = model;
    parts.integrator = Integrator::Midpoint;
    parts.velocity = Vec3(0.5, 0, -0.2);
    parts.angular_velocity = spin * Vec3(1, 2, 3).normalized();
    SoftBody body(parts);
    std::vector<double> state = body.state();
    for (std::size_t i = 0; i < body.positions().size(); ++i) state[3 * i] *= stretched;
    EXPECT_TRUE(body.set_state(state));
    return body;
}

TEST(Spin, AngularMomentumOfAFreeBodyIsKept) {
    for (const ElasticModel model :
         {ElasticModel::Corotational, ElasticModel::StVenantKirchhoff, ElasticModel::NeoHookean})
        for (const double stretched : {1.0, 1.1}) {
            SoftBody body = spinning_cube(model, stretched, 20);
            const Losses lost = losses(body, 0.005, 10);
            EXPECT_LT(lost.angular, 1e-6) << int(model) << ' ' << stretched;
            EXPECT_LT(lost.momentum, 1e-9);
            EXPECT_LT(lost.largest_gain, 1e-6);
        }
}

TEST(Spin, EnergyOfABodyThatTurnsIsKept) {
    SoftBody body = spinning_cube(ElasticModel::Corotational, 1, 20);
    EXPECT_LT(losses(body, 0.005, 1).energy, 0.01);
}

ClothBody sheet(bool held) {
    ClothBodyParts parts;
    parts.name = "sheet";
    parts.mesh = grid_sheet(0.4, 0.2, 12, 6);
    parts.material = {300, 1e5, 0.3, {}};
    parts.thickness = 0.002;
    parts.moduli = {200, 80, 0.3, 1e-5};
    parts.integrator = Integrator::Midpoint;
    if (held) {
        parts.fixed.push_back(below_x(1e-9));
    } else {
        parts.velocity = Vec3(0.1, 0, 0);
        parts.angular_velocity = Vec3(3, 10, 4);
    }
    return ClothBody(std::move(parts));
}

TEST(Spin, ClothThatTurnsKeepsMomentum) {
    ClothBody body = sheet(false);
    const Losses lost = losses(body, 0.005, 5);
    EXPECT_LT(lost.angular, 1e-6);
    EXPECT_LT(lost.momentum, 1e-9);
    EXPECT_GT(lost.energy, 0);
    // Lagging damping gives back what vibrations have not left to give up (docs/cloth.md).
    EXPECT_LT(lost.largest_gain, 1e-5);
}

TEST(Swing, AFlagKeepsItsEnergy) {
    // Of what it has fallen, when its middle is lowest for the first time.
    const Vec3 gravity(0, -9.81, 0);
    for (const auto& [h, most] : {std::pair(0.005, 0.02), std::pair(0.001, 0.002)}) {
        ClothBody body = sheet(true);
        const double top = body.center_of_mass().y();
        double time = 0, height = top, last = 0, largest_gain = 0;
        for (int i = 0; i < std::lround(1 / h); ++i) {
            time = run(body, 1, h, gravity, time);
            const double now = body.center_of_mass().y();
            const double energy =
                body.kinetic_energy() + body.elastic_energy() + body.mass() * 9.81 * (now - top);
            largest_gain = std::max(largest_gain, energy - last);
            last = energy;
            if (now > height) break;
            height = now;
        }
        const double fallen = body.mass() * 9.81 * (top - height);
        EXPECT_LT(height, top - 0.1);
        EXPECT_LT(-last / fallen, most) << h;
        EXPECT_LT(largest_gain, 1e-6 * fallen);
    }
}

struct Vibration {
    double period, loss;  ///< [s], of the amplitude in a period
};

/// The clamped bar of vibration_test, plucked as its first mode.
Vibration vibration(ElasticModel model, double h, int periods, double theory) {
    SoftBodyParts parts = soft_parts(grid_tets({1, 0.1, 0.1}, {16, 1, 1}));
    parts.material = {1000, 1e5, 0, {}};
    parts.model = model;
    parts.integrator = Integrator::Midpoint;
    parts.fixed.push_back(below_x(-0.5 + 1e-9));
    SoftBody body(parts);
    const std::vector<Vec3> rest = body.positions();
    const auto shape = [&](std::size_t i) { return std::sin(std::numbers::pi * (rest[i].x() + 0.5) / 2); };
    std::vector<double> state = body.state();
    for (std::size_t i = 0; i < rest.size(); ++i)
        if (body.system().assembly.row_of(static_cast<int>(i)) >= 0)
            state[3 * rest.size() + 3 * i] = 1e-3 * shape(i);
    EXPECT_TRUE(body.set_state(state));
    std::vector<double> u = {0}, upward, tops;
    for (int i = 1; h * i < (periods + 0.5) * theory; ++i) {
        run(body, 1, h, Vec3::Zero(), h * (i - 1));
        double sum = 0;
        for (std::size_t k = 0; k < rest.size(); ++k)
            sum += body.system().mass[k] * shape(k) * (body.positions()[k].x() - rest[k].x());
        if (u.back() < 0 && sum >= 0) upward.push_back(h * (i - sum / (sum - u.back())));
        u.push_back(sum);
        const double a = u[std::max(i - 2, 0)], b = u[i - 1];
        if (b > a && b > sum) tops.push_back(b + (a - sum) * (a - sum) / (8 * (2 * b - a - sum)));
    }
    return {(upward.back() - upward.front()) / static_cast<double>(upward.size() - 1),
            1 - std::pow(tops.back() / tops.front(), 1 / static_cast<double>(tops.size() - 1))};
}

TEST(MidpointVibration, TwentyStepsAPeriodAreEnough) {
    for (const ElasticModel model : {ElasticModel::Linear, ElasticModel::Corotational}) {
        const double fine = vibration(model, 4e-4, 3, 0.4).period;
        const Vibration coarse = vibration(model, fine / 20, 10, fine);
        EXPECT_NEAR(fine / coarse.period, 1, 0.01);
        EXPECT_LT(coarse.loss, 0.05);
        EXPECT_GT(coarse.loss, 0);
    }
}

}  // namespace
}  // namespace limpet
