#include "audit/piercings.h"

#include <algorithm>
#include <set>

#include "shapes/distance/box_tree.h"

namespace limpet {
namespace {

__extension__ using Quad = __float128;

int side(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const auto minus = [&](const Vec3& x) {
        return std::array<Quad, 3>{Quad(x.x()) - a.x(), Quad(x.y()) - a.y(), Quad(x.z()) - a.z()};
    };
    const std::array<Quad, 3> u = minus(b), v = minus(c), w = minus(d);
    const Quad det = u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
                     u[2] * (v[0] * w[1] - v[1] * w[0]);
    return (det > 0) - (det < 0);
}

std::vector<std::array<int, 2>> edges_of(const TriMesh& mesh) {
    std::set<std::array<int, 2>> all;
    for (const Triangle& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            const int a = t[k], b = t[(k + 1) % 3];
            all.insert({std::min(a, b), std::max(a, b)});
        }
    return {all.begin(), all.end()};
}

template <std::size_t N>
Box3 box_of_simplex(const TriMesh& mesh, const std::array<int, N>& simplex) {
    Box3 box;
    for (const int v : simplex) box.extend(mesh.vertices[v]);
    return box;
}

}  // namespace

bool pierces(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
    const int first = side(p, q, a, b);
    return first != 0 && side(p, q, b, c) == first && side(p, q, c, a) == first &&
           side(a, b, c, p) * side(a, b, c, q) < 0;
}

std::vector<Piercing> edges_through(const TriMesh& first, const TriMesh& second, bool same) {
    std::vector<Piercing> found;
    std::vector<Box3> boxes;
    for (const Triangle& t : second.triangles) boxes.push_back(box_of_simplex(second, t));
    const BoxTree tree(boxes);
    for (const auto& edge : edges_of(first)) {
        const auto& [p, q] = edge;
        const Box3 box = box_of_simplex(first, edge);
        const auto test = [&](int t) {
            const auto& [a, b, c] = second.triangles[t];
            const bool joined = same && (a == p || a == q || b == p || b == q || c == p || c == q);
            if (!joined && pierces(first.vertices[p], first.vertices[q], second.vertices[a],
                                   second.vertices[b], second.vertices[c]))
                found.push_back({edge, second.triangles[t]});
        };
        tree.visit_items([&](const Box3& other) { return other.intersects(box); }, test);
    }
    return found;
}

}  // namespace limpet
