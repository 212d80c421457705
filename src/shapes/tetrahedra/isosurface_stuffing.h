#pragma once

/// Isosurface stuffing: tetrahedra of a solid f < 0 from a body-centred cubic lattice, with dihedral angles
/// bounded whatever the solid (10.78° to 164.74° for the uniform lattice).
///
///   1. cut points: f = 0 on lattice edges whose ends lie on both sides
///   2. warp: a point with a cut closer than α × (edge length) moves there;  α_long = 0.24999, α_short =
///   0.41189
///   3. stencils: what is left of every lattice tetrahedron (stuffing_stencils.h)
///
/// Source: Labelle, Shewchuk, Isosurface Stuffing, SIGGRAPH 2007; α from table 1 (smallest angle as large as
/// can be). We deviate:
///   - The surface's triangles are chords, so convex bodies lose volume, of second order in the element. We
///   stuff
///     twice: the second time f + g, where g is the mean of f over the first surface's triangles nearby, so
///     that the triangles lie on both sides of f = 0 and the volume is right. The bound on angles holds for
///     any function.
///   - The bound needs more than the rules above: with a warp along any edge, the stencils allow 9.2°. Warped
///   points of
///     tetrahedra below the bound (few, in thin parts) are pulled back by up to 30 % of the largest warp.
///   - Where the result touches itself in a vertex or an edge it is split or opened (boundary_repair.h), and
///   specks
///     are dropped.

#include <string>
#include <vector>

#include "shapes/distance/signed_distance.h"

namespace limpet {

/// Cube side of the lattice over the element. The mean of the lattice's edges (3 long and 4 short ones a
/// point) is 0.923 sides; cut edges are shorter, by 4 % of the mean over all edges of usual meshes (10 k to
/// 50 k tetrahedra).
inline constexpr double lattice_side_per_element = 1.04 * 7 / (3 + 4 * 0.86602540378443865);
/// Tetrahedra per cube.
inline constexpr double lattice_tetrahedra_per_cube = 12;

/// Tetrahedra with edges of about `element` [m], > 0. Notes say what was split or dropped.
/// Nothing is left of a solid that is thinner than about an element everywhere: the mesh is empty then.
TetMesh stuff(const SignedDistance& solid, double element, std::vector<std::string>* notes = nullptr);

}  // namespace limpet
