#include <fmt/format.h>

#include "step/scene_warnings/free_paths.h"

namespace limpet {

void warn_of_missing_contact(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings) {
    if (scene.contact || bodies.size() < 2) return;
    const auto meetings = FreePaths(scene, bodies).meetings();
    if (meetings.empty()) return;
    const auto& [pair, meeting] = meetings.front();
    const std::string &first = bodies[pair.first]->name(), &second = bodies[pair.second]->name();
    const std::string others = meetings.size() == 1
                                   ? ""
                                   : fmt::format(", and so do {} other pair{}", meetings.size() - 1,
                                                 meetings.size() == 2 ? "" : "s");
    warnings.push_back(
        {"no-contact",
         {first, second},
         fmt::format(
             "bodies \"{}\" and \"{}\" meet after {:.3g} s{}, but the scene has no `contact`: they pass "
             "through each other; add \"contact\": {{}} to the scene",
             first, second, meeting.time, others)});
}

}  // namespace limpet
