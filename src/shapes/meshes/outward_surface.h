#pragma once

/// Surfaces whose triangles face the wrong way, turned so that they bound a solid.
///
///   1  Within a part that hangs together by edges, triangles that face against the larger area are turned.
///   2  A closed part with V < 0 that lies in no other is inside out: it is turned, and so is every part
///      inside it, so that cavities stay cavities.
///
///   V   volume by the divergence theorem [m³]
///
/// Open parts are only made consistent: which of their sides is outside, nothing tells.

#include <string>
#include <vector>

#include "shapes/meshes/meshes.h"

namespace limpet {

struct Turned {
    std::size_t flipped = 0;     ///< triangles turned to face as their neighbours do
    std::size_t parts = 0;       ///< closed parts turned as a whole
    std::size_t all_parts = 0;   ///< of the surface
    std::size_t unrepaired = 0;  ///< edges whose two triangles face against each other still
};

/// Vertices at the same position count as one, so that seams of texture coordinates do not part a surface.
/// Notes say what was turned and what could not be repaired.
Turned turn_outwards(TriMesh& surface, std::vector<std::string>* notes = nullptr);

}  // namespace limpet
