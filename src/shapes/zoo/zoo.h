#pragma once

/// The zoo: named shapes made from signed distances, at any size and resolution.

#include <string>

#include "shapes/distance/signed_distance.h"

namespace limpet {

/// The shape called `name`: its box centred at the origin, the longest side being `size` [m], > 0; upright
/// along +y, facing +z. Throws InputError with the nearest name and the list if there is none of that name.
SignedDistance zoo_shape(const std::string& name, double size);

/// Its area, to within a few hundredths [m^2].
double zoo_area(const std::string& name, double size);

/// The coarsest edge length of triangles that shows all of the shape [m]; thin parts get lost with longer
/// ones.
double zoo_edge(const std::string& name, double size);

}  // namespace limpet
