#pragma once

#include <vector>

#include "detect/proximity.h"
#include "detect/vertex_candidate.h"

namespace limpet {

/// Of every vertex's candidates, sorted here, the local minima nearer than `distance`, as proximities with
/// the vertex first, with what areas they have if the other surface covers all. In the order of vertices.
std::vector<Proximity> vertex_proximities(const DetectionSurface& own, const DetectionSurface& other,
                                          std::vector<VertexCandidate>& candidates, double distance);

}  // namespace limpet
