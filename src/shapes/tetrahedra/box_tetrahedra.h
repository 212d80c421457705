#pragma once

/// Tetrahedra of a box about the origin: flat faces, sharp edges, exact volume.

#include "shapes/meshes/meshes.h"
#include "shapes/tetrahedra/grading.h"

namespace limpet {

/// A grid of cells with sides of about `element` [m], > 0, five tetrahedra a cell: a large one over the four
/// corners with an even sum of grid indices and one at each other corner. Neighbouring cells mirror each
/// other, so that no direction is preferred, the faces fit, and an even number of cells makes the mesh
/// symmetric. Angles of a cubic cell are 54.7°, 70.5° and 90°. Plates thinner than an element get smaller
/// cells: none is more than 2.5 times as long as it is thick.
TetMesh box_tetrahedra(const Vec3& size, double element);

/// Sizes as the grading says, about. Bisection of Kuhn's tetrahedra (six a cell) after Maubach 1995:
/// conforming, and every tetrahedron is similar to one of three shapes, with angles of 45° to 120° if the
/// cells are cubes.
TetMesh graded_box_tetrahedra(const Vec3& size, double element, const Grading& grading);

/// How many tetrahedra box_tetrahedra() makes, without making them.
double count_box_tetrahedra(const Vec3& size, double element);
/// About how many graded_box_tetrahedra() makes.
double count_graded_box_tetrahedra(const Vec3& size, double element, const Grading& grading);

}  // namespace limpet
