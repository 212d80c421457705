#pragma once

/// The world-aligned pixel grid, and the part of it where two surfaces may overlap.
///
/// Positions are snapped to whole steps of 1/4096 pixel, so that whether a triangle covers a pixel centre is
/// decided in whole numbers. An image along axis w has the axes u = w + 1 and v = w + 2 (cyclic), so that a
/// triangle that turns counter-clockwise in it faces along +w.

#include <array>
#include <cstdint>

#include "core/box.h"
#include "core/types.h"

namespace limpet::ldi {

inline constexpr double steps = 4096;  ///< of snapped positions, in a pixel

/// To the nearest whole number, for |x| < 2⁵¹; works on several lanes at once, too.
template <class T>
inline T to_nearest(T x) {
    constexpr double shift = 6755399441055744.0;  // 1.5 · 2⁵²: what is added to it loses its fraction
    return (x + shift) - shift;
}

/// A box of whole pixels.
struct PixelBox {
    double pixel = 0;                ///< edge length [m]
    double scale = 0;                ///< steps a metre
    Box3 box;                        ///< what it was made from [m]
    std::array<double, 3> first{};   ///< index of its first pixel centre in the world
    std::array<double, 3> origin{};  ///< position of that centre, snapped [steps]
    std::array<int, 3> count{};      ///< pixel centres c with box.min ≤ c < box.max

    /// From the first pixel centre, in steps: a whole number.
    double snapped(double x, int axis) const { return to_nearest(x * scale) - origin[axis]; }
    /// Centre of a pixel of the box in the world [m].
    double center(int index, int axis) const { return (first[axis] + index + 0.5) * pixel; }
    std::array<int, 2> image(int axis) const { return {count[(axis + 1) % 3], count[(axis + 2) % 3]}; }
};

/// Throws InputError if there are more pixels than can be counted, or kept in memory; `self`: of one surface.
PixelBox pixel_box(const Box3& box, double pixel, bool self = false);

}  // namespace limpet::ldi
