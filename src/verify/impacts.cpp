/// C8. Two bodies collide without friction, weight or damping. Contact forces are internal and normal, so
///
///   Σ m v stays,     T + V never grows (an inelastic impact may lose),     Σ m x × v stays
///
/// Audited after every step: momentum against Σ m |v| of the start, energy against that of the step before.
/// Angular momentum is reported; implicit Euler turns soft bodies only to first order in the step, so that no
/// gate holds for it.
///
/// Spin is read off the surface: r × v summed over the corners of a box is three times its angular momentum,
/// and over a sphere's near-uniform vertices 5/3 of it, if each has an equal share of the mass.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double momentum_gate = 1e-9, energy_gate = 1e-6;
constexpr double density = 1000;
/// Angular momentum is measured by this times the momentum where it is small itself: half a body's size [m].
constexpr double typical_arm = 0.05;
const Shape ball = SphereShape{0.05};
const Shape impact_cube = BoxShape{{0.08, 0.08, 0.08}};

struct Impact {
    const char* name;
    BodyType first_type;
    Shape first_shape;
    BodyType second_type;
    Shape second_shape;
    double offset;  ///< of the second body's path [m]
    Vector3 spin;   ///< of the first [rad/s]
};

std::vector<Impact> impacts_to_audit(bool quick) {
    const BodyType soft = BodyType::Soft, rigid = BodyType::Rigid;
    std::vector<Impact> all = {
        {"soft ball, soft ball, oblique", soft, ball, soft, ball, 0.03, {}},
        {"soft ball, rigid cube, spinning", soft, ball, rigid, impact_cube, 0.02, {0, 5, 10}},
        {"rigid cube, rigid cube, oblique, spinning",
         rigid,
         impact_cube,
         rigid,
         impact_cube,
         0.03,
         {3, 2, 5}},
    };
    if (quick) return all;
    all.push_back({"soft ball, soft ball, straight", soft, ball, soft, ball, 0, {}});
    all.push_back(
        {"soft cube, soft cube, oblique, spinning", soft, impact_cube, soft, impact_cube, 0.03, {3, 2, 5}});
    all.push_back({"soft cube, rigid ball, oblique", soft, impact_cube, rigid, ball, 0.03, {}});
    all.push_back(
        {"soft cube, rigid cube, spinning", soft, impact_cube, rigid, impact_cube, 0.02, {5, 0, 10}});
    all.push_back({"rigid ball, rigid ball, oblique", rigid, ball, rigid, ball, 0.03, {}});
    all.push_back(
        {"rigid ball, rigid cube, oblique, spinning", rigid, ball, rigid, impact_cube, 0.03, {0, 5, 5}});
    return all;
}

void set_body(BodyDescription& body, BodyType type, const Shape& shape) {
    body.type = type;
    body.shape = shape;
    if (type != BodyType::Rigid) return;
    body.density = density;
    body.element.reset();
    body.newton_iterations = BodyDescription{}.newton_iterations;
}

Scene impact_scene(const Impact& impact, double step) {
    Scene scene = load_scene("verify_impact");
    BodyDescription &first = body_named(scene, "first"), &second = body_named(scene, "second");
    set_body(first, impact.first_type, impact.first_shape);
    set_body(second, impact.second_type, impact.second_shape);
    first.angular_velocity = impact.spin;
    second.position[1] = impact.offset;
    scene.time.step = step;
    return scene;
}

Vector3 cross(const Vector3& a, const Vector3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector3 minus(const Vector3& a, const Vector3& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
void add(Vector3& sum, double factor, const Vector3& v) {
    for (int k = 0; k < 3; ++k) sum[k] += factor * v[k];
}

/// Mass of each node: a quarter of its tetrahedra.
std::vector<double> node_masses(const BodyFrame& body) {
    std::vector<double> mass(body.nodes.size(), 0.0);
    for (const auto& t : body.tetrahedra) {
        std::array<Vector3, 4> x;
        for (int k = 0; k < 4; ++k) x[k] = minus(body.nodes[t[k]], body.displacements[t[k]]);
        const Vector3 n = cross(minus(x[1], x[0]), minus(x[2], x[0])), e = minus(x[3], x[0]);
        const double volume = std::abs(n[0] * e[0] + n[1] * e[1] + n[2] * e[2]) / 6;
        for (const int node : t) mass[node] += density * volume / 4;
    }
    return mass;
}

Vector3 rigid_spin(const BodyFrame& body, const BodyDescription& is, double mass, const Vector3& center,
                   const Vector3& velocity) {
    const bool box = std::holds_alternative<BoxShape>(is.shape);
    double furthest = 0;
    for (const Vector3& x : body.vertices) furthest = std::max(furthest, norm(minus(x, center)));
    Vector3 sum{};
    int count = 0;
    for (std::size_t i = 0; i < body.vertices.size(); ++i) {
        const Vector3 arm = minus(body.vertices[i], center);
        if (box && norm(arm) < furthest * (1 - 1e-9)) continue;
        add(sum, 1, cross(arm, minus(body.velocities[i], velocity)));
        ++count;
    }
    Vector3 spin{};
    add(spin, (box ? 1.0 / 3 : 3.0 / 5) * mass / count, sum);
    return spin;
}

struct Totals {
    Vector3 momentum{}, angular_momentum{};
    double size = 0;  ///< Σ m |v| [kg m/s]
    double energy = 0;
};

Totals totals(const World& world) {
    Totals sum;
    sum.energy = world.last_step().kinetic + world.last_step().elastic;
    const Frame frame = world.frame();
    const std::vector<ProbeReading> velocities = world.probes();
    for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
        const BodyFrame& body = frame.bodies[i];
        const double mass = world.body(i).mass();
        const Vector3 center = world.body(i).center_of_mass();
        const Vector3 velocity{velocities[i].values[0], velocities[i].values[1], velocities[i].values[2]};
        add(sum.momentum, mass, velocity);
        sum.size += mass * norm(velocity);
        if (body.type == BodyType::Rigid) {
            add(sum.angular_momentum, mass, cross(center, velocity));
            add(sum.angular_momentum, 1, rigid_spin(body, world.scene().bodies[i], mass, center, velocity));
            continue;
        }
        const std::vector<double> masses = node_masses(body);
        for (std::size_t k = 0; k < masses.size(); ++k)
            add(sum.angular_momentum, masses[k], cross(body.nodes[k], body.node_velocities[k]));
    }
    return sum;
}

struct Audit {
    double momentum = 0, angular_momentum = 0;  ///< largest change, relative
    double growth = 0;                          ///< of energy in a step, largest, relative
    std::vector<double> time, energy;           ///< [s]; of the start
    bool touched = false;
};

Audit audit(const Impact& impact, double step) {
    World world(impact_scene(impact, step));
    const Totals start = totals(world);
    const long steps = std::lround(world.scene().time.duration / step);
    Audit found;
    double energy = start.energy;
    while (world.steps() < steps) {
        world.step();
        const Totals now = totals(world);
        found.touched = found.touched || norm(contact_force(world, "first")) > 0;
        found.momentum = std::max(found.momentum, norm(minus(now.momentum, start.momentum)) / start.size);
        found.angular_momentum = std::max(
            found.angular_momentum, norm(minus(now.angular_momentum, start.angular_momentum)) /
                                        std::max(norm(start.angular_momentum), typical_arm * start.size));
        found.growth = std::max(found.growth, (now.energy - energy) / energy);
        energy = now.energy;
        found.time.push_back(world.time());
        found.energy.push_back(energy / start.energy);
    }
    return found;
}

void run_impacts(Findings& findings) {
    VerifyPlot plot{"Energy over that of the start", "time [s]", "T + V", {}};
    plot.lines.push_back({"may not grow", {0, 0.2}, {1, 1}, true});
    for (const Impact& impact : impacts_to_audit(findings.quick()))
        for (const double step : findings.quick() ? std::vector{2e-3} : std::vector{1e-3, 5e-3}) {
            const std::string name = fmt::format("{}, step {:g} ms", impact.name, 1e3 * step);
            findings.progress(name);
            const Audit found = audit(impact, step);
            if (!found.touched) findings.note("The bodies never touched: " + name + ".");
            findings.expect_below("change of momentum, " + name, found.momentum, "", momentum_gate);
            findings.expect_below("growth of energy in a step, " + name, found.growth, "", energy_gate);
            findings.expect_below("change of angular momentum, " + name, found.angular_momentum, "");
            if (step <= 2e-3) plot.lines.push_back({impact.name, found.time, found.energy});
        }
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark impacts() {
    return {{"C8", "momentum and energy of frictionless impacts", "momentum stays; energy never grows",
             "momentum 1e-9; energy 1e-6 a step", "verify_impact"},
            run_impacts};
}

}  // namespace limpet::verification
