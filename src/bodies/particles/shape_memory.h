#pragma once

/// Local shape memory: every particle is pulled to the place that it has at rest among its neighbours, and
/// every neighbourhood to its shape as a whole.
///
///   U = ½ k Σ_i |e_ii|² + ½ k_s Σ_i Σ_j w_ij |e_ij|²,      e_ij = x_j − c_i − R_i p_ij            j in N_i
///
///   c_i = Σ_j w_ij x_j,      R_i = the rotation nearest to Σ_j w_ij (x_j − c_i) p_ijᵀ
///
///   k       shape_memory [N/m]                 k_s    strain_memory [N/m]
///   p, w    neighbourhoods.h                   c_i + R_i p_ij   place of j in the best-fitting rigid frame
///   of N_i [m]
///
/// The first sum alone does not feel a strain that is the same all over a neighbourhood whose particle is in
/// its middle: such a particle stays in its place. The second one does.
///
/// Forces are the exact gradient, the frames' own motion included. With r_ij = R_i p_ij and
/// D_i = tr(B_i) 1 − B_i, B_i = Σ_j w_ij (x_j − c_i) r_ijᵀ (symmetric at the best fit), the frame turns by
/// D_i⁻¹ Σ_j w_ij r_ij × dx_j, so that
///
///   f_i −= k e_ii,     f_j += w_ij (k (e_ii + q_i × r_ij) − k_s e_ij),     q_i = D_i⁻¹ (r_ii × e_ii)
///
/// (of the second sum the frame is the minimum: its motion adds nothing). Each neighbourhood's forces and
/// moments sum to zero: U does not change when it moves rigidly.
///
/// R_i is proper also of flat neighbourhoods, as those of sheets are: U V ᵀ with the sign at the smallest
/// stretch (core/svd3.h), the only rotation in their plane and no reflection of it. It is undefined only
/// where a neighbourhood is squeezed to a line; there D_i is kept from vanishing by
/// `least_stiffness_of_turn`.
///
/// Shape matching as an energy: M. Müller, B. Heidelberger, M. Teschner, M. Gross, Meshless deformations
/// based on shape matching (2005), which moves particles to g_i instead.

#include <vector>

#include "bodies/particles/neighbourhoods.h"
#include "core/types.h"

namespace limpet {

class ShapeMemory {
public:
    ShapeMemory() = default;
    ShapeMemory(Neighbourhoods neighbourhoods, double stiffness, double strain_stiffness)
        : around_(std::move(neighbourhoods)), stiffness_(stiffness), strain_stiffness_(strain_stiffness) {}

    const Neighbourhoods& neighbourhoods() const { return around_; }
    double stiffness() const { return stiffness_; }                ///< k [N/m]
    double strain_stiffness() const { return strain_stiffness_; }  ///< k_s [N/m]

    /// U with the places at rest stretched by `rest`. [J]
    double energy(const std::vector<Vec3>& x, const Mat3& rest) const;
    /// f += −∂U/∂x. [N]
    void add_forces(const std::vector<Vec3>& x, const Mat3& rest, std::vector<Vec3>& f) const;
    /// f −= K dx, K = ∂²U/∂x² at rest. [N]
    void add_forces_at_rest(const std::vector<Vec3>& dx, std::vector<Vec3>& f) const;

private:
    Neighbourhoods around_;
    double stiffness_ = 0, strain_stiffness_ = 0;
};

}  // namespace limpet
