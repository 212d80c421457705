#include "render/tone.h"

#include <algorithm>
#include <cmath>

namespace limpet {
namespace {

constexpr float knee = 0.7f;

float shoulder(float x) {
    if (x <= knee) return std::max(x, 0.0f);
    return knee + (1 - knee) * (1 - std::exp(-(x - knee) / (1 - knee)));
}

double srgb(double x) {
    return x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
}

}  // namespace

Light linear_from_srgb(const std::array<double, 3>& c) {
    Light out;
    for (int i = 0; i < 3; ++i)
        out[i] = static_cast<float>(c[i] <= 0.04045 ? c[i] / 12.92 : std::pow((c[i] + 0.055) / 1.055, 2.4));
    return out;
}

Light tone_curve(const Light& light) {
    return {shoulder(light[0]), shoulder(light[1]), shoulder(light[2])};
}

std::array<std::uint8_t, 3> bytes_of(const Light& light) {
    std::array<std::uint8_t, 3> out;
    for (int i = 0; i < 3; ++i)
        out[i] = static_cast<std::uint8_t>(std::lround(255 * srgb(std::clamp(light[i], 0.0f, 1.0f))));
    return out;
}

}  // namespace limpet
