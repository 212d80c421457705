#pragma once

/// Points of surfaces that commands mean: the nearest to a place, and the first on a ray. Triangles are
/// looked at one by one: surfaces move in every step, and making a tree of them costs more than one question
/// does.

#include <optional>

#include "bodies/pull.h"
#include "shapes/meshes/surface.h"

namespace limpet {

/// Of a surface with triangles.
TrianglePoint nearest_surface_point(const Surface& surface, const Vec3& place);

struct RayHit {
    int triangle = -1;
    Vec3 weights = Vec3::Zero();  ///< barycentric
    double distance = 0;          ///< from the origin [m]
};

/// The first triangle that a ray meets, from either side, nearer than `limit` [m]. `direction` is of unit
/// length.
std::optional<RayHit> first_hit(const Surface& surface, const Vec3& origin, const Vec3& direction,
                                double limit);

}  // namespace limpet
