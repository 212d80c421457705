#pragma once

/// The law of one contact that gives way a little by itself: its impulse as a function of velocity, with a
/// derivative.
///
///   u' = u + δ (λ − λ₀),     the law of adhesive_contact.h between λ and u'
///
///   normal       λn = max(−ñ/δ, min(−k (ñ − r)/(1 + k δ), 0))
///   tangential   λ_T = −k (u'_T + d) + f,  f opposes u'_T,  ‖f‖ ≤ max(m − k ‖u'_T + d‖, 0),  m = μ max(λn,
///   0)
///     bond       λ_T = −k (t̃ + d)/(1 + k δ)           where that is m or more
///     stick      λ_T = −t̃/δ                           where ‖k d − t̃/δ‖ ≤ m − k ‖d‖
///     slip       λ_T = (ρ e − t̃)/δ,  e = (t̃ − δ k d)/‖t̃ − δ k d‖,
///                ρ the speed with k ‖ρ e + d‖ = m − ‖t̃/δ − k d‖ + (1/δ + k) ρ
///
///   ũ = (ñ, t̃) = u − δ λ₀   [m/s]      k, r, d   of the bond (problem.h), over the step      μ   friction
///   δ   own compliance      [1/kg]     λ₀        impulse that the proximal step starts from  [N s]
///
/// With λ₀ = λ it is the law itself: what solves with it are proximal steps (R. T. Rockafellar, Augmented
/// Lagrangians and applications of the proximal point algorithm in convex programming, 1976). −∂λ/∂u is
/// symmetric, and never negative, but for what couples m with λn, and e with ρ in slip beside a bond.

#include "solve/problem.h"

namespace limpet {

struct NearAnswer {
    Vec3 lambda;
    Mat3 stiffness;  ///< −∂λ/∂u [kg]
    bool is_symmetric = true;
};

/// `near`: ũ.
NearAnswer near_law(const Bond& bond, double friction, double delta, const Vec3& near);
/// The same where the bound m is given, as in Tresca's law: then −∂λ/∂u is symmetric, of slip beside a bond
/// its symmetric part.
NearAnswer near_law_within(const Bond& bond, double bound, double delta, const Vec3& near);

}  // namespace limpet
