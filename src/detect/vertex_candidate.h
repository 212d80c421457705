#pragma once

#include "detect/detection_surface.h"
#include "detect/simplex_distance.h"

namespace limpet {

/// A vertex of one surface and a simplex of the other that is within reach of it.
struct VertexCandidate {
    int vertex, simplex;
    NearestOnSimplex nearest;  ///< on the simplex
};

}  // namespace limpet
