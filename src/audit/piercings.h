#pragma once

/// Does anything pass through anything? Edges of one triangle mesh that pierce triangles of another, or of
/// the same mesh, where the meshes are now. It knows nothing of detection: no thickness, no motion, no
/// tolerance.
///
///   side(a, b, c, d) = sign of det(b − a, c − a, d − a)
///   an edge pq pierces abc if p and q are on different sides of it, and pq passes all three sides of the
///   triangle the same way round: side(p, q, a, b) = side(p, q, b, c) = side(p, q, c, a) ≠ 0
///
/// Determinants are of numbers with 113 bits, which hold differences of doubles of similar size exactly. What
/// only touches, or has a vertex in common, does not pierce.

#include "shapes/meshes/meshes.h"

namespace limpet {

/// An edge of the first mesh that pierces a triangle of the second.
struct Piercing {
    std::array<int, 2> edge;
    Triangle triangle;
};

bool pierces(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c);

/// Of edges of `first` through triangles of `second`. `same`: both are one mesh, in which edges do not pierce
/// triangles that they share a vertex with.
std::vector<Piercing> edges_through(const TriMesh& first, const TriMesh& second, bool same);

}  // namespace limpet
