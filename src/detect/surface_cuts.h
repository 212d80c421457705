#pragma once

/// Where two surfaces cut each other: edges that go through triangles. Hollow and flat edges, too, which no
/// proximity has: whatever lies partly in something else has such edges.

#include <vector>

#include "detect/detection_surface.h"

namespace limpet {

struct SurfaceCut {
    bool of_first;  ///< the edge is the first surface's, the triangle the second's; or the other way round
    int edge, simplex;
    double depth;  ///< of the end that is nearer to the triangle's plane [m]
};

/// In the order of edges, those of the first surface first. Nothing where the surfaces do not meet, which is
/// found out fast. Points and segments have no edges that count.
std::vector<SurfaceCut> find_cuts(const DetectionSurface& first, const DetectionSurface& second);
/// The slow twin: from all pairs of simplices.
std::vector<SurfaceCut> find_cuts_all_pairs(const DetectionSurface& first, const DetectionSurface& second);

}  // namespace limpet
