#pragma once

/// Tetrahedra of solids, surfaces and boxes. docs/tetrahedra.md says how, how well and what is refused.

#include <optional>
#include <string>
#include <vector>

#include "shapes/distance/signed_distance.h"
#include "shapes/tetrahedra/grading.h"

namespace limpet {

/// More are refused.
inline constexpr double max_tetrahedra = 2e7;

/// What to ask of a mesh.
struct TetrahedraRequest {
    double element;                  ///< edge length of the tetrahedra [m], > 0
    std::optional<Grading> grading;  ///< where they shall be smaller
};

/// Tetrahedra of a solid given by its signed distance.
TetMesh tetrahedralise(const SignedDistance& solid, double element);
/// Tetrahedra of what a surface encloses; holes and self-intersections are bridged by winding numbers.
TetMesh tetrahedralise(const TriMesh& surface, double element, std::vector<std::string>* notes = nullptr);
/// Tetrahedra of a box of this size about the origin, with flat faces.
TetMesh tetrahedralise_box(const Vec3& size, const TetrahedraRequest& request);
/// Tetrahedra of a ball of this radius about the origin; its vertices are on the sphere.
TetMesh tetrahedralise_ball(double radius, double element, const Grading& grading);

/// About how many tetrahedra of edge length `element` fill a volume (for refusing sizes before meshing).
double estimate_tetrahedra(double volume, double element);

/// Throws InputError unless it is a positive, finite length.
void check_element(double element);
/// Throws InputError if `count` tetrahedra of size `element` are too many.
void check_count(double count, double element);

}  // namespace limpet
