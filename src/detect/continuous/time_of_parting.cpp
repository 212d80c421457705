#include "detect/continuous/time_of_parting.h"

#include <algorithm>

#include "detect/detection_constants.h"

namespace limpet {
namespace {

struct Moment {
    double time;
    NearestPoints near;
};

bool stay_within(const MovingSimplex& first, const MovingSimplex& second, const Moment& from,
                 const Moment& to, double far) {
    if (!(to.near.distance <= far)) return false;
    const Vec3 early = first.at(from.near.first, to.time) - second.at(from.near.second, to.time),
               late = first.at(to.near.first, from.time) - second.at(to.near.second, from.time);
    return (0.5 * (early + late)).norm() <= far;
}

}  // namespace

std::optional<double> first_parting(const MovingSimplex& first, const MovingSimplex& second, double from,
                                    double near, double far) {
    Moment now{from, nearest_points(first, second, from)};
    if (!(now.near.distance <= near)) return from;
    double stretch = 1 - from;
    for (int i = 0; now.time < 1; ++i) {
        if (i == most_stretches) return now.time;
        const double end = std::min(now.time + stretch, 1.0);
        const Moment next{end, nearest_points(first, second, end)};
        if (stretch > min_stretch && !stay_within(first, second, now, next, far)) {
            stretch /= 2;
            continue;
        }
        if (!(next.near.distance <= near)) return next.time;
        now = next;
        stretch *= 2;
    }
    return std::nullopt;
}

}  // namespace limpet
