/// What slides on a flat floor without friction keeps its speed, in whatever cells and on whatever slope.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "limpet/world.h"

namespace limpet {
namespace {

struct Slider {
    const char* body;
    double below;  ///< from its centre to its lowest point [m]
};

constexpr Slider volume_ball = {
    R"("type": "rigid", "density": 1000, "shape": {"sphere": 0.05}, "surface": 0.01)", 0.05};
constexpr Slider capsule = {
    R"("type": "rigid", "density": 1000, "shape": {"capsule": {"radius": 0.03, "height": 0.1}}, "surface": 0.008)",
    0.03};
constexpr Slider soft_ball = {
    R"("type": "soft", "material": "gel", "shape": {"sphere": 0.05}, "element": 0.02, "surface": 0.008)",
    0.05};
constexpr Slider volume_box = {R"("type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]})",
                               0.05};

/// Of the speed of 0.3 m/s along the slope that it has at first, what is left after a quarter of a second.
/// Gravity is across the slope.
double speed_left(const Slider& slider, double degrees, double cell) {
    const double a = degrees * std::numbers::pi / 180, c = std::cos(a), s = std::sin(a);
    const double up = 0.05 + slider.below - 0.0005, along = -0.0812;
    World world(parse_scene(fmt::format(
        R"({{"gravity": [{}, {}, 0], "time": {{"step": 0.005, "duration": 1}},
        "materials": {{"gel": {{"density": 1000, "young": 1e5, "poisson": 0.4}}}},
        "bodies": [{{"name": "floor", "type": "static", "shape": {{"box": [2, 0.1, 1]}},
                    "rotation": {{"axis": [0, 0, 1], "degrees": {}}}}},
                   {{"name": "slider", {}, "rotation": {{"axis": [0, 0, 1], "degrees": {}}},
                    "position": [{}, {}, 0.0013], "velocity": [{}, {}, 0]}}],
        "contact": {{"detection": {{"type": "ldi", "pixel": 0.001, "cell": {}}}, "law": {{"friction": 0}}}},
        "solver": {{"tolerance": 1e-8}},
        "probes": [{{"name": "v", "body": "slider", "what": "velocity"}}]}})",
        9.81 * s, -9.81 * c, degrees, slider.body, degrees, along * c - up * s, along * s + up * c, 0.3 * c,
        0.3 * s, cell)));
    bool touched = false;
    for (int i = 0; i < 50; ++i) {
        world.step();
        touched |= world.last_step().contacts > 0;
    }
    EXPECT_TRUE(touched);
    const std::vector<double> v = world.probes()[0].values;
    return (v[0] * c + v[1] * s) / 0.3;
}

TEST(VolumeSlides, RoundBodiesKeepTheirSpeed) {
    for (const Slider& slider : {volume_ball, capsule, soft_ball})
        for (const double cell : {0.01, 0.02})
            for (const double degrees : {0.0, 20.0, 45.0})
                EXPECT_NEAR(speed_left(slider, degrees, cell), 1, 0.01)
                    << slider.body << ", " << degrees << " deg, cells of " << cell;
}

/// At its rim there are cells that see of the box a side alone.
TEST(VolumeSlides, BoxesKeepTheirSpeedOnSlopesAcrossCells) {
    for (const double degrees : {5.0, 20.0, 45.0})
        for (const double cell : {0.01, 0.02})
            EXPECT_NEAR(speed_left(volume_box, degrees, cell), 1, 0.01)
                << degrees << " deg, cells of " << cell;
}

}  // namespace
}  // namespace limpet
