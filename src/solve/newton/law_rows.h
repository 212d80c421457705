#pragma once

/// The laws of all contacts as equations F(λ, u) = 0, and Newton's step on them. The exact cone.
///
///   z_n = s λn − u_n                s = mean diagonal of W (residual.h)
///   z_T = σ f − u_T                 σ = s/(1 + s k)
///   f = λ_T + k (u_T + d/h)         what friction holds beside a bond, adhesive_contact.h; k = 0: λ_T
///
///   along the normal
///     open    z_n ≤ 0, no bond      F_n = s λn
///     spring  m ≤ u_n, a bond       F_n = m = σ (λn + k e)
///     wall    otherwise             F_n = u_n; not where bonds only pull
///     e = max(u_n − r/h, 0) + min(u_n, 0): how far the bond is stretched, with r = 0 just u_n; its first
///         part alone where bonds only pull
///   across it, F_T = σ f − (z_T, cut to the length σ b):
///     stick   ‖z_T‖ ≤ σ b           F_T = u_T
///     held    otherwise             F_T = σ (f − b z_T/‖z_T‖)
///     b = max(μ max(z_n, 0)/s − k‖u_T + d/h‖, 0)
///
///   (A + B W) Δλ = −F               A, B: derivatives of F by λ and u, 3×3 blocks
///
/// That is P. Alart's and A. Curnier's method (A mixed formulation for frictional contact problems prone to
/// Newton like solution methods, 1991), with rows for bonds, which it does not have: along the normal these
/// are the active sets of M. Hintermüller, K. Ito, K. Kunisch (2003) for λn + k e and u_n. F is continuous,
/// so that ‖F‖ tells how far to go; it is zero where residual.h's map is. Where contacts do not change what
/// they do, a step is exact to rounding for all but those that slip. W may be singular: a little of s is
/// added to its diagonal, which tells which λ of many is taken.

#include <vector>

#include "solve/problem.h"

namespace limpet {

/// u = W λ + u⁰.
VecX velocities(const Problem& problem, const VecX& lambda);

/// The rows of one contact.
struct LawRows {
    Mat3 by_impulse, by_velocity;
    Vec3 F;
    bool open = false;
};

/// `u` = W λ + u⁰ at contact i; `s`: Residual::scale().
LawRows law_rows(const Problem& problem, int i, const Vec3& lambda, const Vec3& u, double s);

/// ‖F‖ of all contacts [m/s].
double law_norm(const Problem& problem, const VecX& lambda, double s);

struct NewtonStep {
    int most_contacts;        ///< that are not open: the matrix is dense
    double proximity = 1e-9;  ///< part of s that is added to W: keeps Δλ short where W says little
};

/// λ after a step; empty if all contacts are open, or more than `most_contacts` are not.
VecX after_newton_step(const Problem& problem, double s, const VecX& lambda, const NewtonStep& how);

}  // namespace limpet
