#include "bodies/nodal_body.h"

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

int NodalBody::nearest_point(const Vec3& at_rest) const {
    const std::vector<Vec3>& own = nodes().own;
    return nearest_vertex(own.size(), at_rest, [&](std::size_t i) { return own[i]; });
}

}  // namespace limpet
