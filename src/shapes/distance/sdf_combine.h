#pragma once

/// Solids from solids. Every operation keeps what signed_distance.h promises (Lipschitz ≤ 1, the right sign)
/// if its operands have it, and leaves out what cannot matter near a point.

#include <vector>

#include "shapes/distance/signed_distance.h"

namespace limpet {

SignedDistance unite(std::vector<SignedDistance> parts);
/// Each part melts into the union of those before it where both are within `blend` [m] of each other.
SignedDistance smooth_union(std::vector<SignedDistance> parts, double blend);
SignedDistance smooth_union(const SignedDistance& a, const SignedDistance& b, double blend);

/// Without `blend` edges are sharp; with it they are rounded over that length [m].
SignedDistance intersect(const SignedDistance& a, const SignedDistance& b, double blend = 0);
SignedDistance subtract(const SignedDistance& from, const SignedDistance& what, double blend = 0);

SignedDistance translate(const SignedDistance& solid, const Vec3& by);
SignedDistance rotate(const SignedDistance& solid, const Vec3& axis, double degrees);
SignedDistance scale(const SignedDistance& solid, double factor);
/// Different factors per axis: distances are then underestimated by up to the ratio of the factors.
SignedDistance stretch(const SignedDistance& solid, const Vec3& factors);
/// The half at x >= 0 and its mirror image.
SignedDistance mirror_x(const SignedDistance& solid);
/// All points within `distance` of the solid (or, if negative, deeper in it than that).
SignedDistance grow(const SignedDistance& solid, double distance);
/// A shell of the given thickness, half of it on each side of the surface.
SignedDistance shell(const SignedDistance& solid, double thickness);
/// Moves the surface outward by `detail` [m], a function within ±amplitude [m] and of the given Lipschitz
/// constant.
SignedDistance displace(const SignedDistance& solid, std::function<double(const Vec3&)> detail,
                        double amplitude, double lipschitz);

}  // namespace limpet
