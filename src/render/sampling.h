#pragma once

/// Points that fill the unit square evenly, the same in every run: the first two Sobol' dimensions, with
/// their digits flipped by a hash for every pixel and purpose.
///
/// Source: T. Kollig and A. Keller, Efficient multidimensional sampling, Computer Graphics Forum 21(3), 2002,
/// section 3.2 (random digit scrambling).

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace limpet {

struct SquarePoint {
    float x, y;  ///< in [0, 1)
};

class SquareSampler {
public:
    explicit SquareSampler(int samples);

    /// Point `index` of the set with this key; sets of different keys are independent of each other.
    SquarePoint point(std::uint32_t key, int index) const;

private:
    std::vector<std::array<std::uint32_t, 2>> sobol_;
};

/// Mixes bits; every bit of the input changes about half of those of the output.
inline std::uint32_t hash_bits(std::uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

}  // namespace limpet
