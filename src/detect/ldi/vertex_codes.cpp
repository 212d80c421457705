#include "detect/ldi/vertex_codes.h"

#include <algorithm>
#include <cmath>

namespace limpet::ldi {

Codes vertex_code(const PixelBox& pixels, const Vec3& position) {
    Codes codes{};
    for (int d = 0; d < 3; ++d) {
        const double behind = std::ceil(pixels.snapped(position[d], d) / steps);
        codes[d] = static_cast<std::int16_t>(std::min(std::max(behind, -1.0), pixels.count[d] + 1.0) + 1);
    }
    return codes;
}

}  // namespace limpet::ldi
