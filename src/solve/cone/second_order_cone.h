#pragma once

/// The cone x₀ ≥ ‖x_T‖ in three dimensions, with the product of its Jordan algebra:
///
///   x ∘ z = (⟨x, z⟩, x₀ z_T + z₀ x_T),     det x = x₀² − ‖x_T‖²
///
/// and the scaling of Y. Nesterov and M. Todd (Primal-dual interior-point methods for self-scaled cones,
/// 1998): the symmetric G with G z = G⁻¹ x.

#include "core/types.h"

namespace limpet {

double cone_determinant(const Vec3& x);
Vec3 jordan_product(const Vec3& x, const Vec3& z);
/// The y with x ∘ y = z, for x within the cone.
Vec3 jordan_quotient(const Vec3& z, const Vec3& x);
/// The longest step along `d` from `x`, which is within the cone, that does not leave it; infinity if none
/// does.
double way_to_the_border(const Vec3& x, const Vec3& d);

struct ConeScaling {
    Mat3 G, inverse;
    Vec3 v;  ///< G z = G⁻¹ x
};
/// Of two points within the cone.
ConeScaling nesterov_todd_scaling(const Vec3& x, const Vec3& z);

}  // namespace limpet
