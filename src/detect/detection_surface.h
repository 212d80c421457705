#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/lazy_values.h"
#include "core/types.h"
#include "shapes/distance/box_tree.h"
#include "shapes/meshes/collision_complex.h"

namespace limpet {

/// Of a triangle.
struct TriangleNormal {
    Vec3 scaled;     ///< of twice the triangle's area [m²]
    double squared;  ///< |scaled|² [m⁴]
    Vec3 unit;
};

/// What of a surface's shape is asked for again and again between two updates (feature_normals.h).
struct KeptNormals {
    LazyValues<TriangleNormal> triangles;
    LazyValues<Vec3> edges, vertices;
    LazyValues<double> mean_edges;  ///< at vertices [m]
};

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
    bool meets_edges(int edge) const { return (fold_of(edge) & meeting) != 0; }
    /// Has it one triangle alone, or two that turn by more than 30° there?
    bool is_sharp(int edge) const { return (fold_of(edge) & sharp) != 0; }
    /// How far its simplices are apart, about, if they are spread over its box [m].
    double simplex_spacing() const {
        return boxes_.empty() ? 0 : size() / std::sqrt(static_cast<double>(boxes_.size()));
    }
    /// Of its simplices' boxes, the mean diagonal when it was first seen [m].
    double simplex_size() const { return simplex_size_; }
    Box3 box() const { return tree_.empty() ? Box3() : tree_.nodes().front().box; }
    /// Of its box's diagonal, thickened [m].
    double size() const { return tree_.empty() ? 0 : box().diagonal().norm() + 2 * complex_.radius(); }

    /// Of a triangle.
    std::array<Vec3, 3> corners(int simplex) const {
        const auto& [a, b, c] = complex_.simplices()[simplex].vertices;
        return {(*positions_)[a], (*positions_)[b], (*positions_)[c]};
    }

    const KeptNormals& kept_normals() const { return normals_; }
    /// From an edge into one of its triangles, at right angles to it; of unit length.
    Vec3 into_triangle(int edge, int simplex) const {
        const std::size_t side = complex_.simplices_of_edge(edge)[1] == simplex ? 1 : 0;
        return ways_into_.get(2 * static_cast<std::size_t>(edge) + side,
                              [&] { return measured_way_into(edge, simplex); });
    }

    /// Which of its own edges can meet others, bit k: edges[k] of the simplex.
    unsigned meeting_edges(int simplex) const { return folds_at(simplex) & 7u; }
    bool has_sharp_edge(int simplex) const { return (folds_at(simplex) & sharp_edge) != 0; }

private:
    /// How the surface folds at an edge. Of what deforms it is looked at when it is first asked for: by any
    /// thread, since all find the same.
    enum Fold : std::uint8_t { known = 1, meeting = 2, sharp = 4 };
    std::uint8_t fold_of(int edge) const {
        const std::atomic_ref<std::uint8_t> fold(folds_[edge]);
        if (const std::uint8_t found = fold.load(std::memory_order_relaxed)) return found;
        const std::uint8_t found = measured_fold(edge);
        fold.store(found, std::memory_order_relaxed);
        return found;
    }
    std::uint8_t measured_fold(int edge) const;
    /// How two triangles fold at their edge.
    struct Turn {
        double sine;  ///< of half the angle
        bool is_convex;
    };
    std::optional<Turn> turn_at(int edge, int s, int t) const;
    /// The same of all edges of a simplex: bits 0 to 2 as meeting_edges() has them.
    enum FoldsAt : std::uint8_t { sharp_edge = 8, known_all = 16 };
    std::uint8_t folds_at(int simplex) const {
        const std::atomic_ref<std::uint8_t> folds(simplex_folds_[simplex]);
        if (const std::uint8_t found = folds.load(std::memory_order_relaxed)) return found;
        const std::uint8_t found = measured_folds_at(simplex);
        folds.store(found, std::memory_order_relaxed);
        return found;
    }
    std::uint8_t measured_folds_at(int simplex) const;
    Vec3 measured_way_into(int edge, int simplex) const;

    CollisionComplex complex_;
    bool deforms_;
    const std::vector<Vec3>* positions_ = nullptr;
    std::vector<Box3> boxes_;
    BoxTree tree_;
    double simplex_size_ = 0;
    mutable std::vector<std::uint8_t> folds_, simplex_folds_;  ///< 0: not known yet
    KeptNormals normals_;
    LazyValues<Vec3> ways_into_;  ///< of edges, into the first and the second triangle of each
};

}  // namespace limpet
