#pragma once

/// Numbers that a surface can be coloured by.

#include <array>
#include <string>
#include <vector>

#include "limpet/render.h"

namespace limpet {

/// What the colour bar or the legend says about a quantity.
struct Quantity {
    std::string name;      ///< as in RenderSettings::color_by
    std::string label;     ///< "von Mises stress"
    std::string unit;      ///< "Pa"
    bool is_kind = false;  ///< it has a colour per value (kind_color.h), not a range of them
};

/// Throws InputError with the nearest name if there is no such quantity.
const Quantity& find_quantity(const std::string& name);

/// A number for each of the surface's vertices; none if the body lacks the quantity or `name` is empty.
/// Throws InputError if the body's lists do not fit each other.
std::vector<double> surface_values(const BodyFrame& body, const std::string& name);

/// Of all bodies; 0 if none has the quantity.
double largest_value(const Frame& frame, const std::string& name);

}  // namespace limpet
