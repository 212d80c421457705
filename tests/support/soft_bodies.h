#pragma once

/// Soft bodies for tests: boxes of tetrahedra whose surface is their boundary.

#include "bodies/soft/soft_body.h"
#include "support/grid_tets.h"

namespace limpet {

inline constexpr ElasticModel elastic_models[] = {ElasticModel::Linear, ElasticModel::Corotational,
                                                  ElasticModel::StVenantKirchhoff, ElasticModel::NeoHookean};

inline SoftBodyParts soft_parts(TetMesh mesh) {
    SoftBodyParts parts;
    parts.name = "block";
    std::vector<int> node_of;
    parts.surface = boundary_surface(mesh, &node_of);
    parts.embedding = BarycentricEmbedding::of_nodes(node_of);
    parts.mesh = std::move(mesh);
    return parts;
}

/// Steps a body from time 0; returns the time reached.
inline double run(Body& body, int steps, double h, const Vec3& gravity, double time = 0) {
    for (int i = 0; i < steps; ++i) {
        body.free_motion({time, h, gravity});
        body.advance(h);
        time += h;
    }
    return time;
}

/// Nodes with x at or below (or above) a plane, in the body's own frame.
inline NodeSelection below_x(double x) {
    return BoxSelection{{-1e3, -1e3, -1e3}, {x, 1e3, 1e3}};
}
inline NodeSelection above_x(double x) {
    return BoxSelection{{x, -1e3, -1e3}, {1e3, 1e3, 1e3}};
}

}  // namespace limpet
