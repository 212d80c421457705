#include "detect/piercing_edges.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <set>

#include "detect/feature_normals.h"

namespace limpet {
namespace {

/// Of an edge: so far it is moved into its own body, ends included, before it is tried, so that edges which
/// run within a face of the other surface pierce what they pass, and those that only touch pierce nothing.
constexpr double edge_inward_offset = 1e-4;

/// So far that no edge of a triangle in one box pierces one in the other. Most pairs are.
bool are_apart(const Box3& a, const Box3& b) {
    const double margin = edge_inward_offset * std::max(a.sizes().sum(), b.sizes().sum());
    return ((a.min() - b.max()).array() > margin).any() || ((b.min() - a.max()).array() > margin).any();
}

/// Vertices and edges of one surface of which a proximity says how deep they are.
struct Told {
    Told(const OverlapSide& side, const std::vector<Proximity>& of_edges, bool is_first) {
        for (const Proximity& p : side.proximities)
            if (p.gap < 0) vertices.insert(p.first_feature);
        for (const Proximity& p : of_edges)
            if (p.gap < 0) edges.insert(is_first ? p.first_feature : p.second_feature);
    }
    bool has(const DetectionSurface& surface, int edge) const {
        const Edge& ends = surface.complex().edges()[edge];
        return edges.contains(edge) || vertices.contains(ends[0]) || vertices.contains(ends[1]);
    }
    std::set<int> vertices, edges;
};

class Search {
public:
    Search(OverlapSide& side, const DetectionSurface& other)
        : side_(side), other_(other), normals_(side.surface) {}

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
            const double margin = edge_inward_offset * (to - from).norm();
            const Box3& box = other_.simplex_boxes()[triangle];
            if (((from.cwiseMin(to) - box.max()).array() > margin).any() ||
                ((box.min() - from.cwiseMax(to)).array() > margin).any())
                continue;
            const Vec3 inward = -margin * normals_.edge(s.edges[k]), along = edge_inward_offset * (to - from);
            const std::optional<double> weight =
                pierced(from + along + inward, to - along + inward, other_.corners(triangle));
            if (weight) side_.edges.push_back({s.edges[k], *weight, triangle});
        }
    }

    void drop_told(const std::vector<Proximity>& of_edges, bool is_first) {
        if (side_.edges.empty()) return;
        const Told told(side_, of_edges, is_first);
        std::erase_if(side_.edges, [&](const PiercingEdge& p) { return told.has(side_.surface, p.edge); });
        std::sort(side_.edges.begin(), side_.edges.end(), [](const PiercingEdge& a, const PiercingEdge& b) {
            return std::pair(a.edge, a.simplex) < std::pair(b.edge, b.simplex);
        });
        move_inside();
    }

private:
    /// Where an edge enters or leaves, it is not deep: of edges that do both, points between tell how deep
    /// they are, at least half of the most where the other surface is convex.
    void move_inside() {
        for (std::size_t i = 0; i + 1 < side_.edges.size(); ++i) {
            PiercingEdge &one = side_.edges[i], &other = side_.edges[i + 1];
            const bool twice = one.edge == other.edge && (i == 0 || side_.edges[i - 1].edge != one.edge) &&
                               (i + 2 == side_.edges.size() || side_.edges[i + 2].edge != one.edge);
            if (!twice) continue;
            const double quarter = (other.weight - one.weight) / 4;
            one.weight += quarter;
            other.weight -= quarter;
        }
    }

    OverlapSide& side_;
    const DetectionSurface& other_;
    FeatureNormals normals_;
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
    of_first.drop_told(of_edges, true);
    of_second.drop_told(of_edges, false);
}

}  // namespace limpet
