#include "detect/ldi/vertex_codes.h"

#include <cmath>

#include "core/lanes.h"

namespace limpet::ldi {

Codes vertex_code(const PixelBox& pixels, const Vec3& position) {
    Codes codes{};
    for (int d = 0; d < 3; ++d) {
        const double behind = std::ceil(pixels.snapped(position[d], d) / steps);
        codes[d] = static_cast<std::int16_t>(std::min(std::max(behind, -1.0), pixels.count[d] + 1.0) + 1);
    }
    return codes;
}

void vertex_codes(const PixelBox& pixels, const std::vector<Vec3>& positions, int begin, int end,
                  Codes* codes) {
    using Int4 = std::int32_t __attribute__((vector_size(16)));
    // ⌈s / steps⌉ + 1 = ⌊(s + 2 steps − 1) / steps⌋ in whole numbers, steps = 2^shift. The fourth lane gets
    // 0.
    constexpr int shift = 12, step = 1 << shift;
    static_assert(step == steps);
    Lanes origin{}, least{}, most{};
    Int4 offset{};
    for (int d = 0; d < 3; ++d) {
        origin[d] = pixels.origin[d];
        least[d] = -steps;
        most[d] = pixels.count[d] * steps + 1;
        offset[d] = 2 * step - 1;
    }
    const double scale = pixels.scale;
    // Four numbers are read for each vertex: the last one of all has no fourth.
    const int whole = std::min(end, static_cast<int>(positions.size()) - 1);
    for (int k = begin; k < whole; ++k) {
        const Lanes snapped = to_nearest(load_lanes(positions[k].data()) * scale) - origin;
        const Lanes from_least = snapped > least ? snapped : least;
        const Lanes clamped = from_least < most ? from_least : most;
        codes[k] = __builtin_convertvector((__builtin_convertvector(clamped, Int4) + offset) >> shift, Codes);
    }
    for (int k = std::max(begin, whole); k < end; ++k) codes[k] = vertex_code(pixels, positions[k]);
}

}  // namespace limpet::ldi
