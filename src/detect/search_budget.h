#pragma once

/// How many pairs of simplices a search may look at.
///
/// Motion in the step widens the search: bodies that move by half their size in a step have all of their
/// triangles within reach of each other, and a step would take minutes. Spent by count alone, so that
/// results do not depend on the machine.

#include <vector>

#include "detect/detection_surface.h"

namespace limpet {

/// Of two surfaces.
struct Search {
    const DetectionSurface *first, *second;
    double least;     ///< how far is looked at in any case [m]
    double reach;     ///< how far motion widens that [m]
    double part = 1;  ///< that is left of the widening
};

/// Widenings are halved, of those first that have most pairs, until all searches have at most `most` pairs
/// or nothing is widened by more than `resolution`. [m]
void limit_searches(std::vector<Search>& searches, double most, double resolution);

}  // namespace limpet
