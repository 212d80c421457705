#pragma once

#include <vector>

#include "shapes/distance/box_tree.h"

namespace limpet {

/// The point of a triangle (a, b, c) nearest to p. Degenerate triangles count as the segment or point they
/// are.
Vec3 closest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

struct ClosestPoint {
    int triangle = -1;  ///< -1 if there is none within the limit
    Vec3 point = Vec3::Zero();
    double distance = std::numeric_limits<double>::infinity();  ///< [m]
};

/// Closest points on any set of triangles, exact.
class TriangleTree {
public:
    TriangleTree() = default;
    explicit TriangleTree(const TriMesh& mesh);

    /// The closest point, if it is no farther than `limit` [m].
    ClosestPoint closest(const Vec3& point, double limit = std::numeric_limits<double>::infinity()) const;

    const BoxTree& boxes() const { return boxes_; }
    /// Corners of the triangle in place i of boxes().items().
    const std::array<Vec3, 3>& corners(int i) const { return corners_[i]; }

private:
    BoxTree boxes_;
    std::vector<std::array<Vec3, 3>> corners_;  ///< in the order of the leaves
    std::vector<int> place_of_;                 ///< of each triangle
};

}  // namespace limpet
