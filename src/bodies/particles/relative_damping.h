#pragma once

/// Damping of what a particle moves against its neighbourhood:
///
///   P = ½ c Σ_i m_i |d_i|²,     d_i = v_i − v̄_i − ω_i × y_ii,     f = −∂P/∂v
///
///   v̄_i = Σ_j w_ij v_j,         ω_i = I_i⁻¹ Σ_j w_ij y_ij × v_j,   I_i = Σ_j w_ij (|y|² 1 − y yᵀ)
///
///   c   damping [1/s]      y_ij = x_j − c_i, places now [m]      w, c_i   neighbourhoods.h, shape_memory.h
///
///   f_i −= c m_i d_i,      f_j += c m_i w_ij (d_i + q_i × y_ij),     q_i = I_i⁻¹ (y_ii × d_i)      j in N_i
///
/// (v̄, ω) is the rigid motion with the neighbourhood's momentum and angular momentum. P ≥ 0, so that damping
/// only takes energy; it is blind to rigid motion, so that forces and moments of each neighbourhood sum to 0.

#include <vector>

#include "bodies/particles/neighbourhoods.h"

namespace limpet {

/// f += −∂P/∂v. [N]
void add_damping_forces(const Neighbourhoods& around, double damping, const std::vector<double>& mass,
                        const std::vector<Vec3>& x, const std::vector<Vec3>& v, std::vector<Vec3>& f);

}  // namespace limpet
