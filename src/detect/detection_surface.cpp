#include "detect/detection_surface.h"

#include <Eigen/Geometry>

#include "core/parallel.h"
#include "detect/feature_normals.h"

namespace limpet {
namespace {

/// From this sine of half the angle between their normals on, triangles meet in a sharp edge.
constexpr double sharp = 0.259;
constexpr int edges_per_task = 1024;

}  // namespace

Vec3 DetectionSurface::into_triangle(int edge, int simplex) const {
    const std::vector<Vec3>& x = *positions_;
    const Edge& ends = complex_.edges()[edge];
    const auto& v = complex_.simplices()[simplex].vertices;
    const int apex = v[0] != ends[0] && v[0] != ends[1]   ? v[0]
                     : v[1] != ends[0] && v[1] != ends[1] ? v[1]
                                                          : v[2];
    const Vec3 along = x[ends[1]] - x[ends[0]], into = x[apex] - x[ends[0]];
    return (into - into.dot(along) / along.squaredNorm() * along).normalized();
}

/// A side s with a·s and b·s above a sine is there if (a + b)/2 is longer than that; a, b as into_triangle().
void DetectionSurface::find_meeting_edges() {
    meets_.assign(complex_.edges().size(), true);
    sharp_.assign(complex_.edges().size(), true);
    if (complex_.is_sheet()) {
        for (std::size_t e = 0; e < sharp_.size(); ++e) sharp_[e] = complex_.simplices_of_edge(e)[1] < 0;
        return;
    }
    const FeatureNormals normals(*this);
    parallel_blocks(static_cast<int>(meets_.size()), edges_per_task, [&](int begin, int end) {
        for (int e = begin; e < end; ++e) {
            const auto [s, t] = complex_.simplices_of_edge(e);
            if (s < 0 || t < 0) continue;
            const Vec3 fold = (into_triangle(e, s) + into_triangle(e, t)) / 2;
            sharp_[e] = fold.norm() > sharp;
            // Where a surface that keeps its shape is flat, what the other body's vertices say is all.
            meets_[e] = fold.norm() < flat() ? deforms_ : fold.dot(normals.edge(e)) < 0;
        }
    });
}

void DetectionSurface::update(const std::vector<Vec3>& positions) {
    positions_ = &positions;
    boxes_.resize(complex_.simplices().size());
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        const CollisionComplex::Simplex& simplex = complex_.simplices()[i];
        boxes_[i].setEmpty();
        for (int k = 0; k < simplex.corners(); ++k) boxes_[i].extend(positions[simplex.vertices[k]]);
    }
    const bool first = tree_.empty();
    if (first)
        tree_ = BoxTree(boxes_);
    else
        tree_.refit(boxes_);
    if (first || deforms_) find_meeting_edges();
}

}  // namespace limpet
