#pragma once

#include <optional>

#include "limpet/scene.h"
#include "shapes/meshes/collision_complex.h"
#include "shapes/meshes/surface_samples.h"

namespace limpet {

/// A primitive as what it is, for bodies that keep their shape: a thickened point or segment, or few large
/// triangles.
struct CollisionShape {
    CollisionComplex complex;
    std::vector<Vec3> vertices;               ///< in the body's own frame [m]
    std::vector<SurfaceSample> samples = {};  ///< of a round one that can bond
};

/// Of spheres, capsules, boxes and planes; all other shapes collide by their surface's triangles.
std::optional<CollisionShape> exact_collision_shape(const Shape& shape);

}  // namespace limpet
