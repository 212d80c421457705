#include <fmt/format.h>

#include <algorithm>

#include "step/scene_warnings/scene_warnings.h"
#include "step/scene_warnings/warning_constants.h"

namespace limpet {
namespace {

/// Ground, walls and tables may be as large as they like beside what stands on them.
bool is_surroundings(const BodyDescription& body) {
    return body.type == BodyType::Static &&
           (std::holds_alternative<BoxShape>(body.shape) || std::holds_alternative<PlaneShape>(body.shape));
}

std::string unit_advice(const BodyDescription& body) {
    return std::holds_alternative<FileShape>(body.shape) || !body.has_shape()
               ? "is its file in millimetres? Then give \"scale\": 0.001, or a \"size\""
               : "is a unit missing? Numbers are metres, \"5 mm\" is a length too";
}

}  // namespace

void warn_of_sizes(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings) {
    if (bodies.size() < 2) return;
    std::vector<double> sizes;
    for (const auto& body : bodies) sizes.push_back(box_of(*body).sizes().maxCoeff());
    const auto largest = std::max_element(sizes.begin(), sizes.end());
    const auto smallest = std::min_element(sizes.begin(), sizes.end());
    const std::size_t large = largest - sizes.begin(), small = smallest - sizes.begin();
    double next = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (i != large) next = std::max(next, sizes[i]);
    const bool outlier = !is_surroundings(scene.bodies[large]) && *largest > outlier_size_ratio * next;
    if (!outlier && !(*largest > max_size_ratio * *smallest)) return;
    const std::string &first = bodies[large]->name(), &second = bodies[small]->name();
    const BodyDescription& suspect =
        is_surroundings(scene.bodies[large]) ? scene.bodies[small] : scene.bodies[large];
    warnings.push_back(
        {"sizes",
         {first, second},
         fmt::format("body \"{}\" is {:.3g} m large, {:.2g} times body \"{}\" ({:.3g} m): {}", first,
                     *largest, *largest / *smallest, second, *smallest, unit_advice(suspect))});
}

}  // namespace limpet
