#pragma once

/// Triangles in a few pixels each, eight at once: almost all of a fine surface are so small. The rule is
/// rasterise.h's; in so few pixels its numbers fit in 32 bits.

#include "detect/ldi/rasterise.h"

namespace limpet::ldi {

class SmallTriangles {
public:
    /// Pixels of a triangle's box, at most, along both sides.
    static constexpr int most_pixels = 5;

    SmallTriangles(const SurfaceImage& image, ImageLists& lists) : image_(image), lists_(lists) {}

    /// A triangle in the pixel box, and the pixels in its own.
    void add(int triangle, const PixelRange& box) {
        triangle_[count_] = triangle;
        column_[count_] = box.column;
        row_[count_] = box.row;
        columns_ = std::max(columns_, box.columns);
        rows_ = std::max(rows_, box.rows);
        if (++count_ == together) flush();
    }
    /// Adds the samples of what is left. Has to be called at the end.
    void flush();

private:
    static constexpr int together = 8;
    using Ints = std::int32_t __attribute__((vector_size(together * sizeof(std::int32_t))));
    using Numbers = std::array<std::int32_t, together>;
    using Points = std::array<std::array<const double*, together>, 3>;  ///< by corner
    struct Edges {
        /// Twice the area, and e of the edges opposite the second corner and the third, turned so that they
        /// are ≥ 0 inside: at the box's first pixel, and how they change to the right and up.
        Numbers area;
        std::array<Numbers, 2> first, right, up;
    };

    Points points() const;
    void add_samples(int lane, std::uint32_t covered, const Points& points, const Edges& edges);

    const SurfaceImage& image_;
    ImageLists& lists_;
    int count_ = 0, columns_ = 0, rows_ = 0;  ///< so many pixels are looked at
    Numbers triangle_, column_{}, row_{};     ///< the first pixel of its box
};

}  // namespace limpet::ldi
