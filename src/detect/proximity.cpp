#include "detect/proximity.h"

#include <limits>

#include "detect/covered_areas.h"
#include "detect/edge_proximity.h"
#include "detect/simplex_pairs.h"
#include "detect/vertex_proximity.h"

namespace limpet {

namespace {

constexpr double everywhere = std::numeric_limits<double>::infinity();

Proximity swapped(Proximity p) {
    p.features = FeaturePair::FaceVertex;
    std::swap(p.first_feature, p.second_feature);
    std::swap(p.first, p.second);
    p.normal = -p.normal;
    return p;
}

/// How far apart what can be a proximity may be, and how far apart the boxes of what is looked at. [m]
struct Reach {
    double points, boxes;
};

/// Vertices that simplex i owns, against simplex j of the other surface.
void add_candidates(const DetectionSurface& own, int i, const DetectionSurface& other, int j,
                    const Reach& reach, std::vector<VertexCandidate>& out) {
    const auto& s = own.complex().simplices()[i];
    const Box3& box = other.simplex_boxes()[j];
    const double reach2 = reach.points * reach.points;
    for (int k = 0; k < s.corners(); ++k) {
        if (!(s.owned_vertices >> k & 1)) continue;
        if (box.squaredExteriorDistance(own.positions()[s.vertices[k]]) > reach.boxes * reach.boxes) continue;
        const auto nearest = nearest_on_simplex(own.positions()[s.vertices[k]],
                                                other.complex().simplices()[j].vertices, other.positions());
        if (nearest.squared_distance <= reach2) out.push_back({s.vertices[k], j, nearest});
    }
}

double reach_of(const DetectionSurface& first, const DetectionSurface& second, double distance) {
    return distance + first.complex().radius() + second.complex().radius();
}

std::vector<Proximity> from_pairs(const DetectionSurface& first, const DetectionSurface& second,
                                  const std::vector<std::pair<int, int>>& pairs, double distance,
                                  double boxes) {
    const Reach reach{reach_of(first, second, distance), boxes};
    std::vector<VertexCandidate> of_first, of_second;
    std::vector<std::pair<int, int>> edges;
    for (const auto& [i, j] : pairs) {
        add_candidates(first, i, second, j, reach, of_first);
        add_candidates(second, j, first, i, reach, of_second);
        add_edge_pairs(first, i, second, j, reach.boxes, edges);
    }
    std::vector<Proximity> found = vertex_proximities(first, second, of_first, distance);
    cover_areas(first, second, pairs, true, reach.points, found);
    std::vector<Proximity> found_by_second = vertex_proximities(second, first, of_second, distance);
    cover_areas(second, first, pairs, false, reach.points, found_by_second);
    for (const Proximity& p : found_by_second) found.push_back(swapped(p));
    add_edge_proximities(first, second, edges, distance, found);
    return found;
}

/// Candidates of both orders of each pair, edges once.
std::vector<Proximity> from_own_pairs(const DetectionSurface& surface,
                                      const std::vector<std::pair<int, int>>& pairs, double distance,
                                      double boxes) {
    const Reach reach{reach_of(surface, surface, distance), boxes};
    std::vector<VertexCandidate> candidates;
    std::vector<std::pair<int, int>> edges;
    for (const auto& [i, j] : pairs) {
        add_candidates(surface, i, surface, j, reach, candidates);
        if (i < j) add_edge_pairs(surface, i, surface, j, reach.boxes, edges);
    }
    std::vector<Proximity> found = vertex_proximities(surface, surface, candidates, distance);
    add_edge_proximities(surface, surface, edges, distance, found);
    return found;
}

std::vector<std::pair<int, int>> all_pairs(const DetectionSurface& first, const DetectionSurface& second) {
    std::vector<std::pair<int, int>> pairs;
    for (int i = 0; i < static_cast<int>(first.complex().simplices().size()); ++i)
        for (int j = 0; j < static_cast<int>(second.complex().simplices().size()); ++j)
            pairs.emplace_back(i, j);
    return pairs;
}

}  // namespace

std::vector<Proximity> find_proximities(const DetectionSurface& first, const DetectionSurface& second,
                                        double distance) {
    const double reach = reach_of(first, second, distance);
    return from_pairs(first, second, near_simplices(first, second, reach), distance, reach);
}

std::vector<Proximity> find_proximities_all_pairs(const DetectionSurface& first,
                                                  const DetectionSurface& second, double distance) {
    return from_pairs(first, second, all_pairs(first, second), distance, everywhere);
}

std::vector<Proximity> find_self_proximities(const DetectionSurface& surface, double distance) {
    const double reach = reach_of(surface, surface, distance);
    return from_own_pairs(surface, near_simplices(surface, surface, reach), distance, reach);
}

std::vector<Proximity> find_self_proximities_all_pairs(const DetectionSurface& surface, double distance) {
    return from_own_pairs(surface, all_pairs(surface, surface), distance, everywhere);
}

}  // namespace limpet
