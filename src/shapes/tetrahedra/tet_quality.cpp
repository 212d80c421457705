/// Dihedral angles from the outward area vectors n_i of the faces opposite the vertices i: the angle at the
/// edge that the faces i and j share is acos(−n_i·n_j / |n_i||n_j|). Radius ratio 3 r/R with r = 3V / Σ|n_i|
/// and R = |a²(b×c) + b²(c×a) + c²(a×b)| / 12V, where a, b, c are the edges at one vertex.
#include "shapes/tetrahedra/tet_quality.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace limpet {

namespace {

TetCorners corners_of(const TetMesh& mesh, const Tetrahedron& tet) {
    return {mesh.vertices[tet[0]], mesh.vertices[tet[1]], mesh.vertices[tet[2]], mesh.vertices[tet[3]]};
}

/// Outward for a positive tetrahedron, of the faces opposite vertices 0 to 3, twice the area long.
std::array<Vec3, 4> face_normals(const TetCorners& x) {
    return {(x[2] - x[1]).cross(x[3] - x[1]), (x[3] - x[0]).cross(x[2] - x[0]),
            (x[1] - x[0]).cross(x[3] - x[0]), (x[2] - x[0]).cross(x[1] - x[0])};
}

double mean_edge(const TetMesh& mesh) {
    std::vector<std::array<int, 2>> edges;
    edges.reserve(6 * mesh.tetrahedra.size());
    for (const Tetrahedron& tet : mesh.tetrahedra)
        for (int i = 0; i < 4; ++i)
            for (int j = i + 1; j < 4; ++j)
                edges.push_back({std::min(tet[i], tet[j]), std::max(tet[i], tet[j])});
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    double sum = 0;
    for (const auto& [a, b] : edges) sum += (mesh.vertices[a] - mesh.vertices[b]).norm();
    return edges.empty() ? 0 : sum / static_cast<double>(edges.size());
}

}  // namespace

double tet_volume(const TetCorners& x) {
    return (x[1] - x[0]).dot((x[2] - x[0]).cross(x[3] - x[0])) / 6;
}

std::array<double, 6> dihedral_angles(const TetCorners& corners) {
    const std::array<Vec3, 4> n = face_normals(corners);
    const auto angle = [&](int i, int j) {
        const double lengths = n[i].norm() * n[j].norm();
        return lengths > 0 ? std::acos(std::clamp(-n[i].dot(n[j]) / lengths, -1.0, 1.0)) : 0.0;
    };
    return {angle(2, 3), angle(1, 3), angle(1, 2), angle(0, 3), angle(0, 2), angle(0, 1)};
}

double radius_ratio(const TetCorners& x) {
    const double volume = tet_volume(x);
    if (!(volume > 0)) return 0;
    double area = 0;
    for (const Vec3& normal : face_normals(x)) area += normal.norm() / 2;
    const Vec3 a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
    const Vec3 sum =
        a.squaredNorm() * b.cross(c) + b.squaredNorm() * c.cross(a) + c.squaredNorm() * a.cross(b);
    return 3 * (3 * volume / area) / (sum.norm() / (12 * volume));
}

TetQuality tet_quality(const TetMesh& mesh) {
    TetQuality quality;
    if (mesh.tetrahedra.empty()) return quality;
    double smallest = std::numbers::pi, largest = 0;
    quality.smallest_volume = std::numeric_limits<double>::infinity();
    quality.largest_volume = -quality.smallest_volume;
    quality.worst_radius_ratio = 1;
    for (const Tetrahedron& tet : mesh.tetrahedra) {
        const TetCorners corners = corners_of(mesh, tet);
        for (const double angle : dihedral_angles(corners)) {
            smallest = std::min(smallest, angle);
            largest = std::max(largest, angle);
        }
        const double volume = tet_volume(corners);
        quality.smallest_volume = std::min(quality.smallest_volume, volume);
        quality.largest_volume = std::max(quality.largest_volume, volume);
        if (!(volume > 0)) ++quality.inverted;
        const double ratio = radius_ratio(corners);
        quality.worst_radius_ratio = std::min(quality.worst_radius_ratio, ratio);
        ++quality.radius_ratios[std::min(9, static_cast<int>(10 * ratio))];
    }
    quality.smallest_dihedral = smallest * 180 / std::numbers::pi;
    quality.largest_dihedral = largest * 180 / std::numbers::pi;
    quality.mean_edge = mean_edge(mesh);
    return quality;
}

}  // namespace limpet
