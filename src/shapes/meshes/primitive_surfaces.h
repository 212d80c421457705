#pragma once

/// Triangles of simple shapes, vertices exactly on them. `edge` is the triangles' edge length asked for [m];
/// what is made divides the shape evenly and is as near to it as that allows. All are centred at the origin
/// and upright along y; all but the plane are closed. Sizes must be positive.

#include "shapes/meshes/meshes.h"

namespace limpet {

/// Full side lengths; the diagonals alternate.
TriMesh box_surface(const Vec3& size, double edge);
/// An icosahedron whose faces are divided and pushed out: near-uniform.
TriMesh sphere_surface(double radius, double edge);
TriMesh cylinder_surface(double radius, double height, double edge);
/// The apex is up.
TriMesh cone_surface(double radius, double height, double edge);
/// `height` is the distance of the centres of its two half spheres.
TriMesh capsule_surface(double radius, double height, double edge);
TriMesh torus_surface(double radius, double tube, double edge);
/// A rectangle facing +y: open.
TriMesh plane_surface(double x, double z, double edge);

}  // namespace limpet
