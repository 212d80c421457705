#include "detect/simplex_distance.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "detect/detection_constants.h"

namespace limpet {

namespace {

NearestOnSimplex at(const Vec3& p, const Vec3& point, std::array<double, 3> weights) {
    return {point, weights, (p - point).squaredNorm()};
}

/// Nearest on the three sides, for points whose nearest is not inside and for triangles without area.
NearestOnSimplex nearest_on_sides(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    NearestOnSimplex ab = nearest_on_segment(p, a, b);
    const NearestOnSimplex bc = nearest_on_segment(p, b, c), ca = nearest_on_segment(p, c, a);
    if (ab.squared_distance <= bc.squared_distance && ab.squared_distance <= ca.squared_distance) return ab;
    if (bc.squared_distance <= ca.squared_distance)
        return {bc.point, {0, bc.weights[0], bc.weights[1]}, bc.squared_distance};
    return {ca.point, {ca.weights[1], 0, ca.weights[0]}, ca.squared_distance};
}

}  // namespace

NearestOnSimplex nearest_on_point(const Vec3& p, const Vec3& a) {
    return at(p, a, {1, 0, 0});
}

NearestOnSimplex nearest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 ab = b - a;
    const double length2 = ab.squaredNorm();
    if (length2 == 0) return at(p, a, {1, 0, 0});
    const double s = ab.dot(p - a) / length2;
    if (s <= segment_end_share) return at(p, a, {1, 0, 0});
    if (s >= 1 - segment_end_share) return at(p, b, {0, 1, 0});
    return at(p, a + s * ab, {1 - s, s, 0});
}

NearestOnSimplex nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a, ac = c - a, normal = ab.cross(ac);
    const double area2 = normal.squaredNorm();
    const double longest2 = std::max({ab.squaredNorm(), ac.squaredNorm(), (c - b).squaredNorm()});
    if (area2 <= parallel_sine_squared * parallel_sine_squared * longest2 * longest2)
        return nearest_on_sides(p, a, b, c);
    const Vec3 ap = p - a;
    const double wb = ap.cross(ac).dot(normal) / area2, wc = ab.cross(ap).dot(normal) / area2,
                 wa = 1 - wb - wc;
    if (wa <= segment_end_share || wb <= segment_end_share || wc <= segment_end_share)
        return nearest_on_sides(p, a, b, c);
    return at(p, wa * a + wb * b + wc * c, {wa, wb, wc});
}

NearestOnSimplex nearest_on_simplex(const Vec3& p, const std::array<int, 3>& vertices,
                                    const std::vector<Vec3>& x) {
    const auto& [a, b, c] = vertices;
    if (b < 0) return nearest_on_point(p, x[a]);
    if (c < 0) return nearest_on_segment(p, x[a], x[b]);
    return nearest_on_triangle(p, x[a], x[b], x[c]);
}

NearestOfSegments nearest_of_segments(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Vec3 u = b - a, v = d - c, w = a - c;
    const double uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), uw = u.dot(w), vw = v.dot(w);
    const double determinant = uu * vv - uv * uv;
    NearestOfSegments nearest{};
    const bool skew = determinant > parallel_sine_squared * uu * vv;
    double s = skew ? std::clamp((uv * vw - vv * uw) / determinant, 0.0, 1.0) : 0.0;
    double t = vv > 0 ? (uv * s + vw) / vv : 0.0;
    if (t < 0 || t > 1) {
        t = std::clamp(t, 0.0, 1.0);
        s = uu > 0 ? std::clamp((uv * t - uw) / uu, 0.0, 1.0) : 0.0;
    }
    nearest.s = s;
    nearest.t = t;
    nearest.inside = skew && s > segment_end_share && s < 1 - segment_end_share && t > segment_end_share &&
                     t < 1 - segment_end_share;
    nearest.on_first = a + s * u;
    nearest.on_second = c + t * v;
    return nearest;
}

namespace {

/// True if two planes across a way from the second to the first part them by more. [m²]
bool way_parts(const Vec3& way, const Corners& first, const Corners& second, double squared_distance) {
    double least = way.dot(first[0] - second[0]);
    for (const Vec3& a : first)
        for (const Vec3& b : second) least = std::min(least, way.dot(a - b));
    return least > 0 && least * least > (1 + product_rounding_ratio) * squared_distance * way.squaredNorm();
}

/// The same along the line between the triangles' middles. [m²]
bool middles_part(const Corners& first, const Corners& second, double squared_distance) {
    return way_parts((first[0] + first[1] + first[2]) - (second[0] + second[1] + second[2]), first, second,
                     squared_distance);
}

/// The least of what was looked at so far, until it is `enough`, or the triangles are known to be farther
/// apart. [m²]
struct TriangleSearch {
    double enough, least = std::numeric_limits<double>::infinity();
    bool are_apart = false;

    bool goes_on() const { return least > enough && !are_apart; }

    /// From the second to the first's corners, and to points in which the first's edges go through the
    /// second's plane.
    void look_from(const Corners& first, const Corners& second) {
        const Vec3 normal = (second[1] - second[0]).cross(second[2] - second[0]);
        for (int k = 0; k < 3 && goes_on(); ++k) {
            const Vec3 &p = first[k], &q = first[(k + 1) % 3];
            look(p, first, second);
            const double before = normal.dot(p - second[0]), after = normal.dot(q - second[0]);
            if (goes_on() && (before < 0) != (after < 0))
                look(p + before / (before - after) * (q - p), first, second);
        }
    }

    void look_at_edges(const Corners& first, const Corners& second) {
        for (int k = 0; k < 3; ++k)
            for (int l = 0; l < 3 && goes_on(); ++l) {
                const NearestOfSegments edges =
                    nearest_of_segments(first[k], first[(k + 1) % 3], second[l], second[(l + 1) % 3]);
                least = std::min(least, (edges.on_first - edges.on_second).squaredNorm());
            }
    }

private:
    void look(const Vec3& p, const Corners& first, const Corners& second) {
        const NearestOnSimplex nearest = nearest_on_triangle(p, second[0], second[1], second[2]);
        if (!(nearest.squared_distance < least)) return;
        least = nearest.squared_distance;
        are_apart = enough > 0 && least > enough && way_parts(p - nearest.point, first, second, enough);
    }
};

/// Of two triangles; stops where it is `enough`, or is known to be more. [m²]
double squared_distance(const Corners& first, const Corners& second, double enough) {
    TriangleSearch search{enough};
    search.look_from(first, second);
    if (search.goes_on()) search.look_from(second, first);
    if (search.goes_on()) search.look_at_edges(first, second);
    return search.least;
}

}  // namespace

bool triangles_are_near(const Corners& first, const Corners& second, double distance) {
    const double squared = distance * distance;
    // Where the distance is as large as triangles are, corners and middles tell of most.
    for (const Vec3& a : first)
        for (const Vec3& b : second)
            if ((a - b).squaredNorm() <= (1 - product_rounding_ratio) * squared) return true;
    if (middles_part(first, second, squared)) return false;
    return squared_distance(first, second, squared) <= squared;
}

double triangle_distance(const Corners& first, const Corners& second) {
    return std::sqrt(squared_distance(first, second, 0));
}

bool plane_parts(const Vec3& origin, const Vec3& normal, double squared, const Corners& other,
                 double distance) {
    double least = normal.dot(other[0] - origin), most = least;
    for (int k = 1; k < 3; ++k) {
        const double side = normal.dot(other[k] - origin);
        least = std::min(least, side);
        most = std::max(most, side);
    }
    const double gap = std::max(least, -most);
    return gap > 0 && gap * gap > (1 + product_rounding_ratio) * distance * distance * squared;
}

bool planes_part(const Corners& first, const Corners& second, double distance) {
    const auto parts = [distance](const Corners& plane, const Corners& other) {
        const Vec3 normal = (plane[1] - plane[0]).cross(plane[2] - plane[0]);
        return plane_parts(plane[0], normal, normal.squaredNorm(), other, distance);
    };
    return parts(first, second) || parts(second, first);
}

}  // namespace limpet
