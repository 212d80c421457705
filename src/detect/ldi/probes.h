#pragma once

/// Single pixel centres against single triangles, four at once: most triangles are so small that the centre
/// of one pixel or two lies in their box. The rule is rasterise.h's.

#include <span>

#include "detect/ldi/rasterise.h"

namespace limpet::ldi {

/// A surface in the image along `axis`.
struct SurfaceImage {
    const PixelBox& pixels;
    const LdiSurface& surface;
    std::uint32_t flags;  ///< of its samples
    int axis;
};

struct Probe {
    int triangle;
    std::int16_t column, row;
};

/// Adds samples for the triangles that cover their pixel centre, in order. Triangles must be small: below
/// 2²⁵ steps.
void probe(const SurfaceImage& image, std::span<const Probe> probes, ImageLists& lists);

}  // namespace limpet::ldi
