#pragma once

/// Quasi-static equilibrium of a soft body: forces balance at every moment, inertia and damping play no part.
///
///   f(q⁺) + M g + p/h = 0 on free nodes,   v = (q⁺ − q)/h,   p impulses of contacts [N s]
///
/// q⁺ is a minimum of Π(q) = Ψ(q) − Σ m g·q − p·q/h, found by Newton's method with a line search on Π
/// (Nocedal & Wright, Numerical Optimization, §3.4) from the present state; the first iteration takes held
/// nodes to their places. Element stiffness is made positive semi-definite; where that leaves K singular, a
/// multiple of 1 is added to it, which changes the way to the minimum, not the minimum.

#include "bodies/elastic/elastic_system.h"

namespace limpet {

/// Velocities of all nodes that lead to the equilibrium in one step. Throws BreakdownError if it is not
/// found.
std::vector<Vec3> quasistatic(ElasticSystem& system, const NodalState& state, const StepInput& input);

}  // namespace limpet
