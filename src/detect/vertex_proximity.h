#pragma once

#include <vector>

#include "detect/proximity.h"
#include "detect/vertex_candidate.h"

namespace limpet {

/// A vertex of one surface and a simplex of the other that may be within reach of it.
struct VertexPair {
    int vertex, simplex;
};

/// A vertex inside the other surface, or on it, whose nearest way out its own surface does not face:
/// overlap_regions.h says which way it has to go.
struct UnsettledVertex {
    int vertex;
    int nearest;  ///< simplex
};

/// Of every vertex's simplices within `reach` of it [m] the local minima nearer than `distance`, as
/// proximities with the vertex first, with what areas they have if the other surface covers all. In the order
/// of vertices; `pairs` come in any order, each once, among them all that are within reach.
struct VertexProximities {
    std::vector<Proximity> found;
    std::vector<UnsettledVertex> unsettled;
};
VertexProximities vertex_proximities(const DetectionSurface& own, const DetectionSurface& other,
                                     const std::vector<VertexPair>& pairs, double reach, double distance);

}  // namespace limpet
