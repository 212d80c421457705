/// Virtual adhesives add no energy, and keep the momenta of closed systems.
///
/// An explicit scheme's energy swings by O((hω)²): E(t) ≤ E(0)/(1 − (hω)²/4). Joining takes energy away,
/// and nothing else may bring any, so that the largest energy of each part of a run falls, too: no drift.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "limpet/world.h"

namespace limpet {
namespace {

/// Seven cells of particles that fly at a middle one, and off its centre, without damping.
Scene swarm(const std::string& law) {
    std::string bodies;
    const double places[7][3] = {{0, 0, 0},        {0.13, 0.01, 0}, {-0.13, 0.01, 0.01}, {0, 0.13, 0.01},
                                 {0.01, -0.13, 0}, {0.01, 0, 0.13}, {0, 0.01, -0.13}};
    for (int i = 0; i < 7; ++i) {
        const double* x = places[i];
        const auto vector = [&](double f) {
            return "[" + std::to_string(f * x[0]) + ", " + std::to_string(f * x[1]) + ", " +
                   std::to_string(f * x[2]) + "]";
        };
        bodies += std::string(i ? ", " : "") + R"({"name": "c)" + std::to_string(i) +
                  R"(", "type": "particles", "shape": {"sphere": 0.05}, "surface": 0.03, "density": 1000,
                     "shape_memory": 20, "position": )" +
                  vector(1) + R"(, "velocity": )" + vector(-2) + R"(, "angular_velocity": [0, 2, 1]})";
    }
    return parse_scene(
        R"({"gravity": [0, 0, 0], "time": {"step": 0.001}, "bodies": [)" + bodies +
        R"(], "contact": {"detection": {"distance": 0.002}, "response": "virtual-adhesive", )" + law + "}}");
}

double total_energy(const World& world) {
    return world.last_step().kinetic + world.last_step().elastic + world.last_step().potential;
}

/// Thirds of each triangle at its corners, as masses are at the start.
std::vector<std::vector<double>> masses(const World& world) {
    std::vector<std::vector<double>> all;
    const Frame frame = world.frame();
    for (std::size_t b = 0; b < frame.bodies.size(); ++b) {
        const BodyFrame& body = frame.bodies[b];
        std::vector<double> share(body.vertices.size(), 0.0);
        double sum = 0;
        for (const auto& t : body.triangles) {
            double a[3], c[3];
            for (std::size_t k = 0; k < 3; ++k) {
                a[k] = body.vertices[static_cast<std::size_t>(t[1])][k] -
                       body.vertices[static_cast<std::size_t>(t[0])][k];
                c[k] = body.vertices[static_cast<std::size_t>(t[2])][k] -
                       body.vertices[static_cast<std::size_t>(t[0])][k];
            }
            const double area =
                std::hypot(a[1] * c[2] - a[2] * c[1], a[2] * c[0] - a[0] * c[2], a[0] * c[1] - a[1] * c[0]);
            for (const int v : t) share[static_cast<std::size_t>(v)] += area;
            sum += 3 * area;
        }
        for (double& s : share) s *= world.body(b).mass() / sum;
        all.push_back(std::move(share));
    }
    return all;
}

struct Momenta {
    Vector3 linear{}, angular{};
};

Momenta momenta(const World& world, const std::vector<std::vector<double>>& mass) {
    Momenta sum;
    for (std::size_t b = 0; b < mass.size(); ++b) {
        const auto x = world.body(b).positions(), v = world.body(b).velocities();
        for (std::size_t i = 0; i < mass[b].size(); ++i)
            for (std::size_t k = 0; k < 3; ++k) {
                const std::size_t l = (k + 1) % 3, m = (k + 2) % 3;
                sum.linear[k] += mass[b][i] * v[3 * i + k];
                sum.angular[k] += mass[b][i] * (x[3 * i + l] * v[3 * i + m] - x[3 * i + m] * v[3 * i + l]);
            }
    }
    return sum;
}

class ZonesEnergy : public testing::TestWithParam<const char*> {};

TEST_P(ZonesEnergy, NeverGrowsAndMomentaStay) {
    World world(swarm(GetParam()));
    const std::vector<std::vector<double>> mass = masses(world);
    const Momenta first = momenta(world, mass);
    const double start = total_energy(world);
    // ω of a particle of 12 g at most, tied to its place among its neighbours: 2/ω is the longest step.
    const double highest = 2 * std::sqrt(20 * 2 / 0.012), h = 0.001;
    const double swing = 1 / (1 - std::pow(h * highest, 2) / 4), bound = start * swing;
    double scale = 0;
    for (std::size_t b = 0; b < mass.size(); ++b)
        for (const double m : mass[b]) scale += m * 0.26;
    double before = start;
    int releases = 0, joined = 0;
    for (int part = 0; part < 10; ++part) {
        double largest = 0;
        for (int i = 0; i < 60; ++i) {
            world.step();
            largest = std::max(largest, total_energy(world));
            releases += world.last_step().releases;
            joined = std::max(joined, world.last_step().colliding_particles);
            const Momenta now = momenta(world, mass);
            for (std::size_t k = 0; k < 3; ++k) {
                EXPECT_NEAR(now.linear[k], first.linear[k], 1e-9 * scale);
                EXPECT_NEAR(now.angular[k], first.angular[k], 1e-9 * scale * 0.2);
            }
        }
        EXPECT_LE(largest, bound);
        EXPECT_LE(largest, before * swing) << part;
        before = largest;
    }
    EXPECT_GT(joined, 30);
    if (std::string(GetParam()) != R"("kappa": 1)") {
        EXPECT_GT(releases, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Laws, ZonesEnergy,
                         testing::Values(R"("kappa": 1)", R"("kappa": 1e-5)",
                                         R"("kappa": 1e-5, "paper": true)", R"("strength": 200)",
                                         R"("strength": 20)"));

}  // namespace
}  // namespace limpet
