#include "step/own_weight.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "bodies/body_material.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

/// Along gravity. [m]
double height_of(const Body& body, const Vec3& down) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Vec3& x : body.surface().positions) {
        low = std::min(low, down.dot(x));
        high = std::max(high, down.dot(x));
    }
    return std::max(high - low, 0.0);
}

}  // namespace

void warn_of_own_weight(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies,
                        std::vector<Warning>& warnings) {
    const Vec3 gravity = to_vec3(scene.gravity);
    if (!scene.contact || gravity.norm() == 0) return;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const BodyDescription& described = scene.bodies[i];
        if (described.type != BodyType::Soft || !described.fixed.empty() || !described.motion.empty())
            continue;
        const Material material = material_of(described, scene);
        const double load = material.density * gravity.norm() * height_of(*bodies[i], gravity.normalized());
        if (!(load > largest_load_ratio * material.young)) continue;
        warnings.push_back(
            {"too-soft",
             {described.name},
             fmt::format(
                 "body \"{}\" is too soft for its own weight: where it stands that is {:.3g} Pa, {:.2g} "
                 "times its material's young ({:.3g} Pa). It collapses, its elements turn inside out "
                 "and it may sink into what it lies on; young of {:.2g} Pa or more would carry it",
                 described.name, load, load / material.young, material.young, load / largest_load_ratio)});
    }
}

}  // namespace limpet
