#pragma once

/// How a surface runs through a cell of a grid, from the signs at its corners. Internal to isosurface().

#include <cstdint>
#include <vector>

namespace limpet::iso {

/// Corner x + 2 y + 4 z; edge 4 d + u + 2 v runs along axis d at (u, v) on the axes d + 1 and d + 2 (mod 3);
/// face 2 d + s is at s on axis d.

/// The corners of an edge, the lower first.
int edge_corner(int edge, int end);
/// The edges of a face, as bits.
std::uint16_t face_edges(int face);
/// Whether two diagonal corners of a face are inside and the other two are outside.
bool ambiguous(int inside_corners, int face);

/// The loops of a cell as sets of edges. `inside_corners` are bits; on an ambiguous face the surface cuts off
/// the two inside corners, but joins them if the face's bit is set in `joined_faces`.
std::vector<std::uint16_t> cell_loops(int inside_corners, int joined_faces);

}  // namespace limpet::iso
