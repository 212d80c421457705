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
/// A crossing near an end of its edge, or one that would make a piece too thin, is moved to that end
/// (split_plan.h): the cut goes through a node that there is, and along faces that there are. Such an edge is
/// split all the same, into itself and an edge of no length, and pieces that have the latter are flat and
/// left out: so the faces of the cut are found as where nodes are added. Where the mesh is apart already, a
/// cut along its faces changes nothing: cuts beside each other make no end of pieces. Edges from a node that
/// a blade's cut added are not crossed by the same blade again: it goes on from that node.
///
/// H.-W. Nienhuys, A. F. van der Stappen, A surgery simulation supporting cuts and finite element deformation
/// (2001), move nodes to the cut; D. Bielser, P. Glardon, M. Teschner, M. Gross, A state machine for
/// real-time cutting of tetrahedral meshes (2004), split a tetrahedron in the state that the blade is in. We
/// deviate: ours has one state, cut or not, and any set of crossed edges gives it; the cut goes to nodes,
/// nodes do not go to the cut, since that would change the shape and the masses of what was not cut.

#include <map>
#include <set>
#include <span>
#include <vector>

#include "shapes/cut/node_origin.h"
#include "shapes/cut/separate_nodes.h"
#include "shapes/cut/split_plan.h"

namespace limpet {

struct EdgeCrossing {
    Edge edge;  ///< the smaller node first
    double at;  ///< 0 at its first node, 1 at its second
};

class CutMesh {
public:
    CutMesh() = default;
    CutMesh(std::vector<Tetrahedron> tetrahedra, int nodes, int blades);
    /// So many blades cut it, at least.
    void ensure_blades(int blades) {
        if (blades > static_cast<int>(progress_.size())) progress_.resize(blades);
    }
    void set_limits(const CutLimits& limits) { limits_ = limits; }

    const std::vector<Tetrahedron>& tetrahedra() const { return tetrahedra_; }
    /// Each once, ascending.
    const std::vector<Edge>& edges() const { return edges_; }
    int original_nodes() const { return original_nodes_; }
    int nodes() const { return original_nodes_ + static_cast<int>(origins_.size()); }
    /// Of the nodes beyond the original ones, in their order.
    const std::vector<NodeOrigin>& origins() const { return origins_; }

    /// The blade has crossed these edges. True if that changed the mesh. `rest`: its nodes.
    bool cross(int blade, const std::vector<EdgeCrossing>& crossings, const std::vector<Vec3>& rest);

    void append_state(std::vector<double>& values) const;
    /// Reads from the front of `values`; false, and nothing changes, if they do not fit.
    [[nodiscard]] bool take_state(std::span<const double>& values);

private:
    /// What a blade has done that is still to have effects.
    struct Progress {
        Crossings crossed;
        std::set<int> on_cut;  ///< nodes that its cut added
    };
    struct Pieces {
        std::vector<Tetrahedron> tetrahedra;
        FaceSet cut;  ///< that two of them share
    };
    /// Of the nodes: where they are, and mean_edges of the whole mesh.
    struct Shape {
        std::vector<Vec3> rest;
        std::vector<double> size;
        Shape with(std::span<const NodeOrigin> added) const;
    };
    /// Of a tetrahedron's corners: what hangs together has one number; −1 on the cut.
    struct Parts {
        std::array<int, 4> of_corner{-1, -1, -1, -1};
        int count = 0;
    };

    bool is_open(const Progress& progress, const Edge& edge) const;
    Parts parts_of(const Tetrahedron& t, const Progress& progress) const;
    Crossings between_parts(const Progress& progress) const;
    /// Splits what the blade has gone all through; false if there is nothing.
    bool cut_once(Progress& progress, Shape& shape);
    void add_nodes(Progress& progress, const SplitPlan& plan);
    Pieces pieces(const Progress& progress, const SplitPlan& plan) const;
    void add_cut_faces(const std::vector<Tetrahedron>& pieces, const Progress& progress,
                       const SplitPlan& plan, FaceSet& cut) const;
    void add_twins(const std::vector<int>& twins_of);
    Shape shape(const std::vector<Vec3>& rest) const;
    void find_edges();
    bool is_sound() const;

    int original_nodes_ = 0;
    std::vector<Edge> original_edges_;
    CutLimits limits_;
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
