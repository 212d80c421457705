#include <fmt/format.h>

#include "bodies/body_material.h"
#include "step/scene_warnings/scene_warnings.h"
#include "step/scene_warnings/warning_constants.h"

namespace limpet {
void warn_of_locking(const Scene& scene, std::vector<Warning>& warnings) {
    for (const BodyDescription& body : scene.bodies) {
        if (body.type != BodyType::Soft) continue;
        const double poisson = material_of(body, scene).poisson;
        if (!(poisson >= min_locking_poisson)) continue;
        warnings.push_back(
            {"locking",
             {body.name},
             fmt::format(
                 "body \"{}\": poisson is {:.3g}, and linear tetrahedra lock from {} on: they keep their "
                 "volume one by one and are too stiff; at 0.49 a bar with four elements through its "
                 "height bends 20 % too little, with two 44 %; take smaller elements, or a poisson of "
                 "0.4 if its volume need not be kept",
                 body.name, poisson, min_locking_poisson)});
    }
}

}  // namespace limpet
