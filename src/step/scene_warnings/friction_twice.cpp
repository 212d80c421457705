#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "step/scene_warnings/scene_warnings.h"

namespace limpet {
namespace {

const BodyDescription* find(const Scene& scene, const std::string& name) {
    const auto found = std::find_if(scene.bodies.begin(), scene.bodies.end(),
                                    [&](const BodyDescription& body) { return body.name == name; });
    return found == scene.bodies.end() ? nullptr : &*found;
}

void warn_of_pairs(const Scene& scene, std::vector<Warning>& warnings) {
    for (const ContactPair& pair : scene.contact->pairs) {
        if (!pair.law.friction) continue;
        for (const std::string& name : pair.bodies) {
            const BodyDescription* body = find(scene, name);
            if (!body || !body->friction || *body->friction == *pair.law.friction) continue;
            warnings.push_back(
                {"friction-twice",
                 {pair.bodies[0], pair.bodies[1]},
                 fmt::format(
                     "bodies \"{}\" and \"{}\" have friction {:.3g} from contact.pairs; the {:.3g} of body "
                     "\"{}\" does not count between them; leave one of the two out",
                     pair.bodies[0], pair.bodies[1], pair.law.friction->at_rest, body->friction->at_rest,
                     name)});
            break;
        }
    }
}

}  // namespace

/// A coefficient in `contact.law` is that of every body without its own, so that a body that has one is mixed
/// with it.
void warn_of_friction(const Scene& scene, std::vector<Warning>& warnings) {
    if (!scene.contact) return;
    warn_of_pairs(scene, warnings);
    const bool given = std::any_of(scene.lines.begin(), scene.lines.end(), [](const auto& line) {
        return line.first.starts_with("contact.law.friction");
    });
    if (!given) return;
    const Friction law = scene.contact->law.friction;
    const bool others = std::any_of(scene.bodies.begin(), scene.bodies.end(),
                                    [](const BodyDescription& body) { return !body.friction; });
    for (const BodyDescription& body : scene.bodies) {
        if (!others || !body.friction || *body.friction == law) continue;
        const double mixed = std::sqrt(body.friction->at_rest * law.at_rest);
        warnings.push_back(
            {"friction-twice",
             {body.name},
             fmt::format(
                 "body \"{}\" has friction {:.3g}, and contact.law gives {:.3g} to all others: between them "
                 "it is {:.3g}, the root of the product; give both bodies theirs, or the pair in "
                 "contact.pairs",
                 body.name, body.friction->at_rest, law.at_rest, mixed)});
    }
}

}  // namespace limpet
