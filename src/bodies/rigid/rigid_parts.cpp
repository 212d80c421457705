#include "bodies/rigid/rigid_parts.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace limpet {

RigidMass::RigidMass(const MassProperties& unit, double density)
    : mass(density * unit.volume),
      volume(unit.volume),
      inertia(density * unit.inertia),
      inverse_inertia(inertia.inverse()) {}

double RigidMass::gyration() const {
    return std::sqrt(inertia.trace() / (3 * mass));
}

RigidOutline::RigidOutline(const Vec3& center, std::vector<Vec3> surface_vertices, std::vector<Vec3> exact)
    : center_in_shape(center) {
    for (Vec3& vertex : exact) vertex -= center;
    collision = RigidEmbedding(std::move(exact));
    for (Vec3& vertex : surface_vertices) {
        vertex -= center;
        reach = std::max(reach, vertex.norm());
    }
    surface = RigidEmbedding(std::move(surface_vertices));
}

}  // namespace limpet
