#pragma once

#include <optional>

#include "limpet/scene.h"
#include "shapes/meshes/mass_properties.h"

namespace limpet {

/// Volume, centre and inertia in closed form for box, sphere, cylinder, capsule and torus; nothing for other
/// shapes, whose meshes are integrated instead. A sphere thus rolls as a sphere, not as its triangles.
std::optional<MassProperties> primitive_mass(const Shape& shape);

}  // namespace limpet
