#include "detect/piercing_edges.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "detect/depth.h"
#include "detect/detection_constants.h"
#include "detect/feature_normals.h"

namespace limpet {
namespace {

/// So far that no edge of a triangle in one box pierces one in the other. Most pairs are.
bool are_apart(const Box3& a, const Box3& b) {
    const double margin = edge_inward_offset_ratio * std::max(a.sizes().sum(), b.sizes().sum());
    return ((a.min() - b.max()).array() > margin).any() || ((b.min() - a.max()).array() > margin).any();
}

/// Where on the edges of one surface a proximity says how deep it is.
class Told {
public:
    Told(const OverlapSide& side, const std::vector<Proximity>& of_edges, bool is_first)
        : surface_(side.surface) {
        for (const Proximity& p : side.proximities)
            if (p.gap < 0) vertices_.insert(p.first_feature);
        for (const Proximity& p : of_edges)
            if (p.gap < 0)
                places_.emplace(is_first ? p.first_feature : p.second_feature,
                                std::pair((is_first ? p.first : p.second).weights[1], -p.gap));
    }
    bool has_end(int edge, int end) const {
        return vertices_.contains(surface_.complex().edges()[edge][end]);
    }
    /// The most that one says between two places, as weights of the edge's second end. [m]
    double depth_between(int edge, double from, double to) const {
        double most = 0;
        const auto [begin, end] = places_.equal_range(edge);
        for (auto p = begin; p != end; ++p)
            if (from <= p->second.first && p->second.first <= to) most = std::max(most, p->second.second);
        return most;
    }

private:
    const DetectionSurface& surface_;
    std::set<int> vertices_;
    std::multimap<int, std::pair<double, double>> places_;
};

class Search {
public:
    Search(OverlapSide& side, const DetectionSurface& other)
        : side_(side), other_(other), normals_(side.surface), other_normals_(other) {}

    void visit(int own, int triangle) {
        const DetectionSurface& surface = side_.surface;
        const auto& s = surface.complex().simplices()[own];
        if (s.corners() < 3 || other_.complex().simplices()[triangle].corners() < 3 || !s.owned_edges ||
            !surface.has_sharp_edge(own))
            return;
        for (int k = 0; k < 3; ++k) {
            if (!(s.owned_edges >> k & 1) || !surface.is_sharp(s.edges[k])) continue;
            const Edge& ends = surface.complex().edges()[s.edges[k]];
            const Vec3 &from = surface.positions()[ends[0]], &to = surface.positions()[ends[1]];
            const double margin = edge_inward_offset_ratio * (to - from).norm();
            const Box3& box = other_.simplex_boxes()[triangle];
            if (((from.cwiseMin(to) - box.max()).array() > margin).any() ||
                ((box.min() - from.cwiseMax(to)).array() > margin).any())
                continue;
            if (is_on_one_side(from, to, triangle, margin)) continue;
            const Vec3 inward = -margin * normals_.edge(s.edges[k]),
                       along = edge_inward_offset_ratio * (to - from);
            const std::optional<double> weight =
                pierced(from + along + inward, to - along + inward, other_.corners(triangle));
            if (weight) side_.edges.push_back({s.edges[k], *weight, triangle});
        }
    }

    void settle(const std::vector<Proximity>& of_edges, bool is_first) {
        std::vector<PiercingEdge> all = std::move(side_.edges);
        side_.edges.clear();
        if (all.empty()) return;
        std::sort(all.begin(), all.end(), [](const PiercingEdge& a, const PiercingEdge& b) {
            return std::tuple(a.edge, a.weight, a.simplex) < std::tuple(b.edge, b.weight, b.simplex);
        });
        const Told told(side_, of_edges, is_first);
        for (std::size_t i = 0, end = 0; i < all.size(); i = end) {
            while (end < all.size() && all[end].edge == all[i].edge) ++end;
            settle_edge(std::span(all).subspan(i, end - i), told);
        }
    }

private:
    /// Of the triangle's plane, though it is moved by the margin. Most edges that are near a face lie on it.
    bool is_on_one_side(const Vec3& from, const Vec3& to, int triangle, double margin) const {
        const TriangleNormal normal = other_normals_.of_triangle(triangle);
        const Vec3& origin = other_.positions()[other_.complex().simplices()[triangle].vertices[0]];
        const double start = normal.scaled.dot(from - origin), end = normal.scaled.dot(to - origin),
                     least = std::min(std::abs(start), std::abs(end));
        return start * end > 0 && least * least > 4 * margin * margin * normal.squared;
    }

    /// Where an edge enters or leaves, it is not deep: points between tell how deep it is. What has an end
    /// inside is entered or left once.
    void settle_edge(std::span<const PiercingEdge> points, const Told& told) {
        const int edge = points.front().edge;
        std::vector<bool> between(points.size(), false);
        for (std::size_t k = 0; k + 1 < points.size(); ++k) {
            const Deepest deepest = deepest_between(points[k], points[k + 1]);
            if (deepest.depth <= 0) continue;
            between[k] = between[k + 1] = true;
            if (told.depth_between(edge, points[k].weight, points[k + 1].weight) < deepest.depth / 2)
                add_between(points[k], deepest.point, points[k + 1]);
        }
        const std::size_t last = points.size() - 1;
        for (std::size_t k = 0; k <= last; ++k) {
            const double before = k == 0 ? 0 : points[k - 1].weight;
            const double after = k == last ? 1 : points[k + 1].weight;
            const bool by_end = (k == 0 && told.has_end(edge, 0)) || (k == last && told.has_end(edge, 1));
            if (!between[k] && !by_end && told.depth_between(edge, before, after) == 0)
                side_.edges.push_back(points[k]);
        }
    }

    /// Those at the quarters hold the edge against turning.
    void add_between(PiercingEdge from, const PiercingEdge& deepest, PiercingEdge to) {
        const double quarter = (to.weight - from.weight) / 4;
        from.weight += quarter;
        to.weight -= quarter;
        if (from.simplex != deepest.simplex) side_.edges.push_back(from);
        side_.edges.push_back(deepest);
        if (to.simplex != deepest.simplex) side_.edges.push_back(to);
    }

    struct Deepest {
        PiercingEdge point;
        double depth;  ///< less than 0 outside [m]
    };
    /// Of the points that part the way from one to the other in eighths: where the other surface is convex,
    /// no point of the way is deeper by more than a seventh.
    Deepest deepest_between(const PiercingEdge& from, const PiercingEdge& to) const {
        const Edge& ends = side_.surface.complex().edges()[from.edge];
        const Vec3 &a = side_.surface.positions()[ends[0]], &b = side_.surface.positions()[ends[1]];
        const Vec3 inward = -edge_inward_offset_ratio * (b - a).norm() * normals_.edge(from.edge);
        Deepest best{from, -std::numeric_limits<double>::infinity()};
        for (const int eighths : {4, 3, 5, 2, 6, 1, 7}) {
            const double weight = from.weight + eighths / 8.0 * (to.weight - from.weight);
            const SignedNearest nearest = nearest_signed((1 - weight) * a + weight * b + inward, other_);
            if (nearest.depth > best.depth + inward.norm())
                best = {{from.edge, weight, nearest.simplex}, nearest.depth};
        }
        return best;
    }

    OverlapSide& side_;
    const DetectionSurface& other_;
    FeatureNormals normals_, other_normals_;
};

}  // namespace

std::optional<double> pierced(const Vec3& from, const Vec3& to, const std::array<Vec3, 3>& corners) {
    const auto& [a, b, c] = corners;
    const Vec3 normal = (b - a).cross(c - a);
    const double start = normal.dot(from - a), end = normal.dot(to - a);
    if (start * end >= 0) return {};
    const double weight = start / (start - end);
    const Vec3 x = from + weight * (to - from) - a;
    const double beta = x.cross(c - a).dot(normal), gamma = (b - a).cross(x).dot(normal);
    if (beta < 0 || gamma < 0 || beta + gamma > normal.squaredNorm()) return {};
    return weight;
}

void find_piercing_edges(OverlapSide& first, OverlapSide& second, std::span<const std::pair<int, int>> pairs,
                         const std::vector<Proximity>& of_edges) {
    Search of_first(first, second.surface), of_second(second, first.surface);
    for (const auto& [i, j] : pairs) {
        if (are_apart(first.surface.simplex_boxes()[i], second.surface.simplex_boxes()[j])) continue;
        of_first.visit(i, j);
        of_second.visit(j, i);
    }
    of_first.settle(of_edges, true);
    of_second.settle(of_edges, false);
}

}  // namespace limpet
