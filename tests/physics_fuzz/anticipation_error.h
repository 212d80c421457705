#pragma once

#include "physics_fuzz/run_scene.h"

namespace limpet::physics_fuzz {

/// The largest of a body's speeds before and after step n, and of what weight and contacts change them by
/// [m/s].
double speed_in_step(const SceneRun& run, std::size_t body, std::size_t n);

/// What the solvers without W, `anticipation` and `newton`, may leave of a body's momentum in step n; 0 with
/// other solvers [kg m/s].
///
///   10 r A |v|,     A = m (1 + h (h + d) E / (ρ ℓ²))
///
/// | r | `solver.tolerance`, or the recorded residual where iterations ran out | – |
/// | v | of the fastest body | m/s |
/// | d, ℓ | `damping.stiffness`, side of an element, of what deforms | s, m |
///
/// They change velocities until ‖D⁻¹ (b + Jᵀ λ − A v)‖ ≤ r ‖v‖ over all bodies of a group, D ≥ A. 10 stands
/// for D/A and for the root of the number of bodies, of which scenes have up to 9.
double anticipation_error(const SceneRun& run, std::size_t body, std::size_t n);

}  // namespace limpet::physics_fuzz
