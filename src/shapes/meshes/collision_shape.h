#pragma once

#include <optional>

#include "limpet/scene.h"
#include "shapes/meshes/collision_complex.h"

namespace limpet {

/// A primitive as what it is, for bodies that keep their shape: a thickened point or segment, or few large
/// triangles.
struct CollisionShape {
    CollisionComplex complex;
    std::vector<Vec3> vertices;  ///< in the body's own frame [m]
};

/// Of cylinders and cones, whose `surface` is as shape_surface() makes it.
std::optional<RoundSolid> round_solid(const Shape& shape, const std::vector<Vec3>& surface);

/// Of spheres, capsules, boxes and planes; all other shapes collide by their surface's triangles.
std::optional<CollisionShape> exact_collision_shape(const Shape& shape);

}  // namespace limpet
