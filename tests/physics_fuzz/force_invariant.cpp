/// |P(n) − P(n−1) − h (m g + F)| ≤ ε m max(|v|, h g, h Σ|f|/m)
///
/// | P | momentum of a body, m its mass | kg m/s, kg |
/// | v | of its fastest vertex, before and after | m/s |
/// | F | sum of the contact forces f of the step, as frames show them | N |
///
/// ε: 1e-9 of rigid bodies, which is rounding: what solvers with W apply is what frames show. 1e-3 of bodies
/// that deform, whose linear solves have a tolerance of their own. `anticipation` relaxes velocities until
/// ‖D⁻¹ (b + Jᵀ λ − A v)‖ ≤ r ‖v‖ over all bodies of a group, D ≥ A, r its tolerance, or the residual that it
/// records where iterations run out. So a body may err by r |v| of the fastest of them times A: its mass, and
/// for what deforms 1 + h (h + d) E/(ρ ℓ²) times that (d: `damping.stiffness`, ℓ: side of an element). 10
/// stands for D/A and for the root of the number of bodies, of which scenes have up to 9. At rest it says
/// that contacts carry the weight.

#include <algorithm>
#include <cmath>

#include "physics_fuzz/invariants.h"

namespace limpet::physics_fuzz {
namespace {

constexpr double rigid_error_ratio = 1e-9, deforming_error_ratio = 1e-3;
constexpr double anticipation_error_ratio = 10;  ///< of what it leaves
/// Of its size: a body that moves by less in a step stands still, and what it has left is rounding.
constexpr double standstill_ratio = 1e-6;

/// Of a body in step n: the largest of its speeds, and of what weight and contacts change them by. [m/s]
double speed_in_step(const SceneRun& run, std::size_t i, std::size_t n) {
    const BodyFacts& body = run.bodies[i];
    if (body.mass == 0) return 0;
    const BodyMoment &before = run.moments[n - 1].bodies[i], &after = run.moments[n].bodies[i];
    const double h = run.scene.time.step, g = to_vec3(run.scene.gravity).norm();
    return std::max(
        {before.fastest, after.fastest, h * g, h * after.push / body.mass, standstill_ratio * body.size / h});
}

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

/// What the body's momentum may be wrong by in step n. [kg m/s]
double allowed_error(const SceneRun& run, std::size_t i, std::size_t n) {
    const BodyFacts& body = run.bodies[i];
    const double own = speed_in_step(run, i, n);
    const bool rigid = body.type == BodyType::Rigid;
    const double error = (rigid ? rigid_error_ratio : deforming_error_ratio) * body.mass * own;
    if (run.scene.solver.type != SolverType::Anticipation) return error;
    double fastest = 0;
    for (std::size_t j = 0; j < run.bodies.size(); ++j) fastest = std::max(fastest, speed_in_step(run, j, n));
    const double left = std::max(run.scene.solver.tolerance, run.moments[n].record.residual);
    return std::max(error, anticipation_error_ratio * left * stiffness_ratio(run, i) * body.mass * fastest);
}

}  // namespace

Violations check_forces(const SceneRun& run) {
    Violations found;
    const double h = run.scene.time.step;
    for (std::size_t i = 0; i < run.bodies.size(); ++i) {
        const BodyFacts& body = run.bodies[i];
        if (body.mass == 0 || body.held || run.scene.bodies[i].dynamics == Dynamics::Quasistatic) continue;
        const Vec3 weight = body.mass * to_vec3(run.scene.gravity);
        Violation worst{"forces", {body.name}, 0, 0, "kg m/s", 0};
        for (std::size_t n = 1; n < run.moments.size(); ++n) {
            const BodyMoment &before = run.moments[n - 1].bodies[i], &after = run.moments[n].bodies[i];
            const double error =
                (after.momentum - before.momentum - h * (weight + after.contact_force)).norm();
            const double limit = allowed_error(run, i, n);
            if (!(error <= limit) && !(error * worst.limit <= worst.value * limit && worst.limit > 0)) {
                worst.value = error;
                worst.limit = limit;
                worst.time = run.moments[n].record.time;
            }
        }
        if (worst.limit > 0) found.push_back(worst);
    }
    return found;
}

}  // namespace limpet::physics_fuzz
