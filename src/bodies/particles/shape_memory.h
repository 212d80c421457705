#pragma once

/// Local shape memory: every particle is pulled to the place that it has at rest among its neighbours.
///
///   U = ½ k Σ_i |e_i|²,      e_i = x_i − g_i,      g_i = c_i + R_i p_ii
///
///   c_i = Σ_j w_ij x_j,      R_i = the rotation nearest to Σ_j w_ij (x_j − c_i) p_ijᵀ
///
///   k       shape_memory [N/m]                 p, w   neighbourhoods.h
///   g_i     place of particle i in the best-fitting rigid frame of its neighbourhood [m]
///
/// Forces are the exact gradient, the frames' own motion included. With r_ij = R_i p_ij and
/// D_i = tr(B_i) 1 − B_i, B_i = Σ_j w_ij (x_j − c_i) r_ijᵀ (symmetric at the best fit), the frame turns by
/// D_i⁻¹ Σ_j w_ij r_ij × dx_j, so that
///
///   f_i −= k e_i,     f_j += k w_ij (e_i + q_i × r_ij),     q_i = D_i⁻¹ (r_ii × e_i)          j in N_i
///
/// Each neighbourhood's forces and moments sum to zero: U does not change when it moves rigidly.
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
    ShapeMemory(Neighbourhoods neighbourhoods, double stiffness)
        : around_(std::move(neighbourhoods)), stiffness_(stiffness) {}

    const Neighbourhoods& neighbourhoods() const { return around_; }
    double stiffness() const { return stiffness_; }  ///< k [N/m]

    /// U with the places at rest stretched by `rest`. [J]
    double energy(const std::vector<Vec3>& x, const Mat3& rest) const;
    /// f += −∂U/∂x. [N]
    void add_forces(const std::vector<Vec3>& x, const Mat3& rest, std::vector<Vec3>& f) const;
    /// f −= K dx, K = ∂²U/∂x² at rest. [N]
    void add_forces_at_rest(const std::vector<Vec3>& dx, std::vector<Vec3>& f) const;

private:
    Neighbourhoods around_;
    double stiffness_ = 0;
};

}  // namespace limpet
