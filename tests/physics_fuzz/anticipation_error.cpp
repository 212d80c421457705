#include "physics_fuzz/anticipation_error.h"

#include <algorithm>

namespace limpet::physics_fuzz {
namespace {

constexpr double error_ratio = 10;  ///< of what it leaves
/// Of its size: a body that moves by less in a step stands still, and what it has left is rounding.
constexpr double error_standstill_ratio = 1e-6;

/// 1 + h (h + d) E / (ρ ℓ²): of A to the mass of a node [-].
double stiffness_ratio(const SceneRun& run, std::size_t i) {
    const BodyFacts& body = run.bodies[i];
    const BodyDescription& description = run.scene.bodies[i];
    if (!(body.young > 0) || !(body.volume > 0)) return 1;
    const double side = description.element.value_or(description.surface.value_or(body.size));
    const double h = run.scene.time.step,
                 damping = run.scene.materials.at(*description.material).damping.stiffness;
    return 1 + h * (h + damping) * body.young * body.volume / (body.mass * side * side);
}

}  // namespace

double speed_in_step(const SceneRun& run, std::size_t i, std::size_t n) {
    const BodyFacts& body = run.bodies[i];
    if (body.mass == 0) return 0;
    const BodyMoment &before = run.moments[n - 1].bodies[i], &after = run.moments[n].bodies[i];
    const double h = run.scene.time.step, g = to_vec3(run.scene.gravity).norm();
    return std::max({before.fastest, after.fastest, h * g, h * after.push / body.mass,
                     error_standstill_ratio * body.size / h});
}

double anticipation_error(const SceneRun& run, std::size_t body, std::size_t n) {
    const SolverType type = run.scene.solver.type;
    if (type != SolverType::Anticipation && type != SolverType::Newton) return 0;
    double fastest = 0;
    for (std::size_t j = 0; j < run.bodies.size(); ++j) fastest = std::max(fastest, speed_in_step(run, j, n));
    const double left = std::max(run.scene.solver.tolerance, run.moments[n].record.residual);
    return error_ratio * left * stiffness_ratio(run, body) * run.bodies[body].mass * fastest;
}

}  // namespace limpet::physics_fuzz
