#include "verify/peeled_strip.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limpet::verification {

double PeeledStrip::force(double degrees) const {
    const double c = 1 - std::cos(degrees * std::numbers::pi / 180), et = young * thickness;
    return et * (std::sqrt(c * c + 2 * energy / et) - c);
}

Vector3 PeeledStrip::end_at(double degrees, double front) const {
    const double angle = degrees * std::numbers::pi / 180, pull = force(degrees);
    const double bend = std::sqrt(young * std::pow(thickness, 3) / 12 / (2 * pull));
    const double aside = 2 * bend * std::sqrt(1 - std::cos(angle));
    const double arm =
        front * (1 + pull / (young * thickness)) - 2 * std::sqrt(2.0) * bend * (1 - std::cos(angle / 2));
    return {front - arm * std::cos(angle) - aside * std::sin(angle),
            arm * std::sin(angle) - aside * std::cos(angle), 0};
}

std::vector<Keyframe> PeeledStrip::way_of_end(double degrees, double lifting, double way,
                                              double front_speed) const {
    std::vector<Keyframe> keyframes = {{0, {0, 0, 0}, {}}};
    const auto to = [&](double angle, double front) {
        keyframes.push_back({front / front_speed, end_at(angle, front), {}});
    };
    to(std::min(degrees, 90.0), lifting);
    if (degrees > 90) to(degrees, 2 * lifting);
    to(degrees, way);
    return keyframes;
}

}  // namespace limpet::verification
