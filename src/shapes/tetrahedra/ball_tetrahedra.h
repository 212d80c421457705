#pragma once

/// Tetrahedra of a ball about the origin that get smaller towards a point: those of a graded cube, each point
/// of which goes to the sphere that its own cube has about the origin,
///
///   x → x ‖x‖∞ / ‖x‖₂
///
/// The map is the identity, to first order, in the middle of the cube's faces, and the cube is turned so that
/// one of them looks to the point. With an even number of cells, Kuhn's tetrahedra share the
/// cube's edges in pairs, 45° each, so that none is flattened where edges become round (an odd number leaves
/// one of 90° alone, which becomes 180°); angles are 17° to 155°.

#include "shapes/meshes/meshes.h"
#include "shapes/tetrahedra/grading.h"

namespace limpet {

/// `grading.ring` has no meaning here and must be 0.
TetMesh graded_ball_tetrahedra(double radius, double element, const Grading& grading);

/// About how many there are.
double count_graded_ball_tetrahedra(double radius, double element, const Grading& grading);

}  // namespace limpet
