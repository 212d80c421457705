#pragma once

/// The zoo's shapes before they are centred and scaled, in units of their own: upright along +y, facing +z.

#include "shapes/distance/sdf_combine.h"
#include "shapes/distance/sdf_primitives.h"

namespace limpet::zoo {

SignedDistance snake();
SignedDistance octopus();
SignedDistance toy();
SignedDistance hand();
SignedDistance organ();
SignedDistance tool();
SignedDistance jaw();
SignedDistance candy_ring();
SignedDistance candy_drop();
SignedDistance candy_bear();
SignedDistance creature();
SignedDistance clip();
SignedDistance clip_socket();
SignedDistance bowl();

}  // namespace limpet::zoo
