#include "detect/ldi/vertex_codes.h"

#include <cmath>

#include "core/lanes.h"

namespace limpet::ldi {

Codes vertex_code(const PixelBox& pixels, const Vec3& position) {
    Codes codes{};
    for (int d = 0; d < 3; ++d) {
        const double behind = std::ceil(pixels.snapped(position[d], d) / steps), count = pixels.count[d];
        double code = std::min(std::max(behind, 0.0), count) + 1;
        if (position[d] < pixels.box.min()[d]) code = 0;
        if (position[d] > pixels.box.max()[d]) code = count + 2;
        codes[d] = static_cast<std::int16_t>(code);
    }
    return codes;
}

void vertex_codes(const PixelBox& pixels, const std::vector<Vec3>& positions, int begin, int end,
                  Codes* codes) {
    using Int4 = std::int32_t __attribute__((vector_size(16)));
    Lanes origin{}, count{}, low{}, high{};
    for (int d = 0; d < 3; ++d) {
        origin[d] = pixels.origin[d];
        count[d] = pixels.count[d];
        low[d] = pixels.box.min()[d];
        high[d] = pixels.box.max()[d];
    }
    const double scale = pixels.scale;
    // Four numbers are read for each vertex: the last one of all has no fourth.
    const int whole = std::min(end, static_cast<int>(positions.size()) - 1);
    for (int k = begin; k < whole; ++k) {
        const Lanes position = load_lanes(positions[k].data());
        const Lanes steps_from = to_nearest(position * scale) - origin;
        const Lanes in_pixels = steps_from * (1 / steps);
        const Lanes nearest = to_nearest(in_pixels);
        const Lanes behind = nearest < in_pixels ? nearest + 1 : nearest;
        const Lanes at_least = behind > Lanes{} ? behind : Lanes{};
        const Lanes in_box = (at_least < count ? at_least : count) + 1;
        const Lanes from_low = position < low ? Lanes{} : in_box;
        const Lanes code = position > high ? count + 2 : from_low;
        codes[k] = __builtin_convertvector(__builtin_convertvector(code, Int4), Codes);
    }
    for (int k = std::max(begin, whole); k < end; ++k) codes[k] = vertex_code(pixels, positions[k]);
}

}  // namespace limpet::ldi
