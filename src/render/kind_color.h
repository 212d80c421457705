#pragma once

#include <string>

#include "render/tone.h"

namespace limpet {

/// The colour of a zone by its id alone, so that it keeps it in all pictures; grey for −1, none.
Light zone_color(int id);

/// Of a vertex that collides, and of one that is free.
Light colliding_color(bool collides);

/// The colour of a value of a quantity that has one for each.
Light kind_color(const std::string& quantity, double value);

}  // namespace limpet
