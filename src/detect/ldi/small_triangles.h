#pragma once

/// Triangles in a few pixels each, eight at once: almost all of a fine surface are so small. The rule is
/// rasterise.h's; in so few pixels its numbers fit in 32 bits.

#include "detect/ldi/rasterise.h"

namespace limpet::ldi {

class SmallTriangles {
public:
    /// Pixels of a triangle's box, at most, along both sides.
    static constexpr int most_pixels = 5;

    SmallTriangles(const SurfaceImage& image, ImageLists& lists);

    /// A triangle in the pixel box, and the pixels in its own.
    void add(int triangle, const PixelRange& box) {
        take_corners(triangle, box);
        if (++count_ == together) flush();
    }
    /// Adds the samples of what is left. Has to be called at the end.
    void flush();

private:
    static constexpr int together = 8;
    using Ints = std::int32_t __attribute__((vector_size(together * sizeof(std::int32_t))));
    using Numbers = std::array<std::int32_t, together>;
    struct Placed {
        int triangle, column, row;
    };

    void take_corners(int triangle, const PixelRange& box);
    void add_samples(const Placed& of, std::uint32_t covered, int lane);

    const SurfaceImage& image_;
    ImageLists& lists_;
    int count_ = 0, columns_ = 0, rows_ = 0;  ///< so many pixels are looked at
    std::array<Placed, together> placed_;
    std::array<Numbers, 3> u_, v_;  ///< of corners, from the first pixel of their triangle's box [steps]
    Numbers area_;
    /// Of the edges opposite the second corner and the third, turned so that they are ≥ 0 inside.
    std::array<Numbers, 2> first_, right_, up_;
};

}  // namespace limpet::ldi
