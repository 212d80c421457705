#pragma once

/// Where a mesh comes apart: a node whose tetrahedra no longer hang together by faces gets a twin for each
/// part of them beyond the first.

#include <algorithm>
#include <set>
#include <vector>

#include "core/types.h"

namespace limpet {

/// Faces with ascending nodes.
using FaceSet = std::set<Triangle>;

inline std::array<Triangle, 4> sorted_faces(Tetrahedron t) {
    std::sort(t.begin(), t.end());
    return {{{t[0], t[1], t[2]}, {t[0], t[1], t[3]}, {t[0], t[2], t[3]}, {t[1], t[2], t[3]}}};
}

/// Tetrahedra do not hang together across the faces `cut`. Twins are numbered from `nodes` on; returned is of
/// which node each is one. Of `cut`, the faces stay that two tetrahedra still share: where a cut ends.
std::vector<int> separate_nodes(std::vector<Tetrahedron>& tetrahedra, int nodes, FaceSet& cut);

/// Of faces, those stay that two tetrahedra share.
void keep_shared(const std::vector<Tetrahedron>& tetrahedra, FaceSet& faces);

}  // namespace limpet
