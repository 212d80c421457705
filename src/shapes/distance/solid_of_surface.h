#pragma once

/// The solid that a surface encloses, as a function:  f(p) = ± distance to the triangles, − where w(p) > 1/2,
/// w being the generalised winding number (winding_number.h). Holes are bridged where w = 1/2;
/// self-intersections and overlapping parts (w = 2, 3, …) are inside; cavities (closed parts turned inwards,
/// w = 0) are not.

#include <string>
#include <vector>

#include "shapes/distance/signed_distance.h"

namespace limpet {

/// Throws InputError, with the reason, for a surface that encloses nothing: no triangles, flat, mostly open.
/// Triangles are turned as by turn_as_solid() first. Notes say what was bridged or turned.
SignedDistance solid_of_surface(const TriMesh& surface, std::vector<std::string>* notes = nullptr);

/// Turns a surface's triangles as the solid that it encloses has them: outwards (outward_surface.h), an open
/// surface that is inside out as a whole too. Notes say what was turned.
void turn_as_solid(TriMesh& surface, std::vector<std::string>* notes = nullptr);

}  // namespace limpet
