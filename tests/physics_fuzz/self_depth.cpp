#include "physics_fuzz/self_depth.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "audit/piercings.h"
#include "core/types.h"

namespace limpet::physics_fuzz {

double self_depth(const BodyFrame& body) {
    TriMesh mesh;
    for (const Vector3& v : body.vertices) mesh.vertices.push_back(to_vec3(v));
    mesh.triangles = body.triangles;
    double deepest = 0;
    for (const Piercing& piercing : edges_through(mesh, mesh, true)) {
        const Vec3 &p = mesh.vertices[piercing.edge[0]], &q = mesh.vertices[piercing.edge[1]];
        const auto corner = [&](int k) -> const Vec3& { return mesh.vertices[piercing.triangle[k % 3]]; };
        const Vec3 normal = (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalized();
        const double at_p = normal.dot(p - corner(0)), at_q = normal.dot(q - corner(0));
        const Vec3 x = p + (q - p) * (at_p / (at_p - at_q));
        double depth = std::min(std::abs(at_p), std::abs(at_q));
        for (int k = 0; k < 3; ++k) {
            const Vec3 side = (corner(k + 1) - corner(k)).normalized();
            depth = std::min(depth, side.cross(x - corner(k)).norm());
        }
        deepest = std::max(deepest, depth);
    }
    return deepest;
}

}  // namespace limpet::physics_fuzz
