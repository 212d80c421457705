#pragma once

/// Which pixel centres lie between vertices, in small whole numbers: along each axis
///
///   1 + i      i is the first pixel centre at or behind the snapped vertex, 0 ≤ i ≤ n
///   0          that centre lies before the pixel box, and so does the vertex
///   n + 2      the vertex lies behind the first centre that is behind the pixel box
///
///   n  number of pixel centres in the box
///
/// Between the least and the greatest code of a triangle lie exactly the centres that its box holds; none if
/// the triangle is too small, or lies beside the box. This is all that most triangles need to be dropped.

#include <cstdint>
#include <vector>

#include "detect/ldi/pixel_grid.h"

namespace limpet::ldi {

using Codes = std::int16_t __attribute__((vector_size(8)));  ///< x, y, z, and 0

/// Of vertices [begin, end).
void vertex_codes(const PixelBox& pixels, const std::vector<Vec3>& positions, int begin, int end,
                  Codes* codes);

/// One at a time: the slow twin.
Codes vertex_code(const PixelBox& pixels, const Vec3& position);

}  // namespace limpet::ldi
