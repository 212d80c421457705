#include "detect/ldi/closed_surface.h"

#include <cstdint>

#include "core/parallel.h"

namespace limpet::ldi {
namespace {

/// Spreads the bits of a vertex' number.
std::uint64_t spread(std::uint64_t x) {
    x *= 0x9e3779b97f4a7c15;
    return x ^ x >> 32;
}

/// f(a, b) + f(b, c) + f(c, a) for f(a, b) = s(a) t(b) − t(a) s(b), all modulo 2⁶⁴.
std::uint64_t around(const Triangle& triangle) {
    std::uint64_t s[3], t[3];
    for (int k = 0; k < 3; ++k) {
        s[k] = spread(static_cast<std::uint64_t>(triangle[k]) + 1);
        t[k] = s[k] * s[k] >> 7;
    }
    return (s[1] - s[0]) * (t[2] - t[0]) - (s[2] - s[0]) * (t[1] - t[0]);
}

}  // namespace

bool is_closed(const std::vector<Triangle>& triangles) {
    constexpr int block = 16384;
    const int count = static_cast<int>(triangles.size());
    std::vector<std::uint64_t> sums((count + block - 1) / block);
    parallel_blocks(count, block, [&](int begin, int end) {
        std::uint64_t sum = 0;
        for (int t = begin; t < end; ++t) sum += around(triangles[t]);
        sums[begin / block] = sum;
    });
    std::uint64_t sum = 0;
    for (const std::uint64_t part : sums) sum += part;
    return sum == 0;
}

}  // namespace limpet::ldi
