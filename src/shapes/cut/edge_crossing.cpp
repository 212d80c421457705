#include "shapes/cut/edge_crossing.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace limpet {
namespace {

/// c0 + c1 τ + c2 τ² + c3 τ³.
using Cubic = std::array<double, 4>;

double value(const Cubic& c, double t) {
    return ((c[3] * t + c[2]) * t + c[1]) * t + c[0];
}

double det(const Vec3& a, const Vec3& b, const Vec3& c) {
    return a.dot(b.cross(c));
}

/// det(p + τ p', q + τ q', r + τ r').
Cubic determinant(const std::array<Vec3, 3>& start, const std::array<Vec3, 3>& motion) {
    const auto& [p, q, r] = start;
    const auto& [dp, dq, dr] = motion;
    return {det(p, q, r), det(dp, q, r) + det(p, dq, r) + det(p, q, dr),
            det(dp, dq, r) + det(dp, q, dr) + det(p, dq, dr), det(dp, dq, dr)};
}

/// 0, the stationary points between, 1.
std::array<double, 4> monotone_intervals(const Cubic& c) {
    std::array<double, 4> bounds{0, 0, 1, 1};
    const double a = 3 * c[3], b = c[2], discriminant = b * b - a * c[1];
    if (discriminant < 0) return bounds;
    // Without differences of nearly equal numbers: a t² + 2 b t + c1 = 0.
    const double q = -(b + std::copysign(std::sqrt(discriminant), b));
    const double first = a != 0 ? q / a : 0, second = q != 0 ? c[1] / q : 0;
    bounds[1] = std::clamp(std::min(first, second), 0.0, 1.0);
    bounds[2] = std::clamp(std::max(first, second), 0.0, 1.0);
    return bounds;
}

double bisected(const Cubic& c, double low, double high, bool rises) {
    while (true) {
        const double middle = 0.5 * (low + high);
        if (!(middle > low && middle < high)) return middle;
        ((value(c, middle) < 0) == rises ? low : high) = middle;
    }
}

struct At {
    Vec3 a, b, u, v;
};

/// Where two lines of one plane meet, if it is between the ends of both.
std::optional<double> meeting_point(const At& p) {
    const Vec3 edge = p.b - p.a, blade = p.v - p.u, between = p.u - p.a, normal = edge.cross(blade);
    const double size = normal.squaredNorm();
    if (!(size > 0)) return std::nullopt;
    const double at = between.cross(blade).dot(normal) / size;
    const double along_blade = between.cross(edge).dot(normal) / size;
    if (!(at >= 0 && at <= 1 && along_blade >= 0 && along_blade <= 1)) return std::nullopt;
    return at;
}

}  // namespace

std::optional<double> edge_crossing(const MovingEdge& edge, const MovingEdge& blade) {
    const auto moved = [](const MovingEdge& e, int end, double t) -> Vec3 {
        return (1 - t) * e.before[end] + t * e.now[end];
    };
    const std::array<Vec3, 3> start{edge.before[1] - edge.before[0], blade.before[0] - edge.before[0],
                                    blade.before[1] - edge.before[0]};
    const std::array<Vec3, 3> end{edge.now[1] - edge.now[0], blade.now[0] - edge.now[0],
                                  blade.now[1] - edge.now[0]};
    const Cubic c = determinant(start, {end[0] - start[0], end[1] - start[1], end[2] - start[2]});
    const std::array<double, 4> bounds = monotone_intervals(c);
    // At the ends straight from the points: what ends a step begins the next with the same sign, so that no
    // crossing is lost between them.
    const auto is_below = [&](double t) {
        if (t == 0) return det(start[0], start[1], start[2]) < 0;
        return (t == 1 ? det(end[0], end[1], end[2]) : value(c, t)) < 0;
    };
    for (int i = 0; i < 3; ++i) {
        const bool below = is_below(bounds[i]);
        if (!(bounds[i] < bounds[i + 1]) || below == is_below(bounds[i + 1])) continue;
        const double t = bisected(c, bounds[i], bounds[i + 1], below);
        const auto found =
            meeting_point({moved(edge, 0, t), moved(edge, 1, t), moved(blade, 0, t), moved(blade, 1, t)});
        if (found) return found;
    }
    return std::nullopt;
}

}  // namespace limpet
