#pragma once

#include <array>
#include <vector>

#include "core/types.h"

namespace limpet {

/// Where on a simplex (a triangle, a segment or a point) a nearest point is.
struct NearestOnSimplex {
    Vec3 point;                     ///< [m]
    std::array<double, 3> weights;  ///< barycentric, of the simplex's corners; 0 for corners it does not have
    double squared_distance;        ///< [m^2]

    /// Corners with a weight: 1 a corner, 2 an edge, 3 the inside.
    int support() const { return (weights[0] > 0) + (weights[1] > 0) + (weights[2] > 0); }
};

NearestOnSimplex nearest_on_point(const Vec3& p, const Vec3& a);
/// A segment without length counts as a point, a triangle without area as its longest side.
NearestOnSimplex nearest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b);
NearestOnSimplex nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

/// On a simplex with these vertices; −1 where it has none.
NearestOnSimplex nearest_on_simplex(const Vec3& p, const std::array<int, 3>& vertices,
                                    const std::vector<Vec3>& x);

/// Nearest points of the segments a + s (b − a) and c + t (d − c).
struct NearestOfSegments {
    double s, t;
    bool inside;  ///< both strictly between the ends, and the segments are not parallel
    Vec3 on_first, on_second;
};
NearestOfSegments nearest_of_segments(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

using Corners = std::array<Vec3, 3>;  ///< of a triangle [m]

/// Are two triangles nearer than `distance`, or do they cut each other? [m]
bool triangles_are_near(const Corners& first, const Corners& second, double distance);
/// How far apart they are; 0 if they cut each other, but for rounding. [m]
double triangle_distance(const Corners& first, const Corners& second);
/// Is one of two triangles farther than `distance` from the other's plane? Then they are as far apart. [m]
bool planes_part(const Corners& first, const Corners& second, double distance);
/// Is a triangle farther than `distance` from the plane through `origin`? `squared` is that of the `normal`,
/// of any length. [m]
bool plane_parts(const Vec3& origin, const Vec3& normal, double squared, const Corners& other,
                 double distance);

}  // namespace limpet
