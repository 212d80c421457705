#pragma once

/// Adhesion with friction at one contact, both implicit: what a sweep does there.
///
///   normal        λn = max(−ūn/Wnn, min(−k ūn/(1 + k Wnn), 0))
///   tangential    λ_T opposes slip as in Coulomb's law, ‖λ_T‖ ≤ max(μ max(λn, 0), a),
///                 a = k ‖ū_T + d/h‖ / (1 + k w),   w = (Wtt + Wbb)/2
///
///   k     h² A C β²: impulse per velocity of the bond; h u is the gap at the end of the step   [kg]
///   d/h   tangential displacement from the bond's anchor, over the step                        [m/s]
///   ū     velocity without the impulse that is looked for                                      [m/s]
///
/// The first line says 0 ≤ λn + k un ⊥ un ≥ 0: a spring that pulls, a wall that pushes. J. Gascón,
/// J. S. Zurdo, M. A. Otaduy, Constraint-Based Simulation of Adhesive Contact (2010), eq. 13–16 and §5.2,
/// with the signs of the own block mended (minus). Of friction and tangential adhesion the one that restricts
/// motion more counts. The paper has a box in the tangent plane; with the exact cone we have a disc.
/// Tangential adhesion holds back and never drives, as friction does. Where the bond is what counts and
/// motion leads away from the anchor, λ_T = −k (u_T + d/h) at the end of the step, whatever W is; on the way
/// back, a depends on the own block.

#include <optional>
#include <vector>

#include "solve/one_contact.h"
#include "solve/problem.h"
#include "solve/residual.h"

namespace limpet {

/// The impulse along the normal that the law wants for this ūn.
double adhesive_normal_impulse(double u, double w, double k);

/// How much tangential impulse the bond can hold.
double adhesive_bound(double u_t, double u_b, double w, const Bond& bond);

class AdhesiveContact {
public:
    /// `block`: W by columns, which has to outlive it.
    AdhesiveContact(const double* block, double friction, const Bond& bond, Cone cone, double u0_t,
                    double u0_b);

    /// λ for this ū: normal impulse first, then the tangential ones, `passes` times or until they stay.
    void update(double un, double u1, double u2, double* lambda, int passes);

private:
    void hold_in_disc(double n, double u1, double u2, double* lambda);
    void hold_in_box(double n, double u1, double u2, double* lambda) const;

    const double* w_;
    double friction_;
    Bond bond_;
    bool exact_;
    OneContact disc_;  ///< its tangential rows alone, with a coefficient of 1
    BoxFrame frame_;
    Eigen::Matrix2d box_w_;     ///< its tangential rows in the axes of the box
    Eigen::Vector2d box_drag_;  ///< d/h in these axes
};

/// The contacts of a problem that have a bond, by contact. Empty if there are none.
std::vector<std::optional<AdhesiveContact>> adhesive_contacts(const Problem& problem, Cone cone);

}  // namespace limpet
