#pragma once

#include <vector>

#include "core/types.h"
#include "shapes/box_tree.h"
#include "shapes/collision_complex.h"

namespace limpet {

/// A surface as detection holds it: its complex, where its vertices are now, and a tree over its simplices.
class DetectionSurface {
public:
    /// Faces beside an edge may come nearer than the edge by this sine: those of flat patches do, by rounding
    /// and by bending. Edges that cross within a patch are needed: vertices alone would let two soft, flat
    /// faces of different meshes pass through each other between them, and could not carry a uniform
    /// pressure.
    static constexpr double nearly_flat = 0.02;
    /// The same of a surface that keeps its shape.
    static constexpr double rigid_flat = 1e-3;

    /// `deforms`: its edges may become convex, flat or hollow.
    explicit DetectionSurface(CollisionComplex complex, bool deforms = true)
        : complex_(std::move(complex)), deforms_(deforms) {}

    /// Follows the surface's vertices; the tree is made once and refitted after.
    void update(const std::vector<Vec3>& positions);

    const CollisionComplex& complex() const { return complex_; }
    bool deforms() const { return deforms_; }
    /// Below this sine it is flat at an edge.
    double flat() const { return deforms_ ? nearly_flat : rigid_flat; }
    const std::vector<Vec3>& positions() const { return *positions_; }
    const BoxTree& tree() const { return tree_; }
    const std::vector<Box3>& simplex_boxes() const { return boxes_; }
    /// Can the edge meet others? Convex, bare and rim edges can, and all of a sheet; flat ones of surfaces
    /// that deform, too.
    bool meets_edges(int edge) const { return meets_[edge]; }
    /// Has it one triangle alone, or two that turn by more than 30° there?
    bool is_sharp(int edge) const { return sharp_[edge]; }
    Box3 box() const { return tree_.empty() ? Box3() : tree_.nodes().front().box; }
    /// Of its box's diagonal, thickened [m].
    double size() const { return tree_.empty() ? 0 : box().diagonal().norm() + 2 * complex_.radius(); }

    /// From an edge into one of its triangles, at right angles to it; of unit length.
    Vec3 into_triangle(int edge, int simplex) const;

private:
    void find_meeting_edges();

    CollisionComplex complex_;
    bool deforms_;
    const std::vector<Vec3>* positions_ = nullptr;
    std::vector<Box3> boxes_;
    BoxTree tree_;
    std::vector<char> meets_, sharp_;
};

}  // namespace limpet
