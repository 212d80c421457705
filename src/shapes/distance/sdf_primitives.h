#pragma once

/// Signed distances of simple solids: exact (the Euclidean distance, negative inside), centred at the origin
/// unless they take points, and upright along y.

#include <vector>

#include "shapes/distance/signed_distance.h"

namespace limpet {

SignedDistance sphere_distance(double radius, const Vec3& center = Vec3::Zero());
/// Full side lengths.
SignedDistance box_distance(const Vec3& size);
/// Full side lengths, rounding included.
SignedDistance rounded_box_distance(const Vec3& size, double rounding);
SignedDistance cylinder_distance(double radius, double height);
/// Radius and height with the rounding of its two rims included.
SignedDistance rounded_cylinder_distance(double radius, double height, double rounding);
/// Its base at −height/2.
SignedDistance cone_distance(double radius, double height);
SignedDistance capsule_distance(const Vec3& from, const Vec3& to, double radius);
/// The convex hull of two spheres.
SignedDistance round_cone_distance(const Vec3& from, double from_radius, const Vec3& to, double to_radius);
SignedDistance torus_distance(double radius, double tube);
SignedDistance ellipsoid_distance(const Vec3& radii, const Vec3& center = Vec3::Zero());
/// All points with normal·(p − point) <= 0; `normal` need not be of unit length.
SignedDistance half_space_distance(const Vec3& point, const Vec3& normal);
/// A triangle of the given thickness, with round edges.
SignedDistance panel_distance(const Vec3& a, const Vec3& b, const Vec3& c, double thickness);

/// A point of a tube's centre line.
struct TubePoint {
    Vec3 center;
    double radius;
};
/// Round cones from point to point.
SignedDistance tube_distance(const std::vector<TubePoint>& points);
/// Points on a smooth curve through `points` (Catmull and Rom's spline), `pieces` per span.
std::vector<TubePoint> smooth_curve(const std::vector<TubePoint>& points, int pieces);

}  // namespace limpet
