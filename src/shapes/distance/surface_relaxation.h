#pragma once

/// Evens out a mesh of quadrilaterals near a solid's surface. Internal to isosurface().

#include <array>
#include <memory>
#include <vector>

#include "shapes/distance/signed_distance.h"

namespace limpet::iso {

/// Counter-clockwise seen from outside.
using Quad = std::array<int, 4>;

/// Vertices that lie together, and the solid as it is near them.
struct VertexPatch {
    std::shared_ptr<const SignedDistance> solid;  ///< good in the ball
    Vec3 center;                                  ///< of the ball [m]
    double radius;                                ///< of the ball [m]
    int first_vertex, end_vertex;
};

/// Moves the vertices onto the solid's surface and along it until they are spread evenly, and splits the
/// quadrilaterals along their better diagonals. `cell` is the grid's [m].
TriMesh relax_on_surface(const SignedDistance& solid, const std::vector<VertexPatch>& patches,
                         std::vector<Vec3> vertices, const std::vector<Quad>& quads, double cell);

}  // namespace limpet::iso
