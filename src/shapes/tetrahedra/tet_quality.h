#pragma once

#include <array>
#include <cstddef>

#include "shapes/meshes/meshes.h"

namespace limpet {

/// What a finite-element user asks of a tetrahedral mesh.
struct TetQuality {
    double smallest_dihedral = 0, largest_dihedral = 0;  ///< [deg]
    double smallest_volume = 0, largest_volume = 0;      ///< of a tetrahedron [m³]
    double mean_edge = 0;                                ///< [m]
    double worst_radius_ratio = 0;                       ///< of all tetrahedra
    /// Tetrahedra with a radius ratio in [k/10, (k+1)/10); 1 counts in the last.
    std::array<std::size_t, 10> radius_ratios{};
    std::size_t inverted = 0;  ///< tetrahedra of no or negative volume; their radius ratio is 0
};

TetQuality tet_quality(const TetMesh& mesh);

using TetCorners = std::array<Vec3, 4>;

/// Positive for det(b−a, c−a, d−a) > 0 [m³].
double tet_volume(const TetCorners& corners);
/// At the edges 01, 02, 03, 12, 13, 23 [rad].
std::array<double, 6> dihedral_angles(const TetCorners& corners);
/// 3 × radius of the inscribed over that of the circumscribed sphere: 1 for a regular tetrahedron, 0 for a
/// flat one.
double radius_ratio(const TetCorners& corners);

}  // namespace limpet
