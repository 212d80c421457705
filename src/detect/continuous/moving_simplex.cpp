#include "detect/continuous/moving_simplex.h"

#include <algorithm>
#include <cmath>

#include "detect/simplex_distance.h"

namespace limpet {
namespace {

NearestPoints nearest_of_vertex(const MovingSimplex& vertex, const MovingSimplex& simplex, double t) {
    const Vec3 p = vertex.at(0, t);
    NearestOnSimplex on;
    if (simplex.corners == 1)
        on = nearest_on_point(p, simplex.at(0, t));
    else if (simplex.corners == 2)
        on = nearest_on_segment(p, simplex.at(0, t), simplex.at(1, t));
    else
        on = nearest_on_triangle(p, simplex.at(0, t), simplex.at(1, t), simplex.at(2, t));
    return {{1, 0, 0}, on.weights, p - on.point, std::sqrt(on.squared_distance)};
}

/// The best of what the lines and each end say: edges that are nearly parallel need the ends.
NearestPoints nearest_of_edges(const MovingSimplex& first, const MovingSimplex& second, double t) {
    const Vec3 a = first.at(0, t), b = first.at(1, t), c = second.at(0, t), d = second.at(1, t);
    const NearestOfSegments lines = nearest_of_segments(a, b, c, d);
    NearestPoints best{{1 - lines.s, lines.s, 0},
                       {1 - lines.t, lines.t, 0},
                       lines.on_first - lines.on_second,
                       (lines.on_first - lines.on_second).norm()};
    if (lines.inside) return best;
    const auto improve = [&](const Vec3& end, const NearestOnSimplex& on, bool of_first, int corner) {
        const double distance = std::sqrt(on.squared_distance);
        if (!(distance < best.distance)) return;
        const std::array<double, 3> at_end{corner == 0 ? 1.0 : 0.0, corner == 1 ? 1.0 : 0.0, 0};
        const Vec3 difference = end - on.point;
        best = of_first ? NearestPoints{at_end, on.weights, difference, distance}
                        : NearestPoints{on.weights, at_end, -difference, distance};
    };
    improve(a, nearest_on_segment(a, c, d), true, 0);
    improve(b, nearest_on_segment(b, c, d), true, 1);
    improve(c, nearest_on_segment(c, a, b), false, 0);
    improve(d, nearest_on_segment(d, a, b), false, 1);
    return best;
}

}  // namespace

Vec3 MovingSimplex::at(const std::array<double, 3>& weights, double t) const {
    Vec3 x = Vec3::Zero();
    for (int i = 0; i < corners; ++i) x += weights[i] * at(i, t);
    return x;
}

double MovingSimplex::distortion() const {
    double most = 0;
    for (int i = 1; i < corners; ++i) most = std::max(most, (motion[i] - motion[0]).squaredNorm());
    return std::sqrt(most);
}

NearestPoints nearest_points(const MovingSimplex& first, const MovingSimplex& second, double t) {
    return first.corners == 1 ? nearest_of_vertex(first, second, t) : nearest_of_edges(first, second, t);
}

}  // namespace limpet
