#pragma once

#include "core/box.h"
#include "core/types.h"

namespace limpet::ldi {

/// The box of points; throws BreakdownError if one is not finite.
Box3 finite_box(const std::vector<Vec3>& points);

}  // namespace limpet::ldi
