#pragma once

/// Depths along the rays of a tile, in vertex codes (vertex_codes.h), at which surfaces may overlap. Of what
/// lies before or behind them only the count matters; and that is known from the other end of the ray, since
/// a closed surface is left as often as it is entered. So each surface is drawn from one end of the rays to
/// the far end of the window: from in front, or from behind, whichever leaves out more.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace limpet::ldi {

/// A range of codes: `least` in the lower half, `most` in the upper.
using DepthRange = std::uint32_t;
inline constexpr DepthRange no_depths = 0xffff;
inline constexpr int least_of(DepthRange range) {
    return static_cast<int>(range & 0xffff);
}
inline constexpr int most_of(DepthRange range) {
    return static_cast<int>(range >> 16);
}
inline constexpr DepthRange depth_range(int least, int most) {
    return static_cast<DepthRange>(least) | static_cast<DepthRange>(most) << 16;
}
inline constexpr DepthRange wider(DepthRange a, DepthRange b) {
    return depth_range(std::min(least_of(a), least_of(b)), std::max(most_of(a), most_of(b)));
}
inline constexpr bool meet(DepthRange a, DepthRange b) {
    return (least_of(a) <= most_of(b)) & (least_of(b) <= most_of(a));
}
using FourRanges = DepthRange __attribute__((vector_size(4 * sizeof(DepthRange))));
/// Whether any of four ranges meets another one.
inline bool any_of_four_meets(FourRanges four, DepthRange range) {
    using Ints = std::int32_t __attribute__((vector_size(sizeof(FourRanges))));
    const Ints least = __builtin_convertvector(four & 0xffff, Ints),
               most = __builtin_convertvector(four >> 16, Ints);
    const Ints apart = (least > most_of(range)) | (most < least_of(range));
    std::array<std::uint64_t, 2> bits;
    std::memcpy(bits.data(), &apart, sizeof bits);
    return (bits[0] & bits[1]) != ~std::uint64_t{0};
}

struct DepthWindow {
    static constexpr int front = 0, back = 0xffff;  ///< codes of what reaches to the ends of rays

    std::uint16_t from = front, to = back;  ///< overlaps have codes between these, exclusively
    std::uint8_t from_behind = 0;           ///< bit k: surface k is counted from behind

    bool is_from_behind(int surface) const { return from_behind >> surface & 1; }
    /// Depths of a surface's triangles that are drawn.
    DepthRange drawn(int surface) const {
        return is_from_behind(surface) ? depth_range(from, back) : depth_range(front, to);
    }
    /// Overlaps have no codes below `least`, or above `most`; `behind` is the code of what lies behind all
    /// pixels.
    void begin_at(int least) {
        if (least > 1) from = std::max(from, static_cast<std::uint16_t>(least - 1));
    }
    void end_at(int most, int behind) {
        if (most + 1 < behind) to = std::min(to, static_cast<std::uint16_t>(most + 1));
    }
    bool is_empty() const { return from != front && to != back && from + 1 > to - 1; }
};

}  // namespace limpet::ldi
