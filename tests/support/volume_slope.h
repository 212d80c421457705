#pragma once

/// A block on a slope that touch by their volume.

#include <cmath>
#include <numbers>
#include <string>

#include "limpet/scene.h"

namespace limpet::testing_support {

/// A block of 0.4 kg that lies one millimetre deep in a slope of the given angle [deg].
inline Scene on_slope(double angle, double friction, const std::string& detection,
                      const std::string& solver) {
    Scene scene = parse_scene(R"({"name": "slope", "time": {"step": 0.005, "duration": 1},
        "bodies": [{"name": "slope", "type": "static", "shape": {"box": [2, 0.1, 1]}},
                   {"name": "block", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.04, 0.1]}}],
        "contact": {"detection": )" +
                              detection +
                              R"(, "law": {"friction": 0.5}},
        "solver": )" + solver +
                              R"(,
        "probes": [{"name": "x", "body": "block", "what": "position"},
                   {"name": "force", "body": "block", "what": "contact_force"},
                   {"name": "area", "body": "block", "what": "contact_area"}]})");
    const double a = angle * std::numbers::pi / 180;
    for (BodyDescription& body : scene.bodies) body.rotation = {{0, 0, 1}, angle};
    scene.bodies[1].position = {-0.069 * std::sin(a), 0.069 * std::cos(a), 0};
    scene.contact->law.friction = friction;
    return scene;
}

inline constexpr const char* mono = R"({"type": "ldi", "pixel": 0.004})";
inline constexpr const char* multi = R"({"type": "ldi", "pixel": 0.004, "cell": 0.03})";

}  // namespace limpet::testing_support
