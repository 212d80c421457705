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
/// Codes do not decrease with the position, so that those of a box hold all codes of what is in it.

#include <cstdint>

#include "core/lanes.h"
#include "detect/ldi/pixel_grid.h"

namespace limpet::ldi {

using Codes = std::int16_t __attribute__((vector_size(8)));  ///< x, y, z, and 0

/// Of a pixel box.
class VertexCoder {
public:
    explicit VertexCoder(const PixelBox& pixels) : scale_(pixels.scale) {
        for (int d = 0; d < 3; ++d) {
            origin_[d] = pixels.origin[d];
            least_[d] = -steps;
            most_[d] = pixels.count[d] * steps + 1;
            offset_[d] = 2 * step - 1;
        }
    }

    /// Of a finite position; the fourth number does not matter.
    Codes code(const Lanes& position) const {
        const Lanes snapped = to_nearest(position * scale_) - origin_;
        const Lanes from_least = snapped > least_ ? snapped : least_;
        const Lanes clamped = from_least < most_ ? from_least : most_;
        return __builtin_convertvector((__builtin_convertvector(clamped, Int4) + offset_) >> shift, Codes);
    }

private:
    using Int4 = std::int32_t __attribute__((vector_size(16)));
    // ⌈s / steps⌉ + 1 = ⌊(s + 2 steps − 1) / steps⌋ in whole numbers, steps = 2^shift. The fourth lane is
    // between 0 and 0.
    static constexpr int shift = 12, step = 1 << shift;
    static_assert(step == steps);

    double scale_;
    Lanes origin_{}, least_{}, most_{};
    Int4 offset_{};
};

/// One axis at a time: the slow twin.
Codes vertex_code(const PixelBox& pixels, const Vec3& position);

}  // namespace limpet::ldi
