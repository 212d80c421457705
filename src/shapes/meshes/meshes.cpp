#include "shapes/meshes/meshes.h"

#include <Eigen/LU>
#include <algorithm>

namespace limpet {

Box3 bounds(const std::vector<Vec3>& points) {
    Box3 box;
    for (const Vec3& p : points) box.extend(p);
    return box;
}

double area(const TriMesh& mesh) {
    double sum = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3& p = mesh.vertices[a];
        sum += (mesh.vertices[b] - p).cross(mesh.vertices[c] - p).norm() / 2;
    }
    return sum;
}

double volume(const TriMesh& mesh) {
    if (mesh.vertices.empty()) return 0;
    const Vec3 origin = bounds(mesh.vertices).center();
    double sum = 0;
    for (const auto& [a, b, c] : mesh.triangles)
        sum +=
            (mesh.vertices[a] - origin).dot((mesh.vertices[b] - origin).cross(mesh.vertices[c] - origin)) / 6;
    return sum;
}

double volume(const TetMesh& mesh) {
    double sum = 0;
    for (const auto& [a, b, c, d] : mesh.tetrahedra) {
        const Vec3& p = mesh.vertices[a];
        sum += (mesh.vertices[b] - p).dot((mesh.vertices[c] - p).cross(mesh.vertices[d] - p)) / 6;
    }
    return sum;
}

std::vector<Triangle> boundary_triangles(const TetMesh& mesh) {
    struct Face {
        Triangle sorted, outward;
        std::size_t order;
    };
    std::vector<Face> faces;
    faces.reserve(4 * mesh.tetrahedra.size());
    for (const auto& [a, b, c, d] : mesh.tetrahedra)
        for (const Triangle& outward :
             {Triangle{b, c, d}, Triangle{a, d, c}, Triangle{a, b, d}, Triangle{a, c, b}}) {
            Triangle sorted = outward;
            std::sort(sorted.begin(), sorted.end());
            faces.push_back({sorted, outward, faces.size()});
        }
    std::sort(faces.begin(), faces.end(), [](const Face& f, const Face& g) {
        return f.sorted != g.sorted ? f.sorted < g.sorted : f.order < g.order;
    });
    std::vector<Face> single;
    for (std::size_t i = 0; i < faces.size();) {
        std::size_t j = i + 1;
        while (j < faces.size() && faces[j].sorted == faces[i].sorted) ++j;
        if (j == i + 1) single.push_back(faces[i]);
        i = j;
    }
    std::sort(single.begin(), single.end(), [](const Face& f, const Face& g) { return f.order < g.order; });
    std::vector<Triangle> triangles;
    triangles.reserve(single.size());
    for (const Face& face : single) triangles.push_back(face.outward);
    return triangles;
}

TriMesh boundary_surface(const TetMesh& mesh, std::vector<int>* vertex_of) {
    TriMesh surface;
    surface.triangles = boundary_triangles(mesh);
    std::vector<int> index(mesh.vertices.size(), -1);
    std::vector<int> nodes;
    for (Triangle& triangle : surface.triangles)
        for (int& v : triangle) {
            if (index[v] < 0) {
                index[v] = static_cast<int>(nodes.size());
                nodes.push_back(v);
            }
            v = index[v];
        }
    surface.vertices.reserve(nodes.size());
    for (const int node : nodes) surface.vertices.push_back(mesh.vertices[node]);
    if (vertex_of) *vertex_of = std::move(nodes);
    return surface;
}

}  // namespace limpet
