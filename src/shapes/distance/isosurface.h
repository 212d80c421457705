#pragma once

#include "shapes/distance/signed_distance.h"

namespace limpet {

/// Triangles of a solid's surface: closed, manifold, outward, vertices on the surface. `edge` is their mean
/// edge length [m], > 0. Parts of the solid thinner than about two edges may get lost. Throws InputError if
/// `edge` is so large that nothing of the solid is left, or so small that too many triangles would be made.
TriMesh isosurface(const SignedDistance& solid, double edge);

}  // namespace limpet
