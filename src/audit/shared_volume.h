#pragma once

/// The volume that two closed triangle meshes have in common, without sampling, from columns along y.
///
///   1_A(x, y, z) = Σ_a s_a [y < h_a(x, z)]        s_a = +1 for triangles that face up, −1 for the others
///   V(A ∩ B) = Σ_a Σ_b s_a s_b ∫ (min(h_a, h_b) − y₀) dx dz     over where both triangles lie above (x, z)
///
/// | h_a | height of triangle a above the xz plane, a linear function | m |
/// | y₀ | any height below both meshes | m |
///
/// The integrand is piecewise linear on a convex polygon, so the sum is exact but for rounding. It is
/// continuous in the vertices: faces that coincide, shared rims and equal shapes need no rules of their own.
/// Where a mesh overlaps itself, its winding number takes the place of 1_A.

#include "shapes/meshes/meshes.h"

namespace limpet {

/// [m^3]
double shared_volume(const TriMesh& a, const TriMesh& b);

}  // namespace limpet
