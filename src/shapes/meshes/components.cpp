#include "shapes/meshes/components.h"

#include <algorithm>

#include "core/disjoint_sets.h"

namespace limpet {

std::vector<SurfaceComponent> surface_components(const TriMesh& mesh) {
    DisjointSets sets(mesh.vertices.size());
    for (const auto& [a, b, c] : mesh.triangles) {
        sets.join(a, b);
        sets.join(b, c);
    }
    std::vector<SurfaceComponent> components;
    std::vector<int> component_of(mesh.vertices.size(), -1), number(mesh.vertices.size(), -1);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        int& index = component_of[sets.root(mesh.triangles[t][0])];
        if (index < 0) {
            index = static_cast<int>(components.size());
            components.emplace_back();
        }
        SurfaceComponent& component = components[index];
        component.triangles.push_back(static_cast<int>(t));
        Triangle own = mesh.triangles[t];
        for (int& v : own) {
            if (number[v] < 0) {
                number[v] = static_cast<int>(component.mesh.vertices.size());
                component.mesh.vertices.push_back(mesh.vertices[v]);
            }
            v = number[v];
        }
        component.mesh.triangles.push_back(own);
    }
    return components;
}

std::vector<TriMesh> connected_components(const TriMesh& mesh) {
    std::vector<TriMesh> pieces;
    for (SurfaceComponent& component : surface_components(mesh)) pieces.push_back(std::move(component.mesh));
    std::stable_sort(pieces.begin(), pieces.end(), [](const TriMesh& a, const TriMesh& b) {
        return a.triangles.size() > b.triangles.size();
    });
    return pieces;
}

}  // namespace limpet
