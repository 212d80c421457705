#include "render/color_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace limpet {
namespace {

/// sRGB control points after "viridis" (N. Smith and S. van der Walt, 2015), a ninth of the way apart.
constexpr std::array<std::array<double, 3>, 10> control = {{{0.267, 0.005, 0.329},
                                                            {0.283, 0.157, 0.470},
                                                            {0.243, 0.288, 0.538},
                                                            {0.191, 0.407, 0.556},
                                                            {0.148, 0.512, 0.557},
                                                            {0.122, 0.620, 0.536},
                                                            {0.208, 0.719, 0.473},
                                                            {0.431, 0.808, 0.346},
                                                            {0.710, 0.869, 0.169},
                                                            {0.993, 0.906, 0.144}}};

}  // namespace

Light map_color(float place) {
    static const auto linear = [] {
        std::array<Light, control.size()> table;
        for (std::size_t i = 0; i < control.size(); ++i) table[i] = linear_from_srgb(control[i]);
        return table;
    }();
    const float x = std::clamp(place, 0.0f, 1.0f) * (control.size() - 1);
    const int i = std::min(static_cast<int>(x), static_cast<int>(control.size()) - 2);
    const float part = x - static_cast<float>(i);
    return (1 - part) * linear[i] + part * linear[i + 1];
}

}  // namespace limpet
