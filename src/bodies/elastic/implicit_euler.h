#pragma once

/// Implicit Euler for a body of elastic elements: a step, or one stage of another scheme (time_scheme.h).
///
///   M (v⁺ − v) = h [ f(q + h v⁺) + M g − D v⁺ ] + p,   D = α M + β K(q),   q⁺ = q + h v⁺
///
/// One iteration linearises f at q, which is the linearly implicit step (Baraff & Witkin 1998, eq. 6):
///   A v⁺ = M v + h (f(q) + M g) + p,   A = (1 + hα) M + (hβ + h²) K(q)
/// or, of a body that turns freely, at q̃, where its rigid motion takes it, with f(q̃ + h (v⁺ − ṽ)) in the
/// place of f(q + h v⁺) (rigid_motion.h):
///   A (v⁺ − ṽ) = M (v − ṽ) + h (f(q̃) + M g − α M ṽ) + p,   A as before, with K(q̃)
/// There β K damps v⁺ − ṽ alone, and so does the numerical damping of other schemes, c h/θ₀ beside β. The
/// solution's moment is then made that of what acts from outside (balance_moment()).
/// K may be that of a shape so near q that it is as good (StepInput::kept_solve); f is always that of q.
/// Further iterations are Newton's on the full equation, which is the gradient of
///   E(v⁺) = ½ ‖v⁺ − v − h g‖²_M + h/2 v⁺ᵀ D v⁺ + Ψ(q + h v⁺) − pᵀv⁺
/// with a line search on E (Martin et al. 2011, §4), until the residual is below newton_tolerance.
///
/// M lumped mass [kg], f elastic force [N], K = −∂f/∂q [N/m], made positive semi-definite element by element
/// (elements.h), α [1/s] and β [s] Rayleigh damping, g gravity [m/s²], p impulses of contacts [N s]. D stays
/// that of the start of the step.

#include "bodies/elastic/elastic_system.h"

namespace limpet {

/// Velocities of all nodes at the end of a step.
std::vector<Vec3> implicit_euler(ElasticSystem& system, const NodalState& state, const StepInput& input,
                                 int newton_iterations);

/// One more iteration of Newton's from `velocities`, whichever way they were found.
std::vector<Vec3> newton_iteration(ElasticSystem& system, const NodalState& state, const StepInput& input,
                                   const std::vector<Vec3>& velocities);

}  // namespace limpet
