#pragma once

/// A scene's shapes as surfaces and as solids.

#include <optional>
#include <string>
#include <vector>

#include "limpet/scene.h"
#include "shapes/distance/signed_distance.h"

namespace limpet {

/// The surface of any shape of a scene, outward; closed, but for planes and what files leave open. `edge` is
/// the triangles' edge length [m], by default a twentieth of the longest side. Triangles of files and meshes
/// stay as they are unless an `edge` is given: then what they enclose gets triangles of that size. `notes`
/// collects what was left out or repaired.
TriMesh shape_surface(const Shape& shape, std::optional<double> edge,
                      std::vector<std::string>* notes = nullptr);

/// A mesh in memory as a file of it would be read: vertices that coincide are welded, tetrahedra turned to
/// positive volume; `notes` as above.
TriMesh mesh_surface(const MeshShape& shape, std::vector<std::string>* notes = nullptr);
TetMesh mesh_tetrahedra(const MeshShape& shape, std::vector<std::string>* notes = nullptr);

/// Whether its triangles are a file's or a mesh's, which may face the wrong way.
bool has_given_triangles(const Shape& shape);

/// Scales and centres a file's vertices as the shape says.
void place_file(const FileShape& shape, std::vector<Vec3>& vertices);

/// Signed distance of a primitive (exact) or a shape of the zoo (a lower bound); nothing for files, meshes
/// and planes.
std::optional<SignedDistance> shape_distance(const Shape& shape);

/// Longest side of the shape's box [m], without meshing; a file is read.
double shape_extent(const Shape& shape);

/// Rough number of triangles of edge length `edge`, without meshing: for primitives from their area, for the
/// zoo from its shape's area as measured once, for files the number of triangles they have.
double estimate_triangles(const Shape& shape, double edge);

}  // namespace limpet
