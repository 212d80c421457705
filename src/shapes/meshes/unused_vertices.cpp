#include "shapes/meshes/unused_vertices.h"

namespace limpet {

void drop_unused_vertices(TriMesh& mesh) {
    std::vector<int> index(mesh.vertices.size(), -1);
    for (const Triangle& triangle : mesh.triangles)
        for (const int v : triangle) index[v] = 0;
    int kept = 0;
    for (std::size_t v = 0; v < index.size(); ++v) {
        if (index[v] < 0) continue;
        mesh.vertices[kept] = mesh.vertices[v];
        index[v] = kept++;
    }
    mesh.vertices.resize(kept);
    for (Triangle& triangle : mesh.triangles)
        for (int& v : triangle) v = index[v];
}

}  // namespace limpet
