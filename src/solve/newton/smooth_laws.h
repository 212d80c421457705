#pragma once

/// The laws of all contacts, smoothed: F_θ(λ, u), which is law_rows.h's F for θ = 0 and has derivatives
/// everywhere for θ > 0. The exact cone.
///
///   p(z) = (z + √(z² + 4 θ²))/2              max(z, 0), smoothed
///   z_n = s λn − u_n                         s = mean diagonal of W (residual.h)
///   z_T = σ f − u_T                          σ = s/(1 + s k), f = λ_T + k (u_T + d/h) as in law_rows.h
///
///   along the normal
///     no bond       F_n = s λn − p(z_n)
///     a bond        F_n = m − p(m − u_n),    m = σ (λn + k e),   e = p(u_n − r/h) − p(−u_n); u_n with r = 0
///     it pulls only F_n = m,                                     e = p(u_n − r/h)
///   across it       F_T = σ f − g z_T,       (1 − g)(R² − g² ‖z_T‖²) = θ² g,   0 < g < 1, g ‖z_T‖ < R
///     no bond       R = μ p(z_n)
///     a bond        R = p(σ (μ p(z_n)/s − k √(‖u_T + d/h‖² + θ²)))
///
///   θ   smoothing   [m/s]
///
/// p is that of B. Chen, P. T. Harker, A non-interior-point continuation method for linear complementarity
/// problems (1993). Where F_θ = 0 without bonds, s λn u_n = θ², u_T = −ν λ_T and ν (R² − s² ‖λ_T‖²) = s θ²,
/// ν = s (1 − g)/g: a central path, as central_path.h has one, but λ may be anything on the way there, and
/// bonds take part.

#include "solve/newton/law_rows.h"

namespace limpet {

/// As law_rows(); `open` is never set. θ > 0.
LawRows smooth_law_rows(const Problem& problem, int i, const Vec3& lambda, const Vec3& u, double s,
                        double theta);

}  // namespace limpet
