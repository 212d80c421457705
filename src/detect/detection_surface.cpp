#include "detect/detection_surface.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "detect/detection_constants.h"
#include "detect/feature_normals.h"

namespace limpet {
namespace {

constexpr int simplices_per_task = 2048;

}  // namespace

Vec3 DetectionSurface::measured_way_into(int edge, int simplex) const {
    const std::vector<Vec3>& x = *positions_;
    const Edge& ends = complex_.edges()[edge];
    const auto& v = complex_.simplices()[simplex].vertices;
    const int apex = v[0] != ends[0] && v[0] != ends[1]   ? v[0]
                     : v[1] != ends[0] && v[1] != ends[1] ? v[1]
                                                          : v[2];
    const Vec3 along = x[ends[1]] - x[ends[0]], into = x[apex] - x[ends[0]];
    return (into - into.dot(along) / along.squaredNorm() * along).normalized();
}

/// From the triangles' normals, which others ask for, too; none where they are not turned alike, or have no
/// area. The length of (a + b)/2 is the sine of half the angle between them.
std::optional<DetectionSurface::Turn> DetectionSurface::turn_at(int edge, int s, int t) const {
    const auto &first = complex_.simplices()[s].vertices, &second = complex_.simplices()[t].vertices;
    const Edge& ends = complex_.edges()[edge];
    const auto runs_along = [&](const std::array<int, 3>& v) {
        return (v[0] == ends[0] && v[1] == ends[1]) || (v[1] == ends[0] && v[2] == ends[1]) ||
               (v[2] == ends[0] && v[0] == ends[1]);
    };
    if (runs_along(first) == runs_along(second)) return {};
    const FeatureNormals normals(*this);
    const TriangleNormal n = normals.of_triangle(s), m = normals.of_triangle(t);
    if (!(n.squared > 0 && m.squared > 0)) return {};
    const int apex = second[0] != ends[0] && second[0] != ends[1]   ? second[0]
                     : second[1] != ends[0] && second[1] != ends[1] ? second[1]
                                                                    : second[2];
    const std::vector<Vec3>& x = *positions_;
    return Turn{std::sqrt(std::max(0.0, (1 - n.unit.dot(m.unit)) / 2)),
                n.scaled.dot(x[apex] - x[ends[0]]) < 0};
}

/// A side s with a·s and b·s above a sine is there if (a + b)/2 is longer than that; a, b as into_triangle().
std::uint8_t DetectionSurface::measured_fold(int edge) const {
    const auto [s, t] = complex_.simplices_of_edge(edge);
    if (complex_.is_sheet()) return known | meeting | (t < 0 ? sharp : 0);
    if (s < 0 || t < 0) return known | meeting | sharp;
    if (const std::optional<Turn> turn = turn_at(edge, s, t)) {
        const bool meets = turn->sine < flat() ? deforms_ : turn->is_convex;
        return known | (meets ? meeting : 0) | (turn->sine > sharp_fold_sine ? sharp : 0);
    }
    const Vec3 fold = (into_triangle(edge, s) + into_triangle(edge, t)) / 2;
    const double length = fold.norm();
    // Where a surface that keeps its shape is flat, what the other body's vertices say is all.
    const bool meets = length < flat() ? deforms_ : fold.dot(FeatureNormals(*this).edge(edge)) < 0;
    return known | (meets ? meeting : 0) | (length > sharp_fold_sine ? sharp : 0);
}

std::uint8_t DetectionSurface::measured_folds_at(int simplex) const {
    const CollisionComplex::Simplex& s = complex_.simplices()[simplex];
    std::uint8_t folds = known_all;
    for (int k = 0; k < 3; ++k) {
        if (s.edges[k] < 0) continue;
        const std::uint8_t fold = fold_of(s.edges[k]);
        if ((s.owned_edges >> k & 1) && (fold & meeting)) folds |= 1 << k;
        if (fold & sharp) folds |= sharp_edge;
    }
    return folds;
}

void DetectionSurface::update(const std::vector<Vec3>& positions) {
    positions_ = &positions;
    boxes_.resize(complex_.simplices().size());
    parallel_blocks(static_cast<int>(boxes_.size()), simplices_per_task, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const CollisionComplex::Simplex& simplex = complex_.simplices()[i];
            boxes_[i].setEmpty();
            for (int k = 0; k < simplex.corners(); ++k) boxes_[i].extend(positions[simplex.vertices[k]]);
        }
    });
    const bool first = tree_.empty();
    if (first) {
        tree_ = BoxTree(boxes_);
        for (const Box3& box : boxes_)
            simplex_size_ += box.diagonal().norm() / static_cast<double>(boxes_.size());
    } else {
        tree_.refit(boxes_);
    }
    normals_.triangles.reset(complex_.simplices().size());
    normals_.edges.reset(complex_.edges().size());
    normals_.vertices.reset(positions.size());
    normals_.mean_edges.reset(positions.size());
    ways_into_.reset(2 * complex_.edges().size());
    if (first || deforms_) {
        folds_.assign(complex_.edges().size(), 0);
        simplex_folds_.assign(complex_.simplices().size(), 0);
    }
    for (int e = 0; first && !deforms_ && e < static_cast<int>(folds_.size()); ++e)
        folds_[e] = measured_fold(e);
}

}  // namespace limpet
