#pragma once

/// Parts that a cut would take off, but that are too small to be worth it: where two cuts cross, or where one
/// shaves off what another has left standing. They stay on the neighbour that they have most area in common
/// with.

#include "shapes/cut/separate_nodes.h"

namespace limpet {

/// Takes faces out of `cut`, until no part that it would take off is smaller than `least` of size³. `rest`:
/// nodes; `size`: of each, the mean length of the whole mesh's edges around it.
void keep_crumbs_on(const std::vector<Tetrahedron>& tetrahedra, const std::vector<Vec3>& rest,
                    const std::vector<double>& size, double least, FaceSet& cut);

}  // namespace limpet
