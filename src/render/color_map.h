#pragma once

#include "render/tone.h"

namespace limpet {

/// A colour for a place from 0 to 1 (clamped): evenly rising lightness from dark violet over green to yellow,
/// readable in grey and with all common kinds of colour vision.
Light map_color(float place);

}  // namespace limpet
