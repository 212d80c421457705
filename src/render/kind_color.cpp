/// Colours for things that have numbers, where the next number is as unlike as can be:
///     hue H_i = 360° · frac(i φ),  φ = (√5 − 1)/2,      lightness L_i and chroma C_i in turns of four,
/// i the number. The golden ratio puts each hue into the largest gap between those before it. Lightness takes
/// turns so that colours differ for eyes that do not tell the hues apart; numbers that are four apart, of the
/// same lightness, have opposite hues.
///
/// (L, C, H) are coordinates of OKLab: B. Ottosson, A perceptual color space for image processing, 2020.

#include "render/kind_color.h"

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <numbers>

namespace limpet {
namespace {

const Light none_grey = linear_from_srgb({0.663, 0.675, 0.690});
const Light colliding_orange = linear_from_srgb({0.86, 0.36, 0.10});

Light linear_from_oklch(double lightness, double chroma, double hue) {
    const double a = chroma * std::cos(hue), b = chroma * std::sin(hue);
    const auto cubed = [](double x) { return x * x * x; };
    const double l = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b),
                 m = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b),
                 s = cubed(lightness - 0.0894841775 * a - 1.2914855480 * b);
    const Eigen::Array3d rgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                             -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                             -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
    return rgb.cast<float>();
}

}  // namespace

Light zone_color(int id) {
    if (id < 0) return none_grey;
    struct Turn {
        double lightness, chroma;
    };
    constexpr std::array<Turn, 4> turns = {{{0.62, 0.15}, {0.80, 0.12}, {0.50, 0.13}, {0.72, 0.14}}};
    constexpr double first_hue = 0.08;  // of a turn: a warm red
    const double golden = (std::sqrt(5.0) - 1) / 2;
    const double hue = std::fmod(first_hue + golden * id, 1.0);
    const Turn turn = turns[static_cast<std::size_t>(id) % turns.size()];
    // As in surfaces of one colour: what is black or white would lose its shape.
    return linear_from_oklch(turn.lightness, turn.chroma, 2 * std::numbers::pi * hue).max(0.012f).min(0.85f);
}

Light colliding_color(bool collides) {
    return collides ? colliding_orange : none_grey;
}

Light kind_color(const std::string& quantity, double value) {
    return quantity == "zone" ? zone_color(static_cast<int>(value)) : colliding_color(value != 0);
}

}  // namespace limpet
