#include "bodies/particles/enclosed_volume.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace limpet {
namespace {

/// c₀ + c₁ s + c₂ s² + c₃ s³.
struct Cubic {
    std::array<double, 4> c;
    double at(double s) const { return ((c[3] * s + c[2]) * s + c[1]) * s + c[0]; }
    double slope(double s) const { return (3 * c[3] * s + 2 * c[2]) * s + c[1]; }
};

Cubic excess_along(const std::vector<Triangle>& triangles, std::span<const Vec3> x, std::span<const Vec3> d,
                   double volume) {
    Cubic cubic{{0, 0, 0, 0}};
    const Vec3 x0 = x[triangles.front()[0]], d0 = d[triangles.front()[0]];
    for (const auto& [a, b, c] : triangles) {
        const Vec3 xa = x[a] - x0, xb = x[b] - x0, xc = x[c] - x0;
        const Vec3 da = d[a] - d0, db = d[b] - d0, dc = d[c] - d0;
        const Vec3 xbc = xb.cross(xc), mixed = db.cross(xc) + xb.cross(dc), dbc = db.cross(dc);
        cubic.c[0] += xa.dot(xbc);
        cubic.c[1] += da.dot(xbc) + xa.dot(mixed);
        cubic.c[2] += da.dot(mixed) + xa.dot(dbc);
        cubic.c[3] += da.dot(dbc);
    }
    for (double& c : cubic.c) c /= 6;
    cubic.c[0] -= volume;
    return cubic;
}

/// Where the slope vanishes, ascending.
std::vector<double> turning_points(const Cubic& f) {
    const double a = 3 * f.c[3], b = f.c[2], c = f.c[1];
    if (a == 0) return b == 0 ? std::vector<double>() : std::vector<double>{-c / (2 * b)};
    const double discriminant = b * b - a * c;
    if (!(discriminant > 0)) return {};
    const double q = -(b + std::copysign(std::sqrt(discriminant), b));
    std::vector<double> points = {q / a};
    if (q != 0) points.push_back(c / q);
    std::sort(points.begin(), points.end());
    return points;
}

/// Between `low` and `high`, where f has different signs: Newton, and halving where that leaves them.
double bracketed_root(const Cubic& f, double low, double high) {
    constexpr int most_steps = 200;
    const bool rises = f.at(high) > 0;
    double s = std::clamp(0.0, low, high);
    for (int i = 0; i < most_steps; ++i) {
        const double value = f.at(s);
        if (value == 0) return s;
        ((value > 0) == rises ? high : low) = s;
        double next = s - value / f.slope(s);
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        if (next == s || next == low || next == high) return next;
        s = next;
    }
    return s;
}

/// A root beyond `from`, going by `step` and then twice that, …, if f changes its sign there.
std::optional<double> root_beyond(const Cubic& f, double from, double step) {
    constexpr int most_doublings = 60;
    const bool positive = f.at(from) > 0;
    double to = from + step;
    for (int i = 0; i < most_doublings; ++i, step *= 2, to += step)
        if ((f.at(to) > 0) != positive) return bracketed_root(f, std::min(from, to), std::max(from, to));
    return {};
}

/// How far from 0 a root may be, by the term that brings it nearest.
double root_scale(const Cubic& f) {
    double scale = std::numeric_limits<double>::infinity();
    for (int k = 1; k <= 3; ++k)
        if (f.c[k] != 0) scale = std::min(scale, std::pow(std::abs(f.c[0] / f.c[k]), 1.0 / k));
    return scale;
}

/// All roots are parted by turning points.
std::optional<double> root_next_to_zero(const Cubic& f) {
    if (f.c[0] == 0) return 0;
    const std::vector<double> turns = turning_points(f);
    const double reach = root_scale(f);
    std::optional<double> best;
    const auto keep = [&](std::optional<double> root) {
        if (root && std::isfinite(*root) && (!best || std::abs(*root) < std::abs(*best))) best = root;
    };
    if (turns.empty()) {
        keep(root_beyond(f, 0, reach));
        keep(root_beyond(f, 0, -reach));
        return best;
    }
    keep(root_beyond(f, turns.front(), -std::max(reach, std::abs(turns.front()))));
    keep(root_beyond(f, turns.back(), std::max(reach, std::abs(turns.back()))));
    for (std::size_t k = 1; k < turns.size(); ++k)
        if ((f.at(turns[k - 1]) > 0) != (f.at(turns[k]) > 0)) keep(bracketed_root(f, turns[k - 1], turns[k]));
    return best;
}

}  // namespace

double enclosed_volume(const std::vector<Triangle>& triangles, std::span<const Vec3> x) {
    double sum = 0;
    const Vec3 x0 = x[triangles.front()[0]];
    for (const auto& [a, b, c] : triangles) sum += (x[a] - x0).dot((x[b] - x0).cross(x[c] - x0));
    return sum / 6;
}

double volume_gradient(const std::vector<Triangle>& triangles, std::span<const Vec3> x,
                       std::vector<Vec3>& gradient) {
    gradient.assign(x.size(), Vec3::Zero());
    double sum = 0;
    const Vec3 x0 = x[triangles.front()[0]];
    for (const auto& [a, b, c] : triangles) {
        const Vec3 xa = x[a] - x0, xb = x[b] - x0, xc = x[c] - x0;
        const Vec3 ga = xb.cross(xc);
        gradient[a] += ga / 6;
        gradient[b] += xc.cross(xa) / 6;
        gradient[c] += xa.cross(xb) / 6;
        sum += xa.dot(ga);
    }
    return sum / 6;
}

std::optional<double> volume_root(const std::vector<Triangle>& triangles, std::span<const Vec3> x,
                                  std::span<const Vec3> d, double volume) {
    return root_next_to_zero(excess_along(triangles, x, d, volume));
}

}  // namespace limpet
