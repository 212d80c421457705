#include "shapes/cut/separate_nodes.h"

#include <map>

#include "core/disjoint_sets.h"

namespace limpet {
namespace {

bool has(const Triangle& face, int node) {
    return std::find(face.begin(), face.end(), node) != face.end();
}

Triangle renamed(Triangle face, int from, int to) {
    std::replace(face.begin(), face.end(), from, to);
    std::sort(face.begin(), face.end());
    return face;
}

/// Tetrahedra around a node, in parts that hang together by faces of it; by their first tetrahedra.
std::vector<std::vector<int>> parts_around(int node, const std::vector<int>& around,
                                           const std::vector<Tetrahedron>& tetrahedra, const FaceSet& cut) {
    DisjointSets sets(around.size());
    std::map<Triangle, int> seen;
    for (int i = 0; i < static_cast<int>(around.size()); ++i)
        for (const Triangle& face : sorted_faces(tetrahedra[around[i]])) {
            if (!has(face, node) || cut.contains(face)) continue;
            const auto [first, is_new] = seen.emplace(face, i);
            if (!is_new) sets.join(i, first->second);
        }
    std::map<int, std::size_t> part_of;
    std::vector<std::vector<int>> parts;
    for (int i = 0; i < static_cast<int>(around.size()); ++i) {
        const auto [part, is_new] = part_of.emplace(sets.root(i), parts.size());
        if (is_new) parts.emplace_back();
        parts[part->second].push_back(around[i]);
    }
    return parts;
}

}  // namespace

void keep_shared(const std::vector<Tetrahedron>& tetrahedra, FaceSet& faces) {
    std::map<Triangle, int> count;
    for (const Tetrahedron& t : tetrahedra)
        for (const Triangle& face : sorted_faces(t))
            if (faces.contains(face)) ++count[face];
    std::erase_if(faces, [&](const Triangle& face) { return count[face] < 2; });
}

std::vector<int> separate_nodes(std::vector<Tetrahedron>& tetrahedra, int nodes, FaceSet& cut) {
    std::map<int, std::vector<int>> around;
    for (const Triangle& face : cut)
        for (const int node : face) around[node];
    for (int i = 0; i < static_cast<int>(tetrahedra.size()); ++i)
        for (const int node : tetrahedra[i])
            if (const auto found = around.find(node); found != around.end()) found->second.push_back(i);

    std::vector<int> twins_of;
    for (const auto& [node, of_node] : around) {
        const auto parts = parts_around(node, of_node, tetrahedra, cut);
        for (std::size_t k = 1; k < parts.size(); ++k) {
            const int twin = nodes + static_cast<int>(twins_of.size());
            twins_of.push_back(node);
            for (const int i : parts[k]) {
                for (const Triangle& face : sorted_faces(tetrahedra[i]))
                    if (has(face, node) && cut.contains(face)) cut.insert(renamed(face, node, twin));
                std::replace(tetrahedra[i].begin(), tetrahedra[i].end(), node, twin);
            }
        }
    }
    keep_shared(tetrahedra, cut);
    return twins_of;
}

}  // namespace limpet
