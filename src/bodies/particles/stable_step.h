#pragma once

/// The longest substep that explicit steps of a particles body can take:
///
///   k < (√(c² + 4 ω²) − c)/ω²          2/ω without damping, the scheme's own bound with both
///
///   ω²   largest eigenvalue of M⁻¹K, K = ∂²U/∂x² at rest [1/s²]
///   c    largest eigenvalue of M⁻¹C, C the damping's [1/s]
///
/// both by power iteration from a fixed start. Of one mode, z² − (2 − kc − k²ω²) z + 1 − kc = 0 has no root
/// beyond −1 then; taking both at their largest is on the safe side of modes that have one of them only.

#include "bodies/particles/shape_memory.h"

namespace limpet {

/// ω [1/s]; imposed particles (inverse mass 0) do not move.
double highest_frequency(const ShapeMemory& memory, const std::vector<double>& inverse_mass);
/// c [1/s] of a damping coefficient [1/s] at rest.
double highest_damping_rate(const Neighbourhoods& around, double damping, const std::vector<Vec3>& rest,
                            const std::vector<double>& mass, const std::vector<double>& inverse_mass);
/// [s]
double longest_stable_step(double frequency, double damping_rate);

}  // namespace limpet
