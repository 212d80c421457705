#pragma once

#include "shapes/meshes/meshes.h"

namespace limpet {

/// Exact integrals over a closed surface's inside, for unit density.
struct MassProperties {
    double volume = 0;            ///< [m^3]
    Vec3 center = Vec3::Zero();   ///< [m]
    Mat3 inertia = Mat3::Zero();  ///< about the centre [m^5]
};

MassProperties mass_properties(const TriMesh& mesh);

}  // namespace limpet
