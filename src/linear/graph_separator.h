#pragma once

/// Splits a graph by a small set of vertices into two parts of about the same size that do not touch.
///
/// Multilevel (Karypis & Kumar 1998, SIAM J. Sci. Comput. 20): pairs of neighbours with heavy edges are
/// merged until few vertices are left; there, parts are grown from several seeds; on the way back the
/// separator is improved on every level by moving its vertices one by one to a side, which pulls their
/// neighbours of the other side in (Fiduccia & Mattheyses 1982, for vertex separators: Ashcraft & Liu 1998).
/// No random numbers: the same graph has the same separator.

#include <vector>

namespace limpet {

struct Graph {
    std::vector<int> start;      ///< vertices + 1
    std::vector<int> neighbour;  ///< without the vertex itself
    std::vector<int> edge;       ///< weight of each, as `neighbour`
    std::vector<int> weight;     ///< of each vertex

    int vertices() const { return static_cast<int>(weight.size()); }
};

/// The side of every vertex: 0, 1, or 2 for the separator.
std::vector<char> find_separator(const Graph& graph);

}  // namespace limpet
