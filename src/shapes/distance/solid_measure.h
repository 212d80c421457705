#pragma once

#include "shapes/distance/signed_distance.h"

namespace limpet {

struct SolidMeasure {
    Box3 box;         ///< of the surface itself, to within a thousandth of its longest side [m]
    double area = 0;  ///< to within a few hundredths [m^2]
};

/// Measures a solid by meshing it coarsely and climbing from the outermost vertices along its surface;
/// `solid.bounds` is only a box that holds it.
SolidMeasure measure_solid(const SignedDistance& solid);

}  // namespace limpet
