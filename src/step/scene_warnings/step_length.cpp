/// Steps that are too long for what moves, and for what vibrates.
///
///   ω = c √(E/ρ)/L    lowest mode of a free body: c = π as a bar along L, 22.4 t/(√12 L) as a beam of
///   thickness t;
///                     held: π/2 and 3.52 t/(√12 L); the smaller of the two
///   1 − (1 + ω²h²)^(−π/(ωh))    share of its amplitude that implicit Euler takes in a period, about π ω h
///
///   E, ρ   Young's modulus [Pa], density [kg/m³]      L, t   longest and shortest side of its box at rest
///   [m]

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bodies/body_material.h"
#include "core/two_digits.h"
#include "step/scene_warnings/free_paths.h"
#include "step/scene_warnings/warning_constants.h"

namespace limpet {
namespace {

double loss_per_period(double angle) {
    return 1 - std::pow(1 + angle * angle, -std::numbers::pi / angle);
}

struct Vibration {
    std::size_t body;
    double omega;  ///< [rad/s]
};

Vec3 sides_at_rest(const BodyDescription& description, const Body& body) {
    const Mat3 turned_back = rotation_matrix(description.rotation).transpose();
    Box3 box;
    for (const Vec3& x : body.surface().positions) box.extend(turned_back * x);
    return box.sizes();
}

/// Nothing where vibrations are too small to be seen, or damped more by the material than by the step.
std::optional<Vibration> damped_vibration(const Scene& scene, std::size_t index, const Body& body,
                                          double impact) {
    const BodyDescription& description = scene.bodies[index];
    if (body.type() != BodyType::Soft || description.dynamics != Dynamics::Implicit) return {};
    const Material& material = material_of(description, scene);
    const Vec3 sides = sides_at_rest(description, body);
    const double length = sides.maxCoeff(), slenderness = sides.minCoeff() / (std::sqrt(12.0) * length);
    const double sound = std::sqrt(material.young / material.density);
    const bool held = !description.fixed.empty() || !description.motion.empty();
    const double mode = held ? std::min(std::numbers::pi / 2, 3.52 * slenderness)
                             : std::min(std::numbers::pi, 22.4 * slenderness);
    const double omega = mode * sound / length, h = scene.time.step;
    const double weight = material.density * to_vec3(scene.gravity).norm() * length / material.young;
    if (!(omega > 0) || std::max(weight, impact / sound) < min_visible_strain) return {};
    if (material.damping.stiffness + material.damping.mass / (omega * omega) >= h) return {};
    if (loss_per_period(omega * h) < max_unnoticed_loss) return {};
    return Vibration{index, omega};
}

}  // namespace

void warn_of_fast_bodies(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings) {
    if (!scene.contact || scene.contact->detection.type == DetectionType::Continuous) return;
    std::vector<double> sizes;
    for (const auto& body : bodies) sizes.push_back(box_of(*body).sizes().maxCoeff());
    // What a body meets later, it meets after something else has stopped it.
    std::vector<double> first_time(bodies.size(), std::numeric_limits<double>::infinity());
    const auto meetings = FreePaths(scene, bodies).meetings();
    for (const auto& [pair, meeting] : meetings)
        for (const int body : {pair.first, pair.second})
            first_time[body] = std::min(first_time[body], meeting.time);
    double worst = max_step_travel_ratio;
    std::optional<Warning> warning;
    for (const auto& [pair, meeting] : meetings) {
        const auto [first, second] = pair;
        if (meeting.time > first_time[first] && meeting.time > first_time[second]) continue;
        const double size = std::min(sizes[first], sizes[second]), way = meeting.speed * scene.time.step;
        if (!(way > worst * size)) continue;
        worst = way / size;
        const std::string &one = bodies[first]->name(), &other = bodies[second]->name();
        warning = Warning{
            "fast-bodies",
            {one, other},
            fmt::format(
                "bodies \"{}\" and \"{}\" meet at {:.3g} m/s, {:.3g} m in a step of {:.3g} s, more than half "
                "the size of the smaller one ({:.3g} m), and may pass through each other; a time.step of "
                "{:.2g} s would do, or \"detection\": {{\"type\": \"continuous\"}}",
                one, other, meeting.speed, way, scene.time.step, size,
                rounded_down(max_step_travel_ratio * size / meeting.speed))};
    }
    if (warning) warnings.push_back(*warning);
}

void warn_of_vibrations(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings) {
    // The midpoint rule takes a third at most.
    if (scene.time.integrator != Integrator::ImplicitEuler) return;
    std::vector<double> impact(bodies.size(), 0.0);
    if (scene.contact)
        for (const auto& [pair, meeting] : FreePaths(scene, bodies).meetings())
            for (const int body : {pair.first, pair.second})
                impact[body] = std::max(impact[body], meeting.speed);
    std::optional<Vibration> worst;
    int count = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const std::optional<Vibration> found = damped_vibration(scene, i, *bodies[i], impact[i]);
        if (!found) continue;
        ++count;
        if (!worst || found->omega > worst->omega) worst = found;
    }
    if (!worst) return;
    const double h = scene.time.step;
    const std::string& name = bodies[worst->body]->name();
    warnings.push_back(
        {"vibration",
         {name},
         fmt::format(
             "body \"{}\"{} vibrates about {:.2g} times a second, and a time.step of {:.3g} s takes {:.0f} % "
             "of the amplitude in each period; a step of {:.2g} s would take a tenth; if it shall be damped, "
             "give its material \"damping\": {{\"stiffness\": {:.2g}}}, which does the same at any step",
             name, count > 1 ? fmt::format(" (and {} more)", count - 1) : "",
             worst->omega / (2 * std::numbers::pi), h, 100 * loss_per_period(worst->omega * h),
             rounded_down(-std::log(1 - advised_loss) / (std::numbers::pi * worst->omega)), h)});
}

}  // namespace limpet
