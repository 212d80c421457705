#pragma once

/// Particles inside a closed surface: points of a regular lattice about the body's own origin, as far from
/// the surface as half their spacing or more. They are linked to all particles within `link_range_ratio`
/// spacings, which are their neighbours along the lattice's axes and the diagonals of its faces, and to what
/// of the surface is as near; each particle of the surface is linked to the nearest one at least.

#include <vector>

#include "bodies/particles/neighbourhoods.h"
#include "shapes/meshes/meshes.h"

namespace limpet {

inline constexpr double link_range_ratio = 1.5;

/// Throws InputError about `interior` if there are none or too many.
std::vector<Vec3> interior_particles(const TriMesh& surface, double spacing);

/// Links of particles from `first_inside` on among each other and to those before.
ParticleLinks interior_links(const std::vector<Vec3>& particles, int first_inside, double spacing);

}  // namespace limpet
