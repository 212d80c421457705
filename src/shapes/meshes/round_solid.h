#pragma once

/// A cylinder, a cone or a frustum as what it is: the solid of revolution between two discs, of a body that
/// keeps its shape. The vertices of the body's triangles carry it: its axis goes from one of them to another.

#include "core/types.h"

namespace limpet {

struct RoundSolid {
    double bottom_radius = 0, top_radius = 0;  ///< of the discs at the axis' ends; 0: an apex [m]
    int bottom = -1, top = -1;                 ///< vertices at the axis' ends
    int side = -1;                             ///< a vertex off the axis: which way is ahead around it
};

}  // namespace limpet
