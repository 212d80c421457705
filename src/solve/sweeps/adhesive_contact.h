#pragma once

/// Adhesion with friction at one contact, both implicit: what a sweep does there.
///
///   normal        λn = max(−ūn/Wnn, min(−k (ūn − r/h)/(1 + k Wnn), 0))
///   tangential    λ_T = p + f,   p = −k (u_T + d/h),
///                 f opposes slip as in Coulomb's law, ‖f‖ ≤ φ = max(μ max(λn, 0) − ‖p‖, 0)
///
///   k     h² A C β²: impulse per velocity of the bond; h u is the gap at the end of the step   [kg]
///   d/h   tangential displacement from the bond's anchor, over the step                        [m/s]
///   r     gap from which on the bond pulls, 0 if it was made where surfaces touch               [m]
///   ū     velocity without the impulse that is looked for                                      [m/s]
///   p, f  impulses of the bond and of friction                                                 [N s]
///
/// The first line says 0 ≤ λn + k max(un − r/h, 0) ⊥ un ≥ 0: a spring that pulls, a wall that pushes. Where
/// the bond pulls only there is no wall, λn = min(−k (ūn − r/h)/(1 + k Wnn), 0), and no friction. J.
/// Gascón, J. S. Zurdo, M. A. Otaduy, Constraint-Based Simulation of Adhesive Contact (2010), eq. 13–16 and
/// §5.2, with the signs of the own block mended (minus). Of friction and tangential adhesion the one that
/// restricts motion more counts: ‖λ_T‖ ≤ max(μ max(λn, 0), ‖p‖). The paper has a box in the tangent plane;
/// with the exact cone we have a disc.
///
/// Steps 5 to 7 of the paper, whose d̄ we measure from the anchor, give λ_T = p where friction is less: a
/// bond is as elastic sideways as along the normal, as in M. Raous, L. Cangémi, M. Cocu (1999). So its
/// traction C β² g has the potential ½ C β² g², g the whole gap vector, and to part it takes W per area in
/// any direction. f is what friction holds beyond that; where the bond pulls back, f opposes it.

#include <algorithm>
#include <optional>
#include <vector>

#include "solve/problem.h"
#include "solve/residual.h"
#include "solve/sweeps/one_contact.h"

namespace limpet {

/// A bonded contact is solved to the end as others are; most take three or four.
inline constexpr int passes_at_a_bond = 20;

/// The impulse along the normal that the law wants for this ūn.
double adhesive_normal_impulse(double u, double w, const Bond& bond);

/// φ: what friction holds beside a bond that pulls with ‖p‖; `push`: λn.
inline double friction_beside(double friction, double push, double pull) {
    return std::max(friction * std::max(push, 0.0) - pull, 0.0);
}

/// The same along one axis of a box of half width `width` · λn: λ for the velocity `u` without it.
struct BoxedBond {
    double k, drag, w;  ///< w: own compliance along the axis
    double impulse(double u, double bound) const;
};

class AdhesiveContact {
public:
    /// `block`: W by columns, which has to outlive it.
    AdhesiveContact(const double* block, double friction, const Bond& bond, Cone cone, double u0_t,
                    double u0_b);

    /// The anchor is elsewhere now: d/h. Not for a box, whose axes are those of the sliding that it began
    /// with.
    void set_drag(double drag_t, double drag_b) {
        bond_.drag_t = drag_t;
        bond_.drag_b = drag_b;
    }
    /// λ for this ū: normal impulse first, then the tangential ones, `passes` times or until they stay.
    void update(double un, double u1, double u2, double* lambda, int passes);

private:
    void hold_in_disc(double n, double u1, double u2, double* lambda);
    void hold_in_box(double n, double u1, double u2, double* lambda) const;

    const double* w_;
    double friction_;
    Bond bond_;
    bool exact_;
    /// Tangential rows where the bond acts: u_T = M⁻¹ (ū − k W d/h) + M⁻¹ W f,   M = 1 + k W
    Eigen::Matrix2d inverse_;  ///< M⁻¹
    OneContact disc_;          ///< M⁻¹ W, with a coefficient of 1
    BoxFrame frame_;
    Eigen::Matrix2d box_w_;     ///< its tangential rows in the axes of the box
    Eigen::Vector2d box_drag_;  ///< d/h in these axes
};

/// The contacts of a problem that have a bond, by contact. Empty if there are none.
std::vector<std::optional<AdhesiveContact>> adhesive_contacts(const Problem& problem, Cone cone);

}  // namespace limpet
