#include "shapes/cut/cut_mesh.h"

#include <cmath>

#include "core/disjoint_sets.h"

namespace limpet {
namespace {

/// A crossing of an edge that another blade has split meanwhile, on the piece that it is on.
std::pair<Edge, double> on_piece(const Edge& edge, double at, int node, double split_at) {
    // New nodes have the largest numbers: on the second piece the ends change places.
    if (at < split_at) return {{edge[0], node}, at / split_at};
    return {{edge[1], node}, (1 - at) / (1 - split_at)};
}

double kept_off_ends(double at) {
    return std::clamp(at, CutMesh::least_share, 1 - CutMesh::least_share);
}

template <std::size_t Corners, class Visit>
void for_each_edge(const std::array<int, Corners>& simplex, Visit&& visit) {
    for (std::size_t a = 0; a < Corners; ++a)
        for (std::size_t b = a + 1; b < Corners; ++b) visit(a, b, sorted_edge(simplex[a], simplex[b]));
}

/// Of a tetrahedron: the node that is not on one of its faces.
int node_across(const Tetrahedron& t, const Triangle& face) {
    return *std::find_if(t.begin(), t.end(),
                         [&](int node) { return std::find(face.begin(), face.end(), node) == face.end(); });
}

auto count_in(const Tetrahedron& t, const std::vector<char>& set) {
    return std::count_if(t.begin(), t.end(), [&](int node) { return set[node] != 0; });
}

}  // namespace

CutMesh::CutMesh(std::vector<Tetrahedron> tetrahedra, int nodes, int blades)
    : original_nodes_(nodes), tetrahedra_(std::move(tetrahedra)), progress_(blades) {
    find_edges();
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

EdgeSplits CutMesh::splits_of(const Progress& progress, const std::vector<Vec3>& rest) const {
    std::vector<char> touched(nodes(), 0);
    for (const auto& [edge, at] : progress.crossed) touched[edge[0]] = touched[edge[1]] = 1;
    std::set<Edge> between_parts;
    for (const Tetrahedron& t : tetrahedra_) {
        if (count_in(t, touched) < 2) continue;
        const Parts parts = parts_of(t, progress);
        if (parts.count < 2) continue;
        for_each_edge(t, [&](std::size_t a, std::size_t b, const Edge& edge) {
            if (parts.of_corner[a] != parts.of_corner[b] && progress.crossed.contains(edge))
                between_parts.insert(edge);
        });
    }
    std::vector<std::pair<double, Edge>> by_length;
    for (const Edge& edge : between_parts)
        by_length.emplace_back(-(rest[edge[1]] - rest[edge[0]]).norm(), edge);
    std::sort(by_length.begin(), by_length.end());
    EdgeSplits splits;
    for (int i = 0; i < static_cast<int>(by_length.size()); ++i)
        splits[by_length[i].second] = {i, nodes() + i};
    return splits;
}

void CutMesh::add_nodes(Progress& own, const EdgeSplits& splits) {
    std::vector<NodeOrigin> added(splits.size());
    for (const auto& [edge, split] : splits) added[split.rank] = {edge[0], edge[1], own.crossed.at(edge)};
    for (const auto& [edge, split] : splits) {
        own.crossed.erase(edge);
        for (Progress& progress : progress_) {
            if (&progress == &own || (progress.on_cut.contains(edge[0]) && progress.on_cut.contains(edge[1])))
                progress.on_cut.insert(split.node);
            const auto found = progress.crossed.find(edge);
            if (found == progress.crossed.end()) continue;
            const auto [piece, at] = on_piece(edge, found->second, split.node, added[split.rank].at);
            progress.crossed.erase(found);
            progress.crossed.emplace(piece, kept_off_ends(at));
        }
    }
    origins_.insert(origins_.end(), added.begin(), added.end());
    FaceSet glued;
    for (const Triangle& face : glued_)
        for (Triangle piece : split_simplex(face, splits)) {
            std::sort(piece.begin(), piece.end());
            glued.insert(piece);
        }
    glued_ = std::move(glued);
}

void CutMesh::split_tetrahedra(const Progress& progress, const EdgeSplits& splits) {
    const auto is_crossed = [&](const Edge& edge) {
        return splits.contains(edge) || progress.crossed.contains(edge);
    };
    std::vector<Tetrahedron> all;
    for (const Tetrahedron& t : tetrahedra_) {
        const std::vector<Tetrahedron> pieces = split_simplex(t, splits);
        all.insert(all.end(), pieces.begin(), pieces.end());
        if (pieces.size() == 1) continue;
        std::map<Triangle, int> across;
        for (const Tetrahedron& piece : pieces)
            for (const Triangle& face : sorted_faces(piece)) {
                if (!std::all_of(face.begin(), face.end(),
                                 [&](int n) { return progress.on_cut.contains(n); }))
                    continue;
                const int apex = node_across(piece, face);
                const auto [other, is_new] = across.emplace(face, apex);
                if (!is_new && is_crossed(sorted_edge(other->second, apex))) glued_.insert(face);
            }
    }
    tetrahedra_ = std::move(all);
}

void CutMesh::add_twins(const std::vector<int>& twins_of) {
    for (const int node : twins_of) {
        const int twin = nodes();
        origins_.push_back({node, node, 0});
        for (Progress& progress : progress_) {
            if (progress.on_cut.contains(node)) progress.on_cut.insert(twin);
            std::vector<std::pair<Edge, double>> copies;
            for (const auto& [edge, at] : progress.crossed)
                if (edge[0] == node || edge[1] == node)
                    copies.emplace_back(Edge{edge[0] == node ? edge[1] : edge[0], twin},
                                        edge[0] == node ? 1 - at : at);
            progress.crossed.insert(copies.begin(), copies.end());
        }
    }
}

bool CutMesh::cross(int blade, const std::vector<EdgeCrossing>& crossings, const std::vector<Vec3>& rest) {
    Progress& progress = progress_[blade];
    for (const EdgeCrossing& c : crossings)
        if (is_open(progress, c.edge)) progress.crossed.emplace(c.edge, kept_off_ends(c.at));
    // A piece of a tetrahedron that waits may be cut at once.
    const int before = nodes();
    std::vector<Vec3> grown = rest;
    while (cut_once(progress, grown))
        extend_by_origins(grown, static_cast<int>(grown.size()),
                          std::span(origins_).subspan(grown.size() - original_nodes_));
    if (nodes() == before) return false;
    add_twins(separate_nodes(tetrahedra_, nodes(), glued_));
    find_edges();
    for (Progress& each : progress_)
        std::erase_if(each.crossed, [&](const auto& crossing) {
            return !std::binary_search(edges_.begin(), edges_.end(), crossing.first);
        });
    return true;
}

bool CutMesh::cut_once(Progress& progress, const std::vector<Vec3>& rest) {
    const EdgeSplits splits = splits_of(progress, rest);
    if (splits.empty()) return false;
    add_nodes(progress, splits);
    split_tetrahedra(progress, splits);
    return true;
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
