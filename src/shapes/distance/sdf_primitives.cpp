/// Distances to simple solids, mostly by folding space onto a quadrant of a plane. The ellipsoid's has no
/// closed form: its closest point is x_i = r_i² y_i / (t + r_i²), with t the largest root of
///     S(t) = Σ (r_i y_i / (t + r_i²))² = 1        (r_i radii [m], y the point in the first octant [m], t
///     [m²])
/// (Eberly, "Distance from a point to an ellipse, an ellipsoid, or a hyperellipsoid", 2013). We solve it as
/// 1/√S = 1, which is nearly straight in t, so that Newton's method needs a few steps (Moré and Sorensen,
/// 1983).

#include "shapes/distance/sdf_primitives.h"

#include <algorithm>
#include <cmath>

#include "shapes/distance/frustum.h"
#include "shapes/distance/sdf_combine.h"

namespace limpet {

namespace {

/// The Euclidean distance of a solid in `box`.
SignedDistance exact(std::function<double(const Vec3&)> at, const Box3& box) {
    return {std::move(at), box, nullptr, true};
}

Box3 box_around(const Vec3& half) {
    return {-half, half};
}

double length(double x, double y) {
    return std::sqrt(x * x + y * y);
}

double box_at(const Vec3& p, const Vec3& half) {
    const Vec3 q = p.cwiseAbs() - half;
    return q.cwiseMax(0.0).norm() + std::min(q.maxCoeff(), 0.0);
}

double cylinder_at(const Vec3& p, double radius, double half_height) {
    const double across = length(p.x(), p.z()) - radius;
    const double along = std::abs(p.y()) - half_height;
    return length(std::max(across, 0.0), std::max(along, 0.0)) + std::min(std::max(across, along), 0.0);
}

double ellipsoid_at(const Vec3& p, const Vec3& radii) {
    // Keeps the root off the pole at t = −r²; moves the point by less than rounding does.
    const Vec3 y = p.cwiseAbs().cwiseMax(1e-12 * radii.minCoeff());
    const Vec3 squared = radii.cwiseProduct(radii);
    const Vec3 a = radii.cwiseProduct(y);
    // w = t + the least r², which near the middle is all that t has of precision.
    const double least = squared.minCoeff();
    const Vec3 gap = squared.array() - least;
    double w = (a - gap).maxCoeff();
    for (int iteration = 0; iteration < 50; ++iteration) {
        const Vec3 denominator = gap.array() + w;
        const Vec3 ratio = a.cwiseQuotient(denominator);
        const double s = ratio.squaredNorm();
        const double slope = ratio.cwiseProduct(ratio).cwiseQuotient(denominator).sum();
        const double step = s * (std::sqrt(s) - 1) / slope;
        w += step;
        // The error after a step is about the step squared.
        if (!(std::abs(step) > 1e-8 * w)) break;
    }
    const Vec3 closest = squared.cwiseProduct(y).cwiseQuotient((gap.array() + w).matrix());
    const double distance = (closest - y).norm();
    return w < least ? -distance : distance;
}

}  // namespace

SignedDistance sphere_distance(double radius, const Vec3& center) {
    const Vec3 r = Vec3::Constant(radius);
    return exact([=](const Vec3& p) { return (p - center).norm() - radius; }, Box3(center - r, center + r));
}

SignedDistance box_distance(const Vec3& size) {
    return rounded_box_distance(size, 0);
}

SignedDistance rounded_box_distance(const Vec3& size, double rounding) {
    const Vec3 half = size / 2;
    const Vec3 core = half.array() - rounding;
    return exact([=](const Vec3& p) { return box_at(p, core) - rounding; }, box_around(half));
}

SignedDistance cylinder_distance(double radius, double height) {
    return rounded_cylinder_distance(radius, height, 0);
}

SignedDistance rounded_cylinder_distance(double radius, double height, double rounding) {
    return {
        [=](const Vec3& p) { return cylinder_at(p, radius - rounding, height / 2 - rounding) - rounding; },
        box_around({radius, height / 2, radius})};
}

SignedDistance cone_distance(double radius, double height) {
    const Frustum cone(radius, 0, height, 0);
    return exact(
        [=](const Vec3& p) {
            return cone.nearest({length(p.x(), p.z()), p.y() + height / 2}).distance;
        },
        box_around({radius, height / 2, radius}));
}

SignedDistance capsule_distance(const Vec3& from, const Vec3& to, double radius) {
    return round_cone_distance(from, radius, to, radius);
}

SignedDistance round_cone_distance(const Vec3& from, double from_radius, const Vec3& to, double to_radius) {
    const double apart = (to - from).norm();
    if (apart <= std::abs(from_radius - to_radius))
        return from_radius > to_radius ? sphere_distance(from_radius, from) : sphere_distance(to_radius, to);
    const Vec3 axis = (to - from) / apart;
    // The hull's straight flank leans by the sine of the angle between it and the axis.
    const double sine = (from_radius - to_radius) / apart;
    const double cosine = std::sqrt(1 - sine * sine);
    const auto at = [=](const Vec3& p) {
        const Vec3 d = p - from;
        const double along = d.dot(axis);
        const double across = std::sqrt(std::max(0.0, d.squaredNorm() - along * along));
        const double foot = along * cosine - across * sine;
        if (foot <= 0) return d.norm() - from_radius;
        if (foot >= apart * cosine) return (p - to).norm() - to_radius;
        return across * cosine + along * sine - from_radius;
    };
    const Vec3 r = Vec3::Constant(from_radius), s = Vec3::Constant(to_radius);
    return exact(at, Box3(from - r, from + r).merged(Box3(to - s, to + s)));
}

SignedDistance torus_distance(double radius, double tube) {
    return exact([=](const Vec3& p) { return length(length(p.x(), p.z()) - radius, p.y()) - tube; },
                 box_around({radius + tube, tube, radius + tube}));
}

SignedDistance ellipsoid_distance(const Vec3& radii, const Vec3& center) {
    return exact([=](const Vec3& p) { return ellipsoid_at(p - center, radii); },
                 Box3(center - radii, center + radii));
}

SignedDistance half_space_distance(const Vec3& point, const Vec3& normal) {
    const Vec3 n = normal.normalized();
    const Vec3 far = Vec3::Constant(1e100);
    return exact([=](const Vec3& p) { return n.dot(p - point); }, Box3(-far, far));
}

SignedDistance panel_distance(const Vec3& a, const Vec3& b, const Vec3& c, double thickness) {
    const Vec3 ab = b - a, bc = c - b, ca = a - c;
    const Vec3 normal = ab.cross(-ca).normalized();
    const auto to_segment = [](const Vec3& d, const Vec3& side) {
        return (d - std::clamp(d.dot(side) / side.squaredNorm(), 0.0, 1.0) * side).squaredNorm();
    };
    const auto at = [=](const Vec3& p) {
        const Vec3 pa = p - a, pb = p - b, pc = p - c;
        const bool over =
            ab.cross(normal).dot(pa) <= 0 && bc.cross(normal).dot(pb) <= 0 && ca.cross(normal).dot(pc) <= 0;
        const double distance =
            over ? std::abs(normal.dot(pa))
                 : std::sqrt(std::min({to_segment(pa, ab), to_segment(pb, bc), to_segment(pc, ca)}));
        return distance - thickness / 2;
    };
    const Vec3 r = Vec3::Constant(thickness / 2);
    const Vec3 low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
    return exact(at, Box3(low - r, high + r));
}

SignedDistance tube_distance(const std::vector<TubePoint>& points) {
    std::vector<SignedDistance> cones;
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        cones.push_back(round_cone_distance(points[i].center, points[i].radius, points[i + 1].center,
                                            points[i + 1].radius));
    return unite(std::move(cones));
}

std::vector<TubePoint> smooth_curve(const std::vector<TubePoint>& points, int pieces) {
    const auto spline = [](auto a, auto b, auto c, auto d, double t) {
        using Value = decltype(a);
        return Value(b + 0.5 * t * ((c - a) + t * ((2 * a - 5 * b + 4 * c - d) + t * (3 * (b - c) + d - a))));
    };
    std::vector<TubePoint> curve;
    const int last = static_cast<int>(points.size()) - 1;
    for (int i = 0; i < last; ++i) {
        const TubePoint &a = points[std::max(i - 1, 0)], &b = points[i], &c = points[i + 1],
                        &d = points[std::min(i + 2, last)];
        for (int piece = 0; piece < pieces; ++piece) {
            const double t = static_cast<double>(piece) / pieces;
            curve.push_back({spline(a.center, b.center, c.center, d.center, t),
                             spline(a.radius, b.radius, c.radius, d.radius, t)});
        }
    }
    curve.push_back(points.back());
    return curve;
}

}  // namespace limpet
