#pragma once

#include <utility>
#include <vector>

#include "detect/proximity.h"

namespace limpet {

/// Pairs of edges that can meet, that two simplices own and that have no vertex in common within one surface:
/// visit(first edge, second edge).
template <class Surface, class Visit>
void visit_edge_pairs(const Surface& first, int first_simplex, const Surface& second, int second_simplex,
                      Visit&& visit) {
    const unsigned meeting = first.meeting_edges(first_simplex);
    const unsigned other_meeting = meeting ? second.meeting_edges(second_simplex) : 0;
    if (!other_meeting) return;
    const CollisionComplex &own = first.complex(), &other = second.complex();
    const auto &s = own.simplices()[first_simplex], &t = other.simplices()[second_simplex];
    for (int k = 0; k < 3; ++k)
        for (int l = 0; (meeting >> k & 1) && l < 3; ++l) {
            if (!(other_meeting >> l & 1)) continue;
            const Edge &e = own.edges()[s.edges[k]], &f = other.edges()[t.edges[l]];
            const bool joined = e[0] == f[0] || e[0] == f[1] || e[1] == f[0] || e[1] == f[1];
            if (&first != &second || !joined) visit(s.edges[k], t.edges[l]);
        }
}

/// Of these the ones whose boxes are not farther apart than `reach`. [m]
void add_edge_pairs(const DetectionSurface& first, int first_simplex, const DetectionSurface& second,
                    int second_simplex, double reach, std::vector<std::pair<int, int>>& pairs);

/// Of these pairs the ones that cross nearer than `distance`, the faces of either falling back from the
/// other, in the order of their edges.
void add_edge_proximities(const DetectionSurface& first, const DetectionSurface& second,
                          const std::vector<std::pair<int, int>>& pairs, double distance,
                          std::vector<Proximity>& out);

}  // namespace limpet
