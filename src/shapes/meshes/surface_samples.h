#pragma once

/// Points on a round shape, each with its part of the area: it collides as what it is, at a point or two, but
/// what has an area, such as a bond, needs places on its surface. Of cylinders and cones they are the middles
/// of triangles, of spheres and capsules they lie on a spiral:
///
///   y_k = (H + 2 R) ((k + 1/2)/N − 1/2),   φ_k = k π (3 − √5),   A = 2 π R (H + 2 R)/N,     N = A/(√3/2 a²)
///
///   R, H  radius and height, H = 0 of a sphere [m]       a  how far apart samples are, about [m]
///   y, φ  along the axis [m], and around it [rad]        A  area of each [m²]
///
/// By Archimedes' theorem a slice of a sphere has the area of the cylinder's around it, 2 π R dy, so that one
/// spiral does for both. With the golden angle, samples lie nowhere in rows (R. Swinbank, R. J. Purser,
/// Fibonacci grids: a novel approach to global modelling, 2006): a cap or a strip has its share of them,
/// whichever way the body is turned.

#include <vector>

#include "limpet/scene.h"
#include "shapes/meshes/collision_complex.h"

namespace limpet {

struct SurfaceSample {
    Vec3 offset;  ///< from the first vertex of the collision complex, in the body's axes [m]
    Vec3 normal;  ///< outward
    double area;  ///< [m²]
};

/// Is it a sphere, a capsule, a cylinder or a cone?
bool is_round(const Shape& shape);
double radius_of_round(const Shape& shape);  ///< [m]

/// Of one of these, about `edge` [m] apart.
std::vector<SurfaceSample> surface_samples(const Shape& round, double edge);

}  // namespace limpet
