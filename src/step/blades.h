#pragma once

/// Blades that cut soft bodies, as the scene says: the stage `cut`. What they do to a mesh is in
/// shapes/cut/cut_mesh.h.

#include <memory>
#include <vector>

#include "bodies/keyframes.h"
#include "bodies/soft/soft_body.h"
#include "limpet/scene.h"
#include "shapes/cut/edge_crossing.h"

namespace limpet {

class Blades {
public:
    /// Throws InputError if a body that a blade is to cut cannot be cut.
    Blades(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies);

    bool empty() const { return blades_.empty(); }
    /// Before a step: planes whose time has come cut, and edges what they swept, against the bodies' motion,
    /// in the step before. Returned are the bodies that have another surface now, ascending.
    std::vector<int> cut(long step, double h);
    /// Bodies that may be cut.
    const std::vector<int>& bodies() const { return bodies_; }

private:
    struct Blade {
        BladeDescription description;
        Keyframes keyframes;
        std::vector<int> bodies;
        std::array<Vec3, 2> edge_at(double time) const;
        std::vector<EdgeCrossing> crossings(const SoftBody& body, double before, double now) const;
    };

    std::vector<Blade> blades_;
    std::vector<int> bodies_;
    std::vector<SoftBody*> soft_;  ///< by body; null where it is not cut
};

}  // namespace limpet
