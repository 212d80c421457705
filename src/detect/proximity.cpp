#include "detect/proximity.h"

#include <limits>

#include "detect/covered_areas.h"
#include "detect/edge_proximity.h"
#include "detect/overlap_regions.h"
#include "detect/round/solid_proximity.h"
#include "detect/simplex_pairs.h"
#include "detect/swapped_proximity.h"
#include "detect/vertex_proximity.h"

namespace limpet {

namespace {

constexpr double everywhere = std::numeric_limits<double>::infinity();

/// As squaredExteriorDistance(), without branches.
double squared_gap(const Box3& box, const Vec3& p) {
    const Vec3 out = (box.min() - p).cwiseMax(p - box.max()).cwiseMax(0.0);
    return out.x() * out.x() + out.y() * out.y() + out.z() * out.z();
}

/// Vertices that simplex i owns, against simplex j of the other surface.
void add_vertex_pairs(const DetectionSurface& own, int i, const DetectionSurface& other, int j, double reach,
                      std::vector<VertexPair>& out) {
    const auto& s = own.complex().simplices()[i];
    if (!s.owned_vertices) return;
    const Box3& box = other.simplex_boxes()[j];
    for (int k = 0; k < 3; ++k)
        if ((s.owned_vertices >> k & 1) && squared_gap(box, own.positions()[s.vertices[k]]) <= reach * reach)
            out.push_back({s.vertices[k], j});
}

std::vector<Proximity> from_pairs(const DetectionSurface& first, const DetectionSurface& second,
                                  std::span<const std::pair<int, int>> pairs, double distance, double boxes,
                                  Areas areas = Areas::Covered) {
    const double reach = proximity_reach(first, second, distance);
    std::vector<VertexPair> of_first, of_second;
    std::vector<std::pair<int, int>> edges;
    for (const auto& [i, j] : pairs) {
        add_vertex_pairs(first, i, second, j, boxes, of_first);
        add_vertex_pairs(second, j, first, i, boxes, of_second);
        add_edge_pairs(first, i, second, j, boxes, edges);
    }
    auto [found, unsettled] = vertex_proximities(first, second, of_first, reach, distance);
    auto [found_by_second, unsettled_by_second] =
        vertex_proximities(second, first, of_second, reach, distance);
    std::vector<Proximity> of_edges;
    add_edge_proximities(first, second, edges, distance, of_edges);
    OverlapSide by_first{first, std::move(found), std::move(unsettled), {}, {}};
    OverlapSide by_second{second, std::move(found_by_second), std::move(unsettled_by_second), {}, {}};
    settle_overlaps(by_first, by_second, pairs, of_edges);
    if (areas == Areas::Covered) {
        cover_areas(first, second, pairs, true, reach, by_first.proximities);
        cover_areas(second, first, pairs, false, reach, by_second.proximities);
    }
    std::vector<Proximity> all = std::move(by_first.proximities);
    for (const Proximity& p : by_second.proximities) all.push_back(swapped(p));
    all.insert(all.end(), of_edges.begin(), of_edges.end());
    all.insert(all.end(), by_first.piercing.begin(), by_first.piercing.end());
    for (const Proximity& p : by_second.piercing) all.push_back(swapped(p));
    return all;
}

/// Candidates of both orders of each pair, edges once.
std::vector<Proximity> from_own_pairs(const DetectionSurface& surface,
                                      std::span<const std::pair<int, int>> pairs, double distance,
                                      double boxes) {
    const double reach = proximity_reach(surface, surface, distance);
    std::vector<VertexPair> vertices;
    std::vector<std::pair<int, int>> edges;
    for (const auto& [i, j] : pairs) {
        add_vertex_pairs(surface, i, surface, j, boxes, vertices);
        if (i < j) add_edge_pairs(surface, i, surface, j, boxes, edges);
    }
    std::vector<Proximity> found = vertex_proximities(surface, surface, vertices, reach, distance).found;
    add_edge_proximities(surface, surface, edges, distance, found);
    return found;
}

}  // namespace

double proximity_reach(const DetectionSurface& first, const DetectionSurface& second, double distance) {
    return distance + first.complex().radius() + second.complex().radius();
}

std::vector<Proximity> find_proximities(const DetectionSurface& first, const DetectionSurface& second,
                                        double distance) {
    if (meet_as_solids(first, second)) return solid_proximities(first, second, distance);
    const double reach = proximity_reach(first, second, distance);
    return from_pairs(first, second, near_simplices(first, second, reach), distance, reach);
}

std::vector<Proximity> find_proximities(const DetectionSurface& first, const DetectionSurface& second,
                                        std::span<const std::pair<int, int>> pairs, double distance,
                                        Areas areas) {
    if (meet_as_solids(first, second)) return solid_proximities(first, second, distance);
    return from_pairs(first, second, pairs, distance, proximity_reach(first, second, distance), areas);
}

std::vector<Proximity> find_proximities_all_pairs(const DetectionSurface& first,
                                                  const DetectionSurface& second, double distance) {
    return from_pairs(first, second, all_simplex_pairs(first.complex(), second.complex()), distance,
                      everywhere);
}

std::vector<Proximity> find_self_proximities(const DetectionSurface& surface, double distance) {
    const double reach = proximity_reach(surface, surface, distance);
    return from_own_pairs(surface, near_simplices(surface, surface, reach), distance, reach);
}

std::vector<Proximity> find_self_proximities_all_pairs(const DetectionSurface& surface, double distance) {
    return from_own_pairs(surface, all_simplex_pairs(surface.complex(), surface.complex()), distance,
                          everywhere);
}

}  // namespace limpet
