#pragma once

/// What is left of one lattice tetrahedron after the surface cut it: Labelle & Shewchuk 2007, figure 3.
///
/// Inside vertices stay, each edge from an inside to an outside vertex ends at its cut point, vertices on the
/// surface stay. Where the surface cuts off one corner n of a face with two inside vertices x, y, a
/// quadrilateral x, y, y', x' is left (x', y': cut points). Both tetrahedra at the face must split it alike:
///   one cut edge long, one short: the diagonal starts at the long edge's cut point;
///   both short (parity rule): at the cut point of the one of x, y with an even number of coordinates above
///   n's.

#include <functional>
#include <vector>

#include "shapes/tetrahedra/bcc_lattice.h"

namespace limpet {

enum class Side : signed char { Inside = -1, Surface = 0, Outside = 1 };

struct LatticeTetrahedron {
    std::array<LatticePoint, 4> points;  ///< positively oriented
    std::array<Side, 4> sides;
    std::array<int, 4> ids;  ///< vertex ids in the mesh
};

/// Adds what is left of `tet`, at most three tetrahedra. `cut(i, o)` is the id of the cut point between its
/// inside vertex i and its outside vertex o; `position(id)` serves to choose the better of two splits where
/// both conform.
void add_stencil(const LatticeTetrahedron& tet, const std::function<int(int, int)>& cut,
                 const std::function<Vec3(int)>& position, std::vector<Tetrahedron>& out);

}  // namespace limpet
