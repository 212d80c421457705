#include "core/text.h"
#include "scene/check_scene.h"
#include "scene/json_value.h"

namespace limpet {
namespace {

using json::in_quotes;
using json::item_path;

}  // namespace

void check_attractor(const AttractorDescription& attractor, const std::string& path, const BodyTypes& bodies,
                     Complaints& complaints) {
    if (attractor.falloff != Falloff::None && !attractor.range)
        complaints.add_if_sound(path + ".range",
                                "missing; the falloffs linear and inverse-square need a range, "
                                "such as 1 (m); allowed without: none");
    for (std::size_t i = 0; i < attractor.bodies.size(); ++i) {
        const std::string here = item_path(path + ".bodies", i);
        check_body_name(attractor.bodies[i], here, bodies, complaints);
        const auto found = bodies.find(attractor.bodies[i]);
        if (found != bodies.end() && found->second == BodyType::Static)
            complaints.add_if_sound(here, found_allowed(in_quotes(attractor.bodies[i]) + ", which is static",
                                                        "bodies that move"));
    }
}

}  // namespace limpet
