#include "detect/edge_proximity.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <tuple>

#include "core/interruption.h"
#include "detect/depth.h"
#include "detect/detection_constants.h"
#include "detect/feature_normals.h"
#include "detect/simplex_distance.h"

namespace limpet {
namespace {

/// Edges that cross near each other, with the faces of either falling back from the other.
class EdgeProximities {
public:
    EdgeProximities(const DetectionSurface& first, const DetectionSurface& second, double distance)
        : first_(first),
          second_(second),
          first_normals_(first),
          second_normals_(second),
          distance_(distance) {}

    void add(int first_edge, int second_edge, std::vector<Proximity>& out) const {
        const Edge& e = first_.complex().edges()[first_edge];
        const Edge& f = second_.complex().edges()[second_edge];
        const std::vector<Vec3>&x = first_.positions(), &y = second_.positions();
        const NearestOfSegments near = nearest_of_segments(x[e[0]], x[e[1]], y[f[0]], y[f[1]]);
        const double radii = first_.complex().radius() + second_.complex().radius();
        const Vec3 difference = near.on_first - near.on_second;
        if (!near.inside || difference.norm() > distance_ + radii) return;
        const Vec3 along = (x[e[1]] - x[e[0]]).normalized(), across = (y[f[1]] - y[f[0]]).normalized();
        Vec3 normal = along.cross(across);
        if (normal.norm() < parallel_edges_sine) return;
        normal.normalize();
        const Vec3 outward = outward_of(second_, second_normals_, second_edge) -
                             outward_of(first_, first_normals_, first_edge);
        const bool bare = outward.squaredNorm() == 0;
        if (normal.dot(bare ? difference : outward) < 0) normal = -normal;
        if (difference.dot(normal) < -deepest() ||
            (difference.dot(normal) < 0 && is_told_by_an_end(near, e, f)))
            return;
        if (!falls_back(first_, first_edge, normal, f) || !falls_back(second_, second_edge, -normal, e))
            return;
        if (difference.dot(normal) < 0 && are_on_far_sides(near, e, f)) return;
        Proximity p;
        p.features = FeaturePair::EdgeEdge;
        p.first_feature = first_edge;
        p.second_feature = second_edge;
        p.first = {{e[0], e[1], -1}, {1 - near.s, near.s, 0}};
        p.second = {{f[0], f[1], -1}, {1 - near.t, near.t, 0}};
        p.normal = normal;
        p.gap = difference.dot(normal) - radii;
        p.area = 0;
        if (p.gap <= distance_ && !are_neighbours(p)) out.push_back(p);
    }

private:
    bool are_neighbours(const Proximity& p) const {
        return &first_ == &second_ && first_.complex().is_sheet() &&
               first_.complex().are_neighbours(p.first, p.second);
    }

    /// An edge of a sheet is in a solid if it is through the solid's edge by less than its thickness; farther
    /// away it may as well lie before the other side of the solid.
    double deepest() const {
        const CollisionComplex &a = first_.complex(), &b = second_.complex();
        if (!a.is_sheet() && !b.is_sheet()) return std::numeric_limits<double>::infinity();
        return (a.is_sheet() ? a.radius() : 0) + (b.is_sheet() ? b.radius() : 0);
    }

    /// Deep overlap, but an end of one of the edges is nearer than it is deep: that vertex is inside, too,
    /// and knows the nearest way out. A rod that stands on a plate would otherwise be pushed out sideways,
    /// past the plate's far rim.
    bool is_told_by_an_end(const NearestOfSegments& near, const Edge& e, const Edge& f) const {
        const double first = length(first_, e), second = length(second_, f);
        const double to_end =
            std::min(first * std::min(near.s, 1 - near.s), second * std::min(near.t, 1 - near.t));
        return is_deep(near, e, f) && (near.on_first - near.on_second).norm() > to_end;
    }

    /// Where the search reaches far, the lower edge of a thin bar and the upper one of another that lies
    /// across it, above, look as if they had passed each other; but neither is in the other's bar.
    bool are_on_far_sides(const NearestOfSegments& near, const Edge& e, const Edge& f) const {
        if (first_.complex().radius() > 0 || second_.complex().radius() > 0 || !is_deep(near, e, f))
            return false;
        const double clearly = outside_distance_ratio * (near.on_first - near.on_second).norm();
        return depth_of_point(near.on_first, second_) < -clearly ||
               depth_of_point(near.on_second, first_) < -clearly;
    }

    bool is_deep(const NearestOfSegments& near, const Edge& e, const Edge& f) const {
        return (near.on_first - near.on_second).norm() >
               deep_edge_overlap_ratio * std::min(length(first_, e), length(second_, f));
    }

    static double length(const DetectionSurface& surface, const Edge& edge) {
        return (surface.positions()[edge[1]] - surface.positions()[edge[0]]).norm();
    }

    /// Bare edges and those of sheets have no side of their own.
    static Vec3 outward_of(const DetectionSurface& surface, const FeatureNormals& normals, int edge) {
        return surface.complex().is_sheet() ? Vec3(Vec3::Zero()) : normals.edge(edge);
    }

    /// True if no triangle beside the edge comes nearer to the other edge, which is against `side`. In a
    /// sharp fold of a sheet, a triangle that the other edge hangs on always does.
    bool falls_back(const DetectionSurface& surface, int edge, const Vec3& side, const Edge& other) const {
        const bool folds = &first_ == &second_ && surface.complex().is_sheet();
        for (const int simplex : surface.complex().simplices_of_edge(edge)) {
            if (simplex < 0 || (folds && has_end_of(surface.complex().simplices()[simplex], other))) continue;
            if (surface.into_triangle(edge, simplex).dot(side) < -DetectionSurface::nearly_flat) return false;
        }
        return true;
    }

    static bool has_end_of(const CollisionComplex::Simplex& simplex, const Edge& edge) {
        return std::any_of(simplex.vertices.begin(), simplex.vertices.end(),
                           [&](int v) { return v == edge[0] || v == edge[1]; });
    }

    const DetectionSurface &first_, &second_;
    FeatureNormals first_normals_, second_normals_;
    double distance_;
};

Box3 box_of(const DetectionSurface& surface, int edge) {
    const Edge& ends = surface.complex().edges()[edge];
    const Vec3 &a = surface.positions()[ends[0]], &b = surface.positions()[ends[1]];
    return {a.cwiseMin(b), a.cwiseMax(b)};
}

/// Along every axis.
bool boxes_are_near(const Box3& a, const Box3& b, double reach) {
    return (((a.min() - b.max()).cwiseMax(b.min() - a.max())).array() <= reach).all();
}

}  // namespace

void add_edge_pairs(const DetectionSurface& first, int first_simplex, const DetectionSurface& second,
                    int second_simplex, double reach, std::vector<std::pair<int, int>>& pairs) {
    Box3 box;
    visit_edge_pairs(
        first, first_simplex, second, second_simplex,
        [&](int e) {
            box = box_of(first, e);
            return boxes_are_near(box, second.simplex_boxes()[second_simplex], reach);
        },
        [&](int e, int f) {
            if (boxes_are_near(box, box_of(second, f), reach)) pairs.emplace_back(e, f);
        });
}

void add_edge_proximities(const DetectionSurface& first, const DetectionSurface& second,
                          const std::vector<std::pair<int, int>>& pairs, double distance,
                          std::vector<Proximity>& out) {
    const auto before = static_cast<std::ptrdiff_t>(out.size());
    const EdgeProximities proximities(first, second, distance);
    for (const auto& [e, f] : pairs) {
        stop_if_interrupted();
        proximities.add(e, f, out);
    }
    std::sort(out.begin() + before, out.end(), [](const Proximity& a, const Proximity& b) {
        return std::tie(a.first_feature, a.second_feature) < std::tie(b.first_feature, b.second_feature);
    });
}

}  // namespace limpet
