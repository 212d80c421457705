#include "step/surface_places.h"

#include "bodies/rigid/rigid_body.h"
#include "core/parallel.h"

namespace limpet {

SurfacePlaces::SurfacePlaces(const Bodies& bodies) : moved_(bodies.size()), rigid_(bodies.size()) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        positions_.push_back(&bodies[i]->surface().positions);
        if (bodies[i]->type() == BodyType::Rigid)
            rigid_[i] = {bodies[i]->center_of_mass(), bodies[i]->rotation()};
    }
}

SurfacePlaces SurfacePlaces::after(const Bodies& bodies, double ahead, const std::set<int>& chosen) {
    SurfacePlaces places(bodies);
    const std::vector<int> all(chosen.begin(), chosen.end());
    parallel_each(static_cast<int>(all.size()), [&](int k) { places.move(*bodies[all[k]], all[k], ahead); });
    return places;
}

void SurfacePlaces::move(const Body& body, int index, double ahead) {
    if (body.stands_still()) return;
    auto& own = moved_[index] = std::make_unique<std::vector<Vec3>>();
    positions_[index] = own.get();
    if (const auto* const rigid = dynamic_cast<const RigidBody*>(&body)) {
        rigid_[index] = {rigid->end_center(ahead), rigid->end_rotation(ahead)};
        rigid->place_surface(rigid_[index]->center, rigid_[index]->rotation, *own);
    } else if (body.type() == BodyType::Static) {
        *own = body.surface().positions;
        flat(*own) += ahead * flat(body.surface().velocities);
    } else {
        *own = body.end_positions(ahead);
    }
}

}  // namespace limpet
