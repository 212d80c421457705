#include "detect/ldi/surface_places.h"

#include "core/parallel.h"

namespace limpet {

SurfacePlaces::SurfacePlaces(const Colliders& colliders) : moved_(colliders.size()) {
    for (const Collider* collider : colliders) {
        positions_.push_back(&collider->surface().positions);
        rigid_.push_back(collider->place());
    }
}

SurfacePlaces SurfacePlaces::after(const Colliders& colliders, double ahead, const std::set<int>& chosen) {
    SurfacePlaces places(colliders);
    const std::vector<int> all(chosen.begin(), chosen.end());
    parallel_each(static_cast<int>(all.size()),
                  [&](int k) { places.move(*colliders[all[k]], all[k], ahead); });
    return places;
}

void SurfacePlaces::move(const Collider& collider, int index, double ahead) {
    if (collider.stands_still()) return;
    moved_[index] = std::make_unique<std::vector<Vec3>>(collider.end_surface(ahead));
    positions_[index] = moved_[index].get();
    rigid_[index] = collider.end_place(ahead);
}

}  // namespace limpet
