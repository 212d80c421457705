/// Bonds at the start of a scene with layered depth images, which see overlaps alone: of bodies that touch
/// face to face rounding decides whether they overlap, and so whether they are bonded.

#include <fmt/format.h>

#include <algorithm>

#include "bodies/bond_places.h"
#include "detect/proximity.h"
#include "step/scene_warnings/scene_warnings.h"
#include "step/scene_warnings/warning_constants.h"

namespace limpet {
namespace {

DetectionSurface placed_surface(const Body& body) {
    DetectionSurface surface(body.complex(), body.deforms());
    surface.update(body.collision_positions());
    return surface;
}

/// The smallest signed distance of two bodies; nothing if they are further apart than `reach` [m].
std::optional<double> smallest_gap(const Body& first, const Body& second, double reach) {
    const Box3 one = box_of(first), other = box_of(second);
    if (!(one.exteriorDistance(other) <= reach)) return {};
    std::optional<double> smallest;
    for (const Proximity& p : find_proximities(placed_surface(first), placed_surface(second), reach))
        smallest = std::min(smallest.value_or(p.gap), p.gap);
    return smallest;
}

}  // namespace

void warn_of_initial_bonds(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings) {
    if (!scene.contact || scene.contact->detection.type != DetectionType::LayeredDepth) return;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (std::size_t j = i + 1; j < bodies.size(); ++j) {
            if (!bodies[i]->can_move() && !bodies[j]->can_move()) continue;
            const auto law = bond_law(scene.bodies[i], scene.bodies[j], scene);
            if (!law || !law->can_bond() || !(law->initial > 0)) continue;
            const double size =
                std::min(box_of(*bodies[i]).sizes().maxCoeff(), box_of(*bodies[j]).sizes().maxCoeff());
            const auto gap = smallest_gap(*bodies[i], *bodies[j], law->reference_gap);
            if (!gap || *gap < -rounding_overlap_ratio * size) continue;
            const std::string &one = bodies[i]->name(), &other = bodies[j]->name();
            const std::string how = *gap > rounding_overlap_ratio * size
                                        ? fmt::format("are {:.2g} m apart, so that they do not bond", *gap)
                                        : "only touch, so that rounding decides whether they bond";
            warnings.push_back(
                {"initial-bonds",
                 {one, other},
                 fmt::format("bodies \"{}\" and \"{}\" have bonds at the start (adhesion.initial), but {}: "
                             "layered depth images see overlaps alone; let them overlap by half a pixel",
                             one, other, how)});
        }
}

}  // namespace limpet
