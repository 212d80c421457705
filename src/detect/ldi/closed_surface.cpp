#include "detect/ldi/closed_surface.h"

#include <cstdint>

#include "core/parallel.h"
#include "detect/ldi/kernel_constants.h"

namespace limpet::ldi {
namespace {

/// Two random functions of a vertex' number.
struct Spread {
    std::uint32_t s, t;
    explicit Spread(int vertex) {
        const std::uint32_t x = (static_cast<std::uint32_t>(vertex) + 1) * 0x9e3779b1u;
        s = (x ^ x >> 15) * 0x85ebca77u;
        t = (x ^ x >> 13) * 0xc2b2ae3du;
        s ^= s >> 16;
        t ^= t >> 17;
    }
};

/// f(a, b) + f(b, c) + f(c, a) for f(a, b) = s(a) t(b) − t(a) s(b), and for its square instead of s.
struct Around {
    std::uint32_t plain = 0, squared = 0;
    void add(const Triangle& triangle) {
        const Spread a(triangle[0]), b(triangle[1]), c(triangle[2]);
        plain += (b.s - a.s) * (c.t - a.t) - (c.s - a.s) * (b.t - a.t);
        const std::uint32_t a2 = a.s * a.s >> 3, b2 = b.s * b.s >> 3, c2 = c.s * c.s >> 3;
        squared += (b2 - a2) * (c.t - a.t) - (c2 - a2) * (b.t - a.t);
    }
};

}  // namespace

bool is_closed(const std::vector<Triangle>& triangles) {
    const int count = static_cast<int>(triangles.size());
    std::vector<Around> sums((count + closed_surface_per_task - 1) / closed_surface_per_task);
    parallel_blocks(count, closed_surface_per_task, [&](int begin, int end) {
        Around sum;
        for (int t = begin; t < end; ++t) sum.add(triangles[t]);
        sums[begin / closed_surface_per_task] = sum;
    });
    std::uint32_t plain = 0, squared = 0;
    for (const Around& part : sums) {
        plain += part.plain;
        squared += part.squared;
    }
    return plain == 0 && squared == 0;
}

}  // namespace limpet::ldi
