#pragma once

/// Single pixel centres against single triangles, four at once: most triangles are so small that the centre
/// of one pixel or two lies in their box. The rule is rasterise.h's.

#include <span>

#include "detect/ldi/rasterise.h"

namespace limpet::ldi {

/// A pixel centre in a marked tile and in the box of a small triangle, below 2²⁵ steps.
struct Probe {
    int triangle;
    std::int16_t column, row;
};

/// Adds samples for the triangles that cover their pixel centre, in order.
void probe(const SurfaceImage& image, std::span<const Probe> probes, ImageLists& lists);

}  // namespace limpet::ldi
