#include "step/scene_warnings/scene_warnings.h"

#include <cmath>

namespace limpet {

std::vector<Warning> scene_warnings(const Scene& scene, const SceneBodies& bodies) {
    std::vector<Warning> warnings;
    warn_of_duration(scene, warnings);
    warn_of_sizes(scene, bodies, warnings);
    warn_of_jumps(scene, warnings);
    warn_of_locking(scene, warnings);
    warn_of_missing_contact(scene, bodies, warnings);
    warn_of_fast_bodies(scene, bodies, warnings);
    warn_of_vibrations(scene, bodies, warnings);
    warn_of_friction(scene, warnings);
    warn_of_bonds(scene, bodies, warnings);
    warn_of_one_volume(scene, bodies, warnings);
    warn_of_initial_bonds(scene, bodies, warnings);
    return warnings;
}

Box3 box_of(const Body& body) {
    Box3 box;
    for (const Vec3& x : body.surface().positions) box.extend(x);
    return box;
}

}  // namespace limpet
