#include "bodies/nodal_body.h"

#include <Eigen/QR>

#include "bodies/elastic/elastic_system.h"
#include "bodies/nearest_vertex.h"

namespace limpet {

Vec3 NodalBody::center_of_mass() const {
    const Nodes all = nodes();
    return mass_center(all.mass, all.x);
}

Vec3 NodalBody::mean_velocity() const {
    const Nodes all = nodes();
    return mass_center(all.mass, all.v);
}

/// ω = I⁻¹ L, the smallest where the nodes are on a line.
std::optional<Spin> NodalBody::spin() const {
    const Nodes all = nodes();
    const Vec3 center = center_of_mass(), mean = mean_velocity();
    Vec3 momentum = Vec3::Zero();
    Mat3 inertia = Mat3::Zero();
    for (std::size_t i = 0; i < all.mass.size(); ++i) {
        const Vec3 r = all.x[i] - center;
        momentum += all.mass[i] * r.cross(all.v[i] - mean);
        inertia += all.mass[i] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
    }
    return Spin{inertia.completeOrthogonalDecomposition().solve(momentum), momentum};
}

int NodalBody::nearest_point(const Vec3& at_rest) const {
    const std::vector<Vec3>& own = nodes().own;
    return nearest_vertex(own.size(), at_rest, [&](std::size_t i) { return own[i]; });
}

}  // namespace limpet
