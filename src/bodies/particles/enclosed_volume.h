#pragma once

/// The volume that a closed surface encloses, its gradient, and the pressure that keeps it.
///
///   V(x) = 1/6 Σ_abc x_a · (x_b × x_c),      G_a = ∂V/∂x_a = 1/6 Σ_abc∋a x_b × x_c
///
///   V(x + s d) = V₀        is a cubic equation for s; its root next to 0 is taken
///
/// Sums are taken about the surface's first vertex, so that places far from the origin keep their digits. Of
/// a closed surface Σ G = 0 and Σ x × G = 0: a pressure keeps momentum and angular momentum.

#include <optional>
#include <span>
#include <vector>

#include "core/types.h"

namespace limpet {

/// V [m^3].
double enclosed_volume(const std::vector<Triangle>& triangles, std::span<const Vec3> x);
/// G [m^2] of the first vertices, zero of particles after them. Returns V.
double volume_gradient(const std::vector<Triangle>& triangles, std::span<const Vec3> x,
                       std::vector<Vec3>& gradient);
/// The root s next to 0 of V(x + s d) = V₀; none if there is no root.
std::optional<double> volume_root(const std::vector<Triangle>& triangles, std::span<const Vec3> x,
                                  std::span<const Vec3> d, double volume);

}  // namespace limpet
