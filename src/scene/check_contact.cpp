#include <map>
#include <set>

#include "core/text.h"
#include "scene/check_scene.h"
#include "scene/json_value.h"

namespace limpet {
namespace {

using json::item_path;
using json::quoted;

bool is_static(const std::string& name, const BodyTypes& bodies) {
    const auto found = bodies.find(name);
    return found != bodies.end() && found->second == BodyType::Static;
}

void check_pair_names(const ContactPair& pair, const std::string& path, const BodyTypes& bodies,
                      Complaints& complaints) {
    check_body_name(pair.bodies[0], path + "[0]", bodies, complaints);
    if (pair.bodies[1] != pair.bodies[0]) check_body_name(pair.bodies[1], path + "[1]", bodies, complaints);
    if (is_static(pair.bodies[0], bodies) && is_static(pair.bodies[1], bodies))
        complaints.add_if_sound(path,
                                found_allowed(quoted(pair.bodies[0]) + " and " + quoted(pair.bodies[1]) +
                                                  ", both static, between which there are no contacts",
                                              "pairs with a body that moves"));
}

void check_pairs(const ContactSettings& contact, const BodyTypes& bodies, Complaints& complaints) {
    std::map<std::set<std::string>, std::string> seen;
    for (std::size_t i = 0; i < contact.pairs.size(); ++i) {
        const std::string pair = item_path("contact.pairs", i), path = pair + ".bodies";
        const auto& [first_name, second_name] = contact.pairs[i].bodies;
        // What is wrong in itself is not compared.
        if (!complaints.is_placed(path + "[1]") || !complaints.is_sound(path)) continue;
        check_pair_names(contact.pairs[i], path, bodies, complaints);
        const auto [first, is_new] = seen.emplace(std::set{first_name, second_name}, pair);
        if (!is_new)
            complaints.add_if_sound(path, found_allowed(quoted(first_name) + " and " + quoted(second_name) +
                                                            ", the pair of " + first->second,
                                                        "every pair once, in either order"));
    }
}

/// The solvers of this version know no friction; a scene must say that it wants none. This function and its
/// call go when others are there, and the fields' words (contact_schema.cpp) change.
void check_frictionless(const ContactSettings& contact, Complaints& complaints) {
    const auto refuse = [&](const std::string& path, double friction) {
        const bool by_default = !complaints.is_placed(path);
        // A misspelt `law` is why it is the default.
        if (by_default && !complaints.is_sound("contact")) return;
        complaints.add_if_sound(path,
                                "found " + number_text(friction) + (by_default ? ", the default" : "") +
                                    ": friction comes with other solvers, which are not in this version; "
                                    "allowed: 0, so write \"law\": {\"friction\": 0}");
    };
    if (contact.law.friction > 0) refuse("contact.law.friction", contact.law.friction);
    for (std::size_t i = 0; i < contact.pairs.size(); ++i)
        if (const std::optional<double> friction = contact.pairs[i].law.friction; friction.value_or(0) > 0)
            refuse(item_path("contact.pairs", i) + ".law.friction", *friction);
}

void check_with(const ProbeDescription& probe, const std::string& path, const BodyTypes& bodies,
                Complaints& complaints) {
    check_body_name(*probe.with, path, bodies, complaints);
    if (is_static(probe.body, bodies) && is_static(*probe.with, bodies))
        complaints.add_if_sound(
            path, found_allowed(quoted(*probe.with) + ", which is static as " + quoted(probe.body) +
                                    " is: there are no contacts between them",
                                "a body that moves, or a probe of one"));
}

}  // namespace

void check_contact(const ContactSettings& contact, const BodyTypes& bodies, Complaints& complaints) {
    check_frictionless(contact, complaints);
    check_pairs(contact, bodies, complaints);
}

void check_contact_probe(const ProbeDescription& probe, const std::string& path, bool has_contact,
                         const BodyTypes& bodies, Complaints& complaints) {
    if (!complaints.is_sound(path + ".what")) return;
    const bool is_of_contacts = probe.what == ProbeQuantity::ContactForce ||
                                probe.what == ProbeQuantity::ContactArea || probe.what == ProbeQuantity::Gap;
    if (is_of_contacts && !has_contact)
        return complaints.add_if_sound(
            path + ".what",
            "a scene without `contact` has no contacts to measure; allowed: position, velocity, rotation, "
            "volume, or \"contact\": {\"law\": {\"friction\": 0}} in the scene");
    if (!probe.with) return;
    if (is_of_contacts)
        check_with(probe, path + ".with", bodies, complaints);
    else
        complaints.add_if_sound(path + ".with",
                                found_allowed("another body for a quantity of one body alone",
                                              "`with` for contact_force, contact_area and gap only"));
}

}  // namespace limpet
