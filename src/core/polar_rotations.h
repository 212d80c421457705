#pragma once

#include <span>

#include "core/types.h"

namespace limpet {

/// Puts the proper rotation nearest to it (svd3.h) in the place of each matrix, several at once. The same
/// list gives the same bytes; in another list a matrix may get others in its last digits.
void polar_rotations(std::span<Mat3> matrices);

}  // namespace limpet
