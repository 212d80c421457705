/// |P(n) − P(0)| ≤ 1e-6 Σ m v,   |L(n) − L(0)| ≤ 1e-3 Σ m v l + d Σ m v
///
/// | P, L | momentum, and angular momentum about the origin, of all bodies | kg m/s, kg m²/s |
/// | v, l | largest speed of a body's vertices, and its size | m/s, m |
/// | d | tolerance of overlap | m |
///
/// Contacts give both bodies the same impulse, so momentum is kept to rounding and the solver of free motion,
/// and to what solvers without W leave in each step (anticipation_error.h).
/// The impulses act at points that are up to d apart, which turns by as much; 1e-3 is what docs/volume.md
/// states.

#include <algorithm>

#include "physics_fuzz/anticipation_error.h"
#include "physics_fuzz/invariants.h"

namespace limpet::physics_fuzz {
namespace {

constexpr double momentum_error_ratio = 1e-6, angular_error_ratio = 1e-3;
/// Of its size: a body that moves by less in a step stands still.
constexpr double momentum_standstill_ratio = 1e-6;

bool is_closed_system(const SceneRun& run) {
    return to_vec3(run.scene.gravity).norm() == 0 && run.scene.attractors.empty() &&
           std::none_of(run.bodies.begin(), run.bodies.end(),
                        [](const BodyFacts& b) { return b.type == BodyType::Static || b.held; });
}

}  // namespace

Violations check_momentum(const SceneRun& run) {
    if (!is_closed_system(run)) return {};
    std::vector<std::string> names;
    for (const BodyFacts& body : run.bodies) names.push_back(body.name);
    double momentum_scale = 0, angular_scale = 0;
    for (std::size_t i = 0; i < run.bodies.size(); ++i) {
        double fastest = 0;
        for (const Moment& m : run.moments) fastest = std::max(fastest, m.bodies[i].fastest);
        fastest = std::max(fastest, momentum_standstill_ratio * run.bodies[i].size / run.scene.time.step);
        momentum_scale += run.bodies[i].mass * fastest;
        angular_scale += run.bodies[i].mass * fastest * run.bodies[i].size;
    }
    Violation linear{"momentum", names, 0, momentum_error_ratio * momentum_scale, "kg m/s", 0};
    // What each step leaves adds up.
    for (std::size_t n = 1; n < run.moments.size(); ++n)
        for (std::size_t i = 0; i < run.bodies.size(); ++i) linear.limit += anticipation_error(run, i, n);
    Violation angular{
        "angular momentum", names, 0, angular_error_ratio * angular_scale + run.tolerance * momentum_scale,
        "kg m^2/s",         0};
    const auto total = [&](const Moment& m, auto member) {
        Vec3 sum = Vec3::Zero();
        for (const BodyMoment& b : m.bodies) sum += b.*member;
        return sum;
    };
    for (const Moment& m : run.moments) {
        const double p =
            (total(m, &BodyMoment::momentum) - total(run.moments[0], &BodyMoment::momentum)).norm();
        const double l =
            (total(m, &BodyMoment::angular_momentum) - total(run.moments[0], &BodyMoment::angular_momentum))
                .norm();
        if (!(p <= linear.value)) linear.value = p, linear.time = m.record.time;
        if (!(l <= angular.value)) angular.value = l, angular.time = m.record.time;
    }
    Violations found;
    if (!(linear.value <= linear.limit)) found.push_back(linear);
    if (!(angular.value <= angular.limit)) found.push_back(angular);
    return found;
}

}  // namespace limpet::physics_fuzz
