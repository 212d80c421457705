#pragma once

#include <utility>
#include <vector>

#include "detect/proximity.h"

namespace limpet {

/// Pairs of edges that can meet, that two simplices own and that have no vertex in common within one surface:
/// visit(first edge, second edge), where enter(first edge).
template <class Surface, class Enter, class Visit>
void visit_edge_pairs(const Surface& first, int first_simplex, const Surface& second, int second_simplex,
                      Enter&& enter, Visit&& visit) {
    const unsigned meeting = first.meeting_edges(first_simplex);
    const unsigned other_meeting = meeting ? second.meeting_edges(second_simplex) : 0;
    if (!other_meeting) return;
    const CollisionComplex &own = first.complex(), &other = second.complex();
    const auto &s = own.simplices()[first_simplex], &t = other.simplices()[second_simplex];
    const auto joined = [&](int k, int l) {
        const Edge &e = own.edges()[s.edges[k]], &f = other.edges()[t.edges[l]];
        return e[0] == f[0] || e[0] == f[1] || e[1] == f[0] || e[1] == f[1];
    };
    for (int k = 0; k < 3; ++k)
        if ((meeting >> k & 1) && enter(s.edges[k]))
            for (int l = 0; l < 3; ++l)
                if ((other_meeting >> l & 1) && (&first != &second || !joined(k, l)))
                    visit(s.edges[k], t.edges[l]);
}

template <class Surface, class Visit>
void visit_edge_pairs(const Surface& first, int first_simplex, const Surface& second, int second_simplex,
                      Visit&& visit) {
    visit_edge_pairs(
        first, first_simplex, second, second_simplex, [](int) { return true; }, visit);
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
