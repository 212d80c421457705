#pragma once

/// Coulomb's law at one contact with the exact cone, solved directly.
///
///   u = W λ + ū,   λ ∈ K_μ,   u + μ‖u_T‖n ∈ K_μ*,   complementary          (De Saxcé)
///
///   W      own 3×3 block of the Delassus operator, its symmetric part positive semi-definite   [1/kg]
///   ū      relative velocity with this contact's impulse left out                              [m/s]
///
/// Three cases. *Open*: ūn ≥ 0, λ = 0. *Stick*: u = 0 has λ in the cone. *Slip*: un = 0 and u_T = −γ λ_T with
/// γ > 0. Eliminating λn = −(ūn + Wnt λ_T)/Wnn leaves
///
///   (S + γ) λ_T = −b,   S = Wtt − Wtn Wnt/Wnn,   b = ū_T − Wtn ūn/Wnn,   ‖λ_T‖ = μ λn
///
/// one equation in γ. At γ = 0, the sticking impulse, ‖λ_T‖ > μ λn, otherwise it would stick; for γ → ∞,
/// λ_T → 0 and λn → −ūn/Wnn > 0. So there is a root, and Newton's method kept in a bracket finds it. We look
/// for the root of μλn/‖λ_T‖ − 1, which is nearly linear in γ (as in trust-region methods, Moré and Sorensen
/// 1983). Blocks that are singular, or indefinite by rounding or asymmetry, get the small multiple of 1 added
/// to S that makes it positive.
///
/// The cases are those of O. Bonnefon, G. Daviet, Quartic formulation of Coulomb 3D frictional contact
/// (2011); we deviate: a bracketed root instead of the roots of a quartic, which can be missed.

#include <cmath>

#include "core/types.h"

namespace limpet {

/// The slip problem on its own: of the p with (S + γ) p = b, γ ≥ 0, the one with ‖p‖ = m0 + d·p, or beside a
/// bond (adhesive_contact.h), of which k ‖γ p + e‖ is taken by the bond, ‖p‖ = m0 + d·p − k ‖γ p + e‖. In the
/// axes of the symmetric part of S, which is then (l1, skew; −skew, l2): the inverse has no differences in
/// it, so that S may be nearly singular.
struct SlipProblem {
    double l1, l2, skew;  ///< l1 ≥ l2 > 0
    double b1, b2, m0, d1, d2;
    double k = 0, e1 = 0, e2 = 0;
};
struct Slip {
    double p1, p2, radius;  ///< radius: the right side
    double gamma;
};
/// `gamma` is a guess. Wants that at γ = 0, ‖p‖ > radius, that for γ → ∞ radius > 0, and m0 > 0. Always
/// returns finite numbers.
Slip find_slip(const SlipProblem& problem, double gamma);

class OneContact {
public:
    OneContact() = default;
    /// `block`: W by columns. Wants Wnn > 0, μ ≥ 0.
    OneContact(const double* block, double friction);

    /// λ for this ū. Remembers how it slipped, which the next call starts from.
    void solve(double un, double u1, double u2, double* lambda) {
        if (un >= 0) {
            lambda[0] = lambda[1] = lambda[2] = 0;
            return;
        }
        const double push = -un * inverse_nn_;
        if (friction_ == 0) {
            lambda[0] = push;
            lambda[1] = lambda[2] = 0;
            return;
        }
        const double b1 = cosine_ * u1 + sine_ * u2 + tn1_ * push;
        const double b2 = cosine_ * u2 - sine_ * u1 + tn2_ * push;
        const double p1 = (l2_ * b1 - skew_ * b2) * inverse_det_;
        const double p2 = (l1_ * b2 + skew_ * b1) * inverse_det_;
        const double radius = friction_ * push + d1_ * p1 + d2_ * p2;
        if (radius >= 0 && p1 * p1 + p2 * p2 <= radius * radius) {
            store(radius, p1, p2, lambda);
            return;
        }
        slip(b1, b2, friction_ * push, lambda);
    }

    /// Friction beside a bond whose impulse is −k (u_T + d/h), where the normal impulse does not depend on
    /// it: of the λ_T that bond and friction give together, f opposes slip, ‖f‖ ≤ bound − k ‖u_T + d/h‖.
    /// `block` is then that of u_T against f, and (u1, u2) is u_T without f. Wants that the bond alone pulls
    /// with less than `bound`. Remembers how it slipped.
    void hold_beside(double k, double drag_1, double drag_2, double bound, double u1, double u2,
                     double* lambda_t);

private:
    void slip(double b1, double b2, double m0, double* lambda);
    void store(double radius, double p1, double p2, double* lambda) const {
        lambda[0] = radius / friction_;
        lambda[1] = sine_ * p2 - cosine_ * p1;
        lambda[2] = -sine_ * p1 - cosine_ * p2;
    }

    double inverse_nn_ = 1, friction_ = 0;
    double cosine_ = 1, sine_ = 0;                         ///< axes of S; all that follows is in them
    double tn1_ = 0, tn2_ = 0;                             ///< Wtn
    double d1_ = 0, d2_ = 0;                               ///< μ Wnt/Wnn
    double l1_ = 1, l2_ = 1, skew_ = 0, inverse_det_ = 1;  ///< S
    double gamma_ = 0;                                     ///< of the last slip
};

}  // namespace limpet
