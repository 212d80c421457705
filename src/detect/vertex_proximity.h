#pragma once

#include <vector>

#include "detect/proximity.h"
#include "detect/vertex_candidate.h"

namespace limpet {

/// A vertex of one surface and a simplex of the other that may be within reach of it.
struct VertexPair {
    int vertex, simplex;
};

/// Of every vertex's simplices within `reach` of it [m] the local minima nearer than `distance`, as
/// proximities with the vertex first, with what areas they have if the other surface covers all. In the order
/// of vertices; `pairs` come in any order, each once, among them all that are within reach.
std::vector<Proximity> vertex_proximities(const DetectionSurface& own, const DetectionSurface& other,
                                          const std::vector<VertexPair>& pairs, double reach,
                                          double distance);

}  // namespace limpet
