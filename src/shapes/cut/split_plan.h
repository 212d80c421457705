#pragma once

/// Which of the edges that a blade crosses get a node where they were crossed, and which give the cut to a
/// node that they have: an end. The latter do, so that no piece gets thin however many cuts lie beside each
/// other,
///
///     where the crossing is nearer to an end than `least_share` of the edge's length;
///     where a piece would be lower than `least_height` of the edges that the whole mesh has there;
///     where the node would part nothing, as beside a cut that is there already.
///
/// A piece's height, its smallest, is what makes it small and what makes it flat: edges are never longer than
/// those of the whole mesh. Of a tetrahedron with a piece that is too low, the crossing nearest to an end
/// goes there, until none is: a tetrahedron that cannot be split well stays as it is, and the cut goes along
/// its faces.

#include <map>
#include <set>

#include "core/types.h"
#include "shapes/cut/node_origin.h"
#include "shapes/cut/split_simplices.h"

namespace limpet {

struct CutLimits {
    double least_share = 0.1;    ///< of an edge
    double least_height = 0.05;  ///< of the mean length of edges around, in the whole mesh
    double least_part = 0.12;    ///< of its cube, as a regular tetrahedron: smaller parts stay on (crumbs.h)
};

/// 0 at an edge's first node, 1 at its second: there the crossing is that node.
using Crossings = std::map<Edge, double>;

struct SplitPlan {
    EdgeSplits splits;              ///< of all crossings
    std::vector<NodeOrigin> added;  ///< numbered from the mesh's own number of nodes on
    int first_stand_in = 0;
    std::vector<int> stand_ins;  ///< the numbers from that on mean nodes that there are

    int meant(int node) const { return node < first_stand_in ? node : stand_ins[node - first_stand_in]; }
};

/// Moves crossings to ends of their edges where the limits ask for it. `rest`: nodes; `size`: of each node,
/// the mean length of the whole mesh's edges around it.
void respect_limits(const std::vector<Tetrahedron>& tetrahedra, const std::vector<Vec3>& rest,
                    const std::vector<double>& size, const CutLimits& limits, Crossings& crossings);

/// Longer edges are split first, which makes better pieces; those whose crossing is at an end come last, so
/// that they change no piece.
SplitPlan split_plan(const Crossings& crossings, const std::vector<Vec3>& rest);

/// Moves crossings to ends of their edges whose nodes are in none of the faces `cut`: they would part
/// nothing. True if there are any.
bool leave_out_needless(const SplitPlan& plan, const std::set<Triangle>& cut, Crossings& crossings);

/// Mean length of the edges at each node.
std::vector<double> mean_edges(const std::vector<Edge>& edges, const std::vector<Vec3>& rest);

/// Smallest height of a tetrahedron.
double lowest_height(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

}  // namespace limpet
