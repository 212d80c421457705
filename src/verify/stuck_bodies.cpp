/// V3. Two equal bodies of particles meet at ±v. Joining is inelastic and internal: they stay together, and
/// their momentum zero. Pulled apart by opposite forces under a small κ, all particles are released.
///
/// V4. The centre of a stuck pair under a force F on one of them has a = F/(m₁ + m₂); how much the two swing
/// about it is for information. A pair that spins keeps its angular momentum.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/adhesive_benchmarks.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double stuck_momentum_gate = 1e-9, as_one_gate = 1e-6;
/// By which the pair is pulled apart: less than what kappa holds on the way to it.
constexpr double parting_force = 0.5;   ///< [N]
constexpr double parting_kappa = 1e-7;  ///< [m]

struct PairVariant {
    double step, element;
    std::string name() const {
        return fmt::format("step {:g} ms, triangles {:g} mm", 1e3 * step, 1e3 * element);
    }
};

std::vector<PairVariant> pair_variants(bool quick) {
    if (quick) return {{2e-3, 0.03}};
    return {{2e-3, 0.03}, {1e-3, 0.03}, {5e-4, 0.03}, {1e-3, 0.02}, {5e-4, 0.015}};
}

Scene pair_scene(const PairVariant& variant) {
    Scene scene = load_scene("verify_meeting");
    scene.time.step = variant.step;
    for (BodyDescription& body : scene.bodies) body.surface = variant.element;
    return scene;
}

Vector3 velocity_of(const World& world, std::size_t body) {
    const std::vector<double> v = world.probes()[body].values;
    return {v[0], v[1], v[2]};
}

/// Σ m v of the two, over what each has had at first.
double relative_momentum(const World& world, double first) {
    Vector3 sum{};
    for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t k = 0; k < 3; ++k) sum[k] += world.body(b).mass() * velocity_of(world, b)[k];
    return norm(sum) / first;
}

void meet(Findings& findings, const PairVariant& variant, VerifyPlot& plot) {
    findings.progress(variant.name());
    World world(pair_scene(variant));
    const double first = 2 * world.body(std::size_t{0}).mass() * norm(velocity_of(world, 0));
    double momentum = 0;
    VerifyLine line{variant.name(), {}, {}};
    const auto go_until = [&](double time, double force) {
        const long end = std::lround(time / variant.step);
        while (world.steps() < end) {
            if (force != 0) {
                world.apply_force(world.id(0), {-force, 0, 0});
                world.apply_force(world.id(1), {force, 0, 0});
            }
            world.step();
            momentum = std::max(momentum, relative_momentum(world, first));
            if (world.steps() % 20 != 0) continue;
            line.x.push_back(world.time());
            line.y.push_back(world.last_step().colliding_share);
        }
    };
    go_until(2, 0);
    findings.compare("zones once they have met, " + variant.name(), world.last_step().zones, 1, "", 1e-12);
    const Vector3 a = velocity_of(world, 0), b = velocity_of(world, 1);
    findings.expect_below("swing against each other at last, over that at first, " + variant.name(),
                          norm({a[0] - b[0], a[1] - b[1], a[2] - b[2]}) / 0.2, "");
    world.set("contact.kappa", parting_kappa);
    go_until(4, parting_force);
    findings.expect_below("share of colliding particles after parting, " + variant.name(),
                          world.last_step().colliding_share, "", 1e-12);
    findings.expect_below("total momentum, " + variant.name(), momentum, "", stuck_momentum_gate);
    plot.lines.push_back(std::move(line));
}

void run_meeting(Findings& findings) {
    VerifyPlot plot{"Share of colliding particles", "time [s]", "share [-]", {}, false};
    for (const PairVariant& variant : pair_variants(findings.quick())) meet(findings, variant, plot);
    findings.plot(std::move(plot));
}

/// Cubes, face on face from the start, which move together as `spin` has it. [rad/s]
Scene stuck_scene(const PairVariant& variant, double spin) {
    Scene scene = pair_scene(variant);
    for (std::size_t b = 0; b < 2; ++b) {
        BodyDescription& body = scene.bodies[b];
        body.shape = BoxShape{{0.08, 0.08, 0.08}};
        body.position[0] = b == 0 ? -0.0405 : 0.0405;
        body.velocity = {0, spin * body.position[0], 0};
        body.angular_velocity = {0, 0, spin};
        body.damping = 40;
    }
    return scene;
}

void push_pair(Findings& findings, const PairVariant& variant) {
    World world(stuck_scene(variant, 0));
    const double force = 0.05, time = 2;
    const double mass = world.body(std::size_t{0}).mass() + world.body(std::size_t{1}).mass();
    while (world.steps() < std::lround(time / variant.step)) {
        world.apply_force(world.id(0), {0, force, 0}, Vector3{-0.08, 0, 0});
        world.apply_force(world.id(0), {force, 0, 0});
        world.step();
    }
    const double expected = force * time / mass;
    Vector3 mean{};
    for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t k = 0; k < 3; ++k) mean[k] += world.body(b).mass() / mass * velocity_of(world, b)[k];
    findings.compare("F t/(m₁ + m₂) along x, " + variant.name(), mean[0], expected, "m/s", as_one_gate);
    findings.compare("F t/(m₁ + m₂) along y, " + variant.name(), mean[1], expected, "m/s", as_one_gate);
    findings.expect_below("swing against each other, over that, " + variant.name(),
                          (velocity_of(world, 0)[0] - velocity_of(world, 1)[0]) / expected, "");
}

/// Thirds of each triangle at its corners, as masses are shared out.
std::vector<double> vertex_shares(const BodyFrame& body) {
    std::vector<double> share(body.vertices.size(), 0.0);
    double sum = 0;
    for (const auto& t : body.triangles) {
        std::array<Vector3, 3> x;
        for (std::size_t k = 0; k < 3; ++k) x[k] = body.vertices[static_cast<std::size_t>(t[k])];
        Vector3 a, b;
        for (std::size_t k = 0; k < 3; ++k) {
            a[k] = x[1][k] - x[0][k];
            b[k] = x[2][k] - x[0][k];
        }
        const double area =
            norm({a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}) / 2;
        for (const int vertex : t) share[static_cast<std::size_t>(vertex)] += area / 3;
        sum += area;
    }
    for (double& s : share) s /= sum;
    return share;
}

Vector3 pair_spin(const World& world, const std::vector<std::vector<double>>& shares) {
    const Frame frame = world.frame();
    Vector3 sum{};
    for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t i = 0; i < shares[b].size(); ++i) {
            const Vector3 &x = frame.bodies[b].vertices[i], &v = frame.bodies[b].velocities[i];
            const double m = shares[b][i] * world.body(b).mass();
            sum[0] += m * (x[1] * v[2] - x[2] * v[1]);
            sum[1] += m * (x[2] * v[0] - x[0] * v[2]);
            sum[2] += m * (x[0] * v[1] - x[1] * v[0]);
        }
    return sum;
}

void spin_pair(Findings& findings, const PairVariant& variant) {
    World world(stuck_scene(variant, 2));
    std::vector<std::vector<double>> shares;
    for (const BodyFrame& body : world.frame().bodies) shares.push_back(vertex_shares(body));
    const Vector3 first = pair_spin(world, shares);
    double worst = 0;
    while (world.steps() < std::lround(3 / variant.step)) {
        world.step();
        const Vector3 now = pair_spin(world, shares);
        worst = std::max(worst, norm({now[0] - first[0], now[1] - first[1], now[2] - first[2]}));
    }
    findings.expect_below("angular momentum of a spinning pair, over that at first, " + variant.name(),
                          worst / norm(first), "", as_one_gate);
    findings.compare("zones of a spinning pair, " + variant.name(), world.last_step().zones, 1, "", 1e-12);
}

void run_stuck(Findings& findings) {
    for (const PairVariant& variant : pair_variants(findings.quick())) {
        findings.progress(variant.name());
        push_pair(findings, variant);
        spin_pair(findings, variant);
    }
}

}  // namespace

Benchmark meeting_bodies() {
    return {{"V3", "two equal bodies of particles meet, stick, and are pulled apart",
             "they stay joined, total momentum 0; then all particles are released",
             "momentum 1e-9; colliding share 0", "verify_meeting"},
            run_meeting};
}

Benchmark stuck_pair() {
    return {{"V4", "a stuck pair under a force, and one that spins",
             "it moves as one, a = F/(m₁ + m₂); angular momentum stays", "1e-6", "verify_meeting"},
            run_stuck};
}

}  // namespace limpet::verification
