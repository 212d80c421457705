#pragma once

/// How good a λ is, whatever solver it comes from: the natural map of the contact problem, free of units.
///
///   error = ‖F‖ / max(‖u⁰‖, s ‖λ‖, ‖u‖),   0/0 = 0,   u = W λ + u⁰,   s = mean diagonal of W
///
/// Exact cone ‖λ_T‖ ≤ μ λn, by De Saxcé's form of Coulomb's law:
///
///   F_i = s λ_i − Proj_K(s λ_i − (u_i + μ_i ‖u_iT‖ n))
///
/// Four-sided sections, by the law itself, with D the box |x|, |y| ≤ μ λn or the diamond |x| + |y| ≤ μ λn:
///
///   F_in = s λn − max(0, s λn − un),     F_iT = s λ_T − Proj_{s D}(s λ_T − u_T)
///
/// D is aligned with u⁰_T of its contact, so that it says the same throughout a solve. A diamond is a box
/// turned by 45° and smaller by √2; that is how both are handled here and in the solvers. For μ = 0 without a
/// bond, λn ≥ 0 alone is the law, and of that contact only the normal row counts.
///
/// Contacts with a bond (adhesive_contact.h), by the projection on what it admits, whose bounds are taken at
/// λ:
///
///   F_in = s λn − max(−s k max(un, 0), s λn − un),     F_iT = s' f − Proj_{s' D}(s' f − u_T)
///
/// with f the part of λ_T that is friction, s' = s/(1 + s k), and D a disc, or a box for four-sided sections,
/// of the size that adhesive_contact.h gives.
///
/// Where bonds are soft against the bodies, s k ≪ 1, velocities hardly feel them, and F says little about
/// what they do. So problems with bonds have a second error, in energies, and theirs is the larger of the
/// two:
///
///   work error = √(G/E),     G = Σ (λn + k eₙ)²/2k + f²/2k,     E = Σ s ‖λ‖²/2 + k eₙ²/2 + k ‖u_T + d/h‖²/2
///
///   G   what the duality gap of the problem has of bonds that pull and slide without friction [J]; of
///   others,
///       pushed or held by friction, G has F²/2s, since λ follows from u there
///   E   what the impulses store in bodies and bonds, and at least what a billionth of ‖u⁰‖∞ would in the
///       bonds, which is rounding [J]
///   eₙ  max(un − r/h, 0)   f  λ_T + k (u_T + d/h)
///
/// G is at least half of the squared error of the bodies' velocities in the norm of A, and of that of the
/// bonds' stretch in the norm of k: with work error ε the bonds' energy is right to 2 ε of E, and so is the
/// work that they do in the step.
///
/// V. Acary, M. Brémond, O. Huber, On solving contact problems with Coulomb friction: formulations and
/// numerical comparisons (2018); ours is free of units.

#include "solve/problem.h"

namespace limpet {

/// Which tangential impulses a contact admits.
enum class Cone { Exact, Pyramid, Box };

/// The point of the cone ‖r_T‖ ≤ μ r_n nearest to r.
Vec3 project_on_cone(const Vec3& r, double friction);

/// Axes of a four-sided section in the contact's tangent plane, and its half width as a part of λn.
struct BoxFrame {
    double cosine = 1, sine = 0;
    double width = 0;
};
/// `cone`: Pyramid or Box.
BoxFrame box_frame(Cone cone, double u0_t, double u0_b, double friction);

/// Errors of many λ of one problem.
class Residual {
public:
    /// The problem has to outlive it.
    explicit Residual(const Problem& problem, Cone cone = Cone::Exact);
    /// The larger of map_error() and work_error().
    double error(const VecX& lambda);
    /// Of the λ that error() was last asked about: the natural map's, ...
    double map_error() const { return map_error_; }
    /// ... and the bonds'; 0 without bonds.
    double work_error() const;
    /// G of the same λ [J].
    double missed_work() const { return missed_work_; }
    /// ‖F‖ of the λ that error() was last asked about [m/s]. Impulses that are far too large have errors near
    /// 1 as no impulses have; this tells them apart.
    double map() const { return map_; }
    /// The contact with the largest ‖F_i‖ of the same λ; −1 without contacts.
    int worst_contact() const { return worst_contact_; }
    /// ‖F‖ / max(‖u⁰‖, ‖u‖) of the same λ, which large impulses do not make small.
    double velocity_error() const;
    /// Mean diagonal of W: velocity per impulse.
    double scale() const { return s_; }

private:
    Vec3 natural_map(int contact, const Vec3& l, const Vec3& u) const;
    Vec3 bonded_map(int contact, const Vec3& l, const Vec3& u) const;
    /// Adds to G and E.
    void add_work(int contact, const Vec3& l, const Vec3& u, const Vec3& F);

    const Problem& problem_;
    Cone cone_;
    double s_, norm_u0_, norm_u_ = 0, map_ = 0, map_error_ = 0;
    double missed_work_ = 0, stored_work_ = 0;  ///< G, E [J]
    double rounding_ = 0;                       ///< stretch [m/s]
    int worst_contact_ = -1;
    VecX u_;
};

/// Error with the exact cone.
double natural_map_error(const Problem& problem, const VecX& lambda);

}  // namespace limpet
