#pragma once

/// Tetrahedra that blades cut while they go through them.
///
/// A blade crosses edges of the mesh, over as many steps as it takes. Of a tetrahedron's corners that are not
/// on the blade's cut already, the edges that it has not crossed hang some together. If they fall into parts,
///
///     the blade has gone all through the tetrahedron: the edges between the parts get a node where they were
///     crossed, every tetrahedron around them is split (split_simplices.h), and faces of three such nodes
///     between the ends of a crossed edge are cut: there the mesh comes apart (separate_nodes.h).
///
/// A tetrahedron that the blade has only partly gone through waits; where it shares edges with one that is
/// cut, it is split so that the two fit, but stays in one part. Thus the mesh is conforming at any time, and
/// a cut ends where the last tetrahedra end that the blade has left behind.
///
/// A crossing nearer to an end of its edge than `least_share` of it is moved there, so that no piece gets
/// arbitrarily thin: the cut is off by so much, at most. Edges from a node of a blade's cut are not crossed
/// by the same blade again: it goes on from that node.
///
/// H.-W. Nienhuys, A. F. van der Stappen, A surgery simulation supporting cuts and finite element deformation
/// (2001), move nodes to the cut; D. Bielser, P. Glardon, M. Teschner, M. Gross, A state machine for
/// real-time cutting of tetrahedral meshes (2004), split a tetrahedron in the state that the blade is in. We
/// deviate: ours has one state, cut or not, and any set of crossed edges gives it.

#include <map>
#include <set>
#include <span>
#include <vector>

#include "shapes/cut/node_origin.h"
#include "shapes/cut/separate_nodes.h"
#include "shapes/cut/split_simplices.h"

namespace limpet {

struct EdgeCrossing {
    Edge edge;  ///< the smaller node first
    double at;  ///< 0 at its first node, 1 at its second
};

class CutMesh {
public:
    /// Of an edge: no cut is nearer to its ends.
    static constexpr double least_share = 0.15;

    CutMesh() = default;
    CutMesh(std::vector<Tetrahedron> tetrahedra, int nodes, int blades);

    const std::vector<Tetrahedron>& tetrahedra() const { return tetrahedra_; }
    /// Each once, ascending.
    const std::vector<Edge>& edges() const { return edges_; }
    int original_nodes() const { return original_nodes_; }
    int nodes() const { return original_nodes_ + static_cast<int>(origins_.size()); }
    /// Of the nodes beyond the original ones, in their order.
    const std::vector<NodeOrigin>& origins() const { return origins_; }

    /// The blade has crossed these edges. True if that changed the mesh. `rest`: its nodes; longer edges are
    /// split first, which makes better pieces.
    bool cross(int blade, const std::vector<EdgeCrossing>& crossings, const std::vector<Vec3>& rest);

    void append_state(std::vector<double>& values) const;
    /// Reads from the front of `values`; false, and nothing changes, if they do not fit.
    [[nodiscard]] bool take_state(std::span<const double>& values);

private:
    /// What a blade has done that is still to have effects.
    struct Progress {
        std::map<Edge, double> crossed;
        std::set<int> on_cut;  ///< nodes
    };
    /// Of a tetrahedron's corners: what hangs together has one number; −1 on the cut.
    struct Parts {
        std::array<int, 4> of_corner{-1, -1, -1, -1};
        int count = 0;
    };

    bool is_open(const Progress& progress, const Edge& edge) const;
    Parts parts_of(const Tetrahedron& t, const Progress& progress) const;
    EdgeSplits splits_of(const Progress& progress, const std::vector<Vec3>& rest) const;
    /// Splits what the blade has gone all through; false if there is nothing.
    bool cut_once(Progress& progress, const std::vector<Vec3>& rest);
    void add_nodes(Progress& progress, const EdgeSplits& splits);
    void split_tetrahedra(const Progress& progress, const EdgeSplits& splits);
    void add_twins(const std::vector<int>& twins_of);
    void find_edges();
    bool is_sound() const;

    int original_nodes_ = 0;
    std::vector<Tetrahedron> tetrahedra_;
    std::vector<Edge> edges_;
    std::vector<NodeOrigin> origins_;
    std::vector<Progress> progress_;  ///< one a blade
    FaceSet glued_;                   ///< cut faces that two tetrahedra share: the cut ends around them
};

/// Edges with nodes on both sides of a plane; nodes on it count as above it.
std::vector<EdgeCrossing> plane_crossings(const CutMesh& mesh, const std::vector<Vec3>& positions,
                                          const Vec3& point, const Vec3& normal);

}  // namespace limpet
