#pragma once

/// Where surfaces are, or would be after a while with the velocities that they have.

#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "shapes/meshes/collider.h"

namespace limpet {

class SurfacePlaces {
public:
    explicit SurfacePlaces(const Colliders& colliders);
    /// Of the chosen ones after `ahead` [s]; the others are where they are.
    static SurfacePlaces after(const Colliders& colliders, double ahead, const std::set<int>& chosen);

    const std::vector<Vec3>& positions(int body) const { return *positions_[body]; }  ///< [m]
    const std::vector<const std::vector<Vec3>*>& all_positions() const { return positions_; }
    /// Of bodies that move as wholes.
    const std::optional<RigidPlace>& rigid(int body) const { return rigid_[body]; }

private:
    void move(const Collider& collider, int index, double ahead);

    std::vector<const std::vector<Vec3>*> positions_;
    std::vector<std::unique_ptr<std::vector<Vec3>>> moved_;
    std::vector<std::optional<RigidPlace>> rigid_;
};

}  // namespace limpet
