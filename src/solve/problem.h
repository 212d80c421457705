#pragma once

/// One contact problem, as every solver sees it: find λ with u = W λ + u⁰ and the law of each contact.
///
///   W      Delassus operator, symmetric positive semi-definite, in 3×3 blocks   [1/kg]; `W_is` says which
///   u⁰     free relative velocity (n, t, b) of each contact                     [m/s]
///   λ      impulse (n, t, b) of each contact, λn ≥ 0 pushes apart               [N s]
///   μ      friction coefficient of each contact                                 [-]
///   k, d/h of each contact's bond, if contacts have bonds (adhesive_contact.h)
///
/// Units are those of a dynamic step; a quasi-static body enters with A = h² K, which makes its forces
/// impulses and its displacements velocities, so that one problem holds both kinds.

#include <cstdint>
#include <vector>

#include "linear/block_matrix.h"

namespace limpet {

/// On the diagonal of the interior methods' systems: keeps λT of a contact without friction at zero.
inline constexpr double frictionless_weight = 1e12;

/// What holds a contact beyond friction; k = 0: nothing.
struct Bond {
    double k = 0;                   ///< [kg]
    double drag_t = 0, drag_b = 0;  ///< d/h [m/s]
    double slack = 0;               ///< r/h: it pulls from this opening on [m/s]
    bool pulls_only = false;        ///< nothing pushes or rubs here, other contacts do: its μ is 0
};

/// What a problem's W is. The laws and the solvers are the same for all; what W λ means is not.
enum class DelassusOperator : std::uint8_t {
    Compliance,  ///< W = Σ J A⁻¹ Jᵀ: what bodies give way
    ViscousCompliance,  ///< W′ = (1 + W D)⁻¹ W with the drag D of viscous contacts, and u⁰′ in place of u⁰
                        ///< (compliance/viscous_contact.h)
    NodeCompliance,  ///< B = J D⁻¹ Jᵀ of the nodes' own blocks D, at the last iteration of anticipation.h
};

struct Problem {
    BlockMatrix W;  ///< every row has its diagonal block
    VecX u0;
    std::vector<double> friction;
    VecX start;                    ///< λ to start from; empty: zero
    std::vector<Bond> bonds = {};  ///< one per contact, or none at all
    bool judges_work = true;       ///< of bonds, too, beside the natural map (residual.h)
    DelassusOperator W_is = DelassusOperator::Compliance;

    int contacts() const { return static_cast<int>(friction.size()); }
    bool has_bonds() const { return !bonds.empty(); }
    Bond bond(int i) const { return bonds.empty() ? Bond() : bonds[i]; }
    /// Whether its law is about the normal row alone.
    bool is_smooth(int i) const { return friction[i] == 0 && bond(i).k == 0; }
    /// Columns of the block (i, i): 9 numbers.
    const double* diagonal(int i) const { return W.block(W.pattern().find(i, i)); }
};

}  // namespace limpet
