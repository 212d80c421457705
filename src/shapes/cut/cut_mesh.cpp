#include "shapes/cut/cut_mesh.h"

#include <cmath>

#include "core/disjoint_sets.h"
#include "shapes/cut/crumbs.h"

namespace limpet {
namespace {

/// A crossing of an edge that another blade has split meanwhile, on the piece that it is on.
std::pair<Edge, double> on_piece(const Edge& edge, double at, int node, double split_at) {
    // New nodes have the largest numbers: on the second piece the ends change places.
    if (at < split_at) return {{edge[0], node}, at / split_at};
    return {{edge[1], node}, (1 - at) / (1 - split_at)};
}

template <std::size_t Corners>
bool is_flat(std::array<int, Corners> simplex) {
    std::sort(simplex.begin(), simplex.end());
    return std::adjacent_find(simplex.begin(), simplex.end()) != simplex.end();
}

/// Of a tetrahedron: the node that is not on one of its faces.
int node_across(const Tetrahedron& t, const Triangle& face) {
    return *std::find_if(t.begin(), t.end(),
                         [&](int node) { return std::find(face.begin(), face.end(), node) == face.end(); });
}

/// With its nodes as they are in the mesh, unless that makes it flat.
void add_face(const Triangle& face, const SplitPlan& plan, FaceSet& faces) {
    Triangle meant = {plan.meant(face[0]), plan.meant(face[1]), plan.meant(face[2])};
    std::sort(meant.begin(), meant.end());
    if (!is_flat(meant)) faces.insert(meant);
}

auto count_in(const Tetrahedron& t, const std::vector<char>& set) {
    return std::count_if(t.begin(), t.end(), [&](int node) { return set[node] != 0; });
}

}  // namespace

CutMesh::CutMesh(std::vector<Tetrahedron> tetrahedra, int nodes, int blades)
    : original_nodes_(nodes), tetrahedra_(std::move(tetrahedra)), progress_(blades) {
    find_edges();
    original_edges_ = edges_;
}

void CutMesh::find_edges() {
    edges_.clear();
    for (const Tetrahedron& t : tetrahedra_)
        for_each_edge(t, [&](std::size_t, std::size_t, const Edge& edge) { edges_.push_back(edge); });
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
}

bool CutMesh::is_open(const Progress& progress, const Edge& edge) const {
    return !progress.crossed.contains(edge) && !progress.on_cut.contains(edge[0]) &&
           !progress.on_cut.contains(edge[1]);
}

CutMesh::Parts CutMesh::parts_of(const Tetrahedron& t, const Progress& progress) const {
    Parts parts;
    DisjointSets sets(4);
    for_each_edge(t, [&](std::size_t a, std::size_t b, const Edge& edge) {
        if (is_open(progress, edge)) sets.join(static_cast<int>(b), static_cast<int>(a));
    });
    std::array<int, 4> number{-1, -1, -1, -1};
    for (int k = 0; k < 4; ++k) {
        if (progress.on_cut.contains(t[k])) continue;
        int& of_root = number[sets.root(k)];
        if (of_root < 0) of_root = parts.count++;
        parts.of_corner[k] = of_root;
    }
    return parts;
}

Crossings CutMesh::between_parts(const Progress& progress) const {
    std::vector<char> touched(nodes(), 0);
    for (const auto& [edge, at] : progress.crossed) touched[edge[0]] = touched[edge[1]] = 1;
    Crossings found;
    for (const Tetrahedron& t : tetrahedra_) {
        if (count_in(t, touched) < 2) continue;
        const Parts parts = parts_of(t, progress);
        if (parts.count < 2) continue;
        for_each_edge(t, [&](std::size_t a, std::size_t b, const Edge& edge) {
            const auto crossing = progress.crossed.find(edge);
            if (parts.of_corner[a] != parts.of_corner[b] && crossing != progress.crossed.end())
                found.insert(*crossing);
        });
    }
    return found;
}

void CutMesh::add_nodes(Progress& own, const SplitPlan& plan) {
    const int first = nodes();
    origins_.insert(origins_.end(), plan.added.begin(), plan.added.end());
    for (int node = first; node < nodes(); ++node) {
        const NodeOrigin& origin = origins_[node - original_nodes_];
        const Edge edge{origin.first, origin.second};
        own.crossed.erase(edge);
        for (Progress& progress : progress_) {
            if (&progress == &own || (progress.on_cut.contains(edge[0]) && progress.on_cut.contains(edge[1])))
                progress.on_cut.insert(node);
            const auto found = progress.crossed.find(edge);
            if (found == progress.crossed.end()) continue;
            const auto piece = on_piece(edge, found->second, node, origin.at);
            progress.crossed.erase(found);
            progress.crossed.insert(piece);
        }
    }
}

CutMesh::Pieces CutMesh::pieces(const Progress& progress, const SplitPlan& plan) const {
    Pieces out;
    for (const Triangle& face : glued_)
        for (Triangle piece : split_simplex(face, plan.splits)) add_face(piece, plan, out.cut);
    for (const Tetrahedron& t : tetrahedra_) {
        const std::vector<Tetrahedron> pieces = split_simplex(t, plan.splits);
        for (Tetrahedron piece : pieces) {
            for (int& node : piece) node = plan.meant(node);
            if (!is_flat(piece)) out.tetrahedra.push_back(piece);
        }
        if (pieces.size() > 1) add_cut_faces(pieces, progress, plan, out.cut);
    }
    keep_shared(out.tetrahedra, out.cut);
    return out;
}

void CutMesh::add_cut_faces(const std::vector<Tetrahedron>& pieces, const Progress& progress,
                            const SplitPlan& plan, FaceSet& cut) const {
    std::map<Triangle, int> across;
    const auto is_on_cut = [&](int node) { return node >= nodes() || progress.on_cut.contains(node); };
    for (const Tetrahedron& piece : pieces)
        for (const Triangle& face : sorted_faces(piece)) {
            if (!std::all_of(face.begin(), face.end(), is_on_cut)) continue;
            const int apex = node_across(piece, face);
            const auto [other, is_new] = across.emplace(face, apex);
            const Edge edge = sorted_edge(other->second, apex);
            if (!is_new && (plan.splits.contains(edge) || progress.crossed.contains(edge)))
                add_face(face, plan, cut);
        }
}

void CutMesh::add_twins(const std::vector<int>& twins_of) {
    std::map<int, std::vector<int>> same;
    for (const int node : twins_of) {
        same.try_emplace(node, 1, node).first->second.push_back(nodes());
        origins_.push_back({node, node, 0});
    }
    const auto all_of = [&](int node) {
        const auto found = same.find(node);
        return found != same.end() ? found->second : std::vector<int>{node};
    };
    for (Progress& progress : progress_) {
        for (const auto& [node, twins] : same)
            if (progress.on_cut.contains(node)) progress.on_cut.insert(twins.begin(), twins.end());
        Crossings copies;
        for (const auto& [edge, at] : progress.crossed)
            for (const int a : all_of(edge[0]))
                for (const int b : all_of(edge[1])) copies.emplace(sorted_edge(a, b), a < b ? at : 1 - at);
        progress.crossed = std::move(copies);
    }
}

bool CutMesh::cross(int blade, const std::vector<EdgeCrossing>& crossings, const std::vector<Vec3>& rest) {
    Progress& progress = progress_[blade];
    bool is_new = false;
    for (const EdgeCrossing& c : crossings)
        if (is_open(progress, c.edge)) is_new |= progress.crossed.emplace(c.edge, c.at).second;
    if (!is_new) return false;
    const int before = nodes();
    Shape shape = this->shape(rest);
    // A piece of a tetrahedron that waits may be cut at once.
    while (cut_once(progress, shape)) {
    }
    add_twins(separate_nodes(tetrahedra_, nodes(), glued_));
    if (nodes() == before) return false;
    find_edges();
    for (Progress& each : progress_)
        std::erase_if(each.crossed, [&](const auto& crossing) {
            return !std::binary_search(edges_.begin(), edges_.end(), crossing.first);
        });
    return true;
}

bool CutMesh::cut_once(Progress& progress, Shape& shape) {
    Crossings crossings = between_parts(progress);
    if (crossings.empty()) return false;
    SplitPlan plan;
    Pieces pieces;
    do {
        respect_limits(tetrahedra_, shape.rest, shape.size, limits_, crossings);
        plan = split_plan(crossings, shape.rest);
        pieces = this->pieces(progress, plan);
        const Shape grown = shape.with(plan.added);
        keep_crumbs_on(pieces.tetrahedra, grown.rest, grown.size, limits_.least_part, pieces.cut);
    } while (leave_out_needless(plan, pieces.cut, crossings));
    for (const auto& [edge, at] : crossings) progress.crossed[edge] = at;
    const bool changed = !plan.added.empty() || pieces.cut != glued_;
    add_nodes(progress, plan);
    tetrahedra_ = std::move(pieces.tetrahedra);
    glued_ = std::move(pieces.cut);
    shape = shape.with(plan.added);
    return changed;
}

CutMesh::Shape CutMesh::Shape::with(std::span<const NodeOrigin> added) const {
    Shape grown = *this;
    extend_by_origins(grown.rest, static_cast<int>(rest.size()), added);
    for (const NodeOrigin& o : added)
        grown.size.push_back((1 - o.at) * grown.size[o.first] + o.at * grown.size[o.second]);
    return grown;
}

CutMesh::Shape CutMesh::shape(const std::vector<Vec3>& rest) const {
    const std::vector<Vec3> original(rest.begin(), rest.begin() + original_nodes_);
    return Shape{original, mean_edges(original_edges_, original)}.with(origins_);
}

std::vector<EdgeCrossing> plane_crossings(const CutMesh& mesh, const std::vector<Vec3>& positions,
                                          const Vec3& point, const Vec3& normal) {
    std::vector<EdgeCrossing> found;
    for (const Edge& edge : mesh.edges()) {
        const double a = normal.dot(positions[edge[0]] - point), b = normal.dot(positions[edge[1]] - point);
        if ((a >= 0) != (b >= 0)) found.push_back({edge, a / (a - b)});
    }
    return found;
}

}  // namespace limpet
