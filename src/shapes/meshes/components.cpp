#include "shapes/meshes/components.h"

#include <algorithm>

#include "core/disjoint_sets.h"

namespace limpet {

std::vector<TriMesh> connected_components(const TriMesh& mesh) {
    DisjointSets parts(mesh.vertices.size());
    for (const auto& [a, b, c] : mesh.triangles) {
        parts.join(a, b);
        parts.join(b, c);
    }
    std::vector<TriMesh> components;
    std::vector<int> component_of(mesh.vertices.size(), -1), number(mesh.vertices.size(), -1);
    for (const Triangle& triangle : mesh.triangles) {
        int& component = component_of[parts.root(triangle[0])];
        if (component < 0) {
            component = static_cast<int>(components.size());
            components.emplace_back();
        }
        TriMesh& piece = components[component];
        Triangle copy{};
        for (int k = 0; k < 3; ++k) {
            int& v = number[triangle[k]];
            if (v < 0) {
                v = static_cast<int>(piece.vertices.size());
                piece.vertices.push_back(mesh.vertices[triangle[k]]);
            }
            copy[k] = v;
        }
        piece.triangles.push_back(copy);
    }
    std::stable_sort(components.begin(), components.end(), [](const TriMesh& a, const TriMesh& b) {
        return a.triangles.size() > b.triangles.size();
    });
    return components;
}

}  // namespace limpet
