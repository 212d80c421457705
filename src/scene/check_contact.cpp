#include <algorithm>
#include <map>
#include <set>

#include "core/text.h"
#include "limpet/adhesion.h"
#include "scene/check_scene.h"
#include "scene/json_value.h"

namespace limpet {
namespace {

using json::in_quotes;
using json::item_path;

bool is_static(const std::string& name, const BodyTypes& bodies) {
    const auto found = bodies.find(name);
    return found != bodies.end() && found->second == BodyType::Static;
}

void check_pair_names(const ContactPair& pair, const std::string& path, const BodyTypes& bodies,
                      Complaints& complaints) {
    check_body_name(pair.bodies[0], path + "[0]", bodies, complaints);
    if (pair.bodies[1] != pair.bodies[0]) check_body_name(pair.bodies[1], path + "[1]", bodies, complaints);
    if (is_static(pair.bodies[0], bodies) && is_static(pair.bodies[1], bodies))
        complaints.add_if_sound(
            path, found_allowed(in_quotes(pair.bodies[0]) + " and " + in_quotes(pair.bodies[1]) +
                                    ", both static, between which there are no contacts",
                                "pairs with a body that moves"));
}

void check_pairs(const ContactSettings& contact, const BodyTypes& bodies, Complaints& complaints) {
    std::map<std::set<std::string>, std::string> seen;
    for (std::size_t i = 0; i < contact.pairs.size(); ++i) {
        const std::string pair = item_path("contact.pairs", i), path = pair + ".bodies";
        const auto& [first_name, second_name] = contact.pairs[i].bodies;
        // What is wrong in itself is not compared.
        if (!complaints.is_given(path + "[1]") || !complaints.is_sound(path)) continue;
        check_pair_names(contact.pairs[i], path, bodies, complaints);
        const auto [first, is_new] = seen.emplace(std::set{first_name, second_name}, pair);
        if (!is_new)
            complaints.add_if_sound(path,
                                    found_allowed(in_quotes(first_name) + " and " + in_quotes(second_name) +
                                                      ", the pair of " + first->second,
                                                  "every pair once, in either order"));
    }
}

/// Of a pair: what deforms bounces by its own elasticity.
void check_restitution(const ContactPair& pair, const std::string& path, const BodyTypes& bodies,
                       Complaints& complaints) {
    if (!pair.law.restitution || *pair.law.restitution == 0) return;
    for (const std::string& name : pair.bodies) {
        const auto found = bodies.find(name);
        if (found == bodies.end() || found->second == BodyType::Rigid || found->second == BodyType::Static)
            continue;
        complaints.add_if_sound(
            path, found_allowed(number_text(*pair.law.restitution) + " with " + in_quotes(name) +
                                    ", which deforms and bounces by its elasticity alone",
                                "0, or a pair of rigid and static bodies"));
        return;
    }
}

void check_friction(const Friction& friction, const std::string& path, Complaints& complaints) {
    if (friction.sliding > friction.at_rest && complaints.is_sound(path))
        complaints.add_if_sound(path + ".kinetic",
                                found_allowed(number_text(friction.sliding) + ", above the static " +
                                                  number_text(friction.at_rest),
                                              "at most the static one"));
}

void check_adhesion(const std::optional<Adhesion>& adhesion, const std::string& path,
                    const std::optional<double>& distance, Complaints& complaints) {
    if (!complaints.is_sound("contact.detection.distance")) return;
    if (!adhesion || !adhesion->can_bond() || !distance || 2 * adhesion->reference_gap <= *distance) return;
    complaints.add_if_sound(
        path + ".reference_gap",
        found_allowed(number_text(adhesion->reference_gap) + ", with bonds that reach twice as far, " +
                          number_text(2 * adhesion->reference_gap) +
                          " m, where contact.detection.distance is " + number_text(*distance) +
                          ": they would be lost before they break",
                      "at most half of that distance, or a larger distance"));
}

bool knows_bonds(SolverType type) {
    return type == SolverType::Auto || type == SolverType::Nsgs || type == SolverType::BlockPgs ||
           type == SolverType::Anticipation || type == SolverType::Newton;
}

/// Names of what can be measured of a body without contacts.
std::string names_without_contacts() {
    std::vector<std::string> names;
    for (const ProbeQuantityEntry& entry : probe_quantities)
        if (!entry.is_of_contacts) names.emplace_back(entry.name);
    return comma_separated(names);
}

void check_with(const ProbeDescription& probe, const std::string& path, const BodyTypes& bodies,
                Complaints& complaints) {
    check_body_name(*probe.with, path, bodies, complaints);
    if (is_static(probe.body, bodies) && is_static(*probe.with, bodies))
        complaints.add_if_sound(
            path, found_allowed(in_quotes(*probe.with) + ", which is static as " + in_quotes(probe.body) +
                                    " is: there are no contacts between them",
                                "a body that moves, or a probe of one"));
}

/// Solvers without W, which solve the bodies' own equations.
void check_without_compliance(const Scene& scene, Complaints& complaints) {
    const std::string solver =
        in_quotes(std::string(solver_names[static_cast<std::size_t>(scene.solver.type)]));
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
        if (scene.bodies[i].type == BodyType::Soft && scene.bodies[i].dynamics == Dynamics::Quasistatic)
            complaints.add_if_sound(item_path("bodies", i) + ".dynamics",
                                    found_allowed("\"quasistatic\" with the solver " + solver +
                                                      ", whose equations have inertia: such a body has none",
                                                  "implicit, or another solver"));
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
        if (scene.bodies[i].type == BodyType::Particles)
            complaints.add_if_sound(
                item_path("bodies", i) + ".type",
                found_allowed("\"particles\" with the solver " + solver +
                                  ", which needs sparse equations: what keeps a volume couples all particles "
                                  "of a body",
                              "another solver, or another type"));
    const bool viscous = scene.contact->law.viscosity > 0 ||
                         std::any_of(scene.contact->pairs.begin(), scene.contact->pairs.end(),
                                     [](const ContactPair& pair) { return pair.law.viscosity > 0; });
    if (viscous)
        complaints.add_if_sound("solver.type",
                                found_allowed(solver + " with viscous contact, which "
                                                       "needs the compliance that it does without",
                                              "any other, or \"viscosity\": 0"));
}

}  // namespace

void check_contact(const ContactSettings& contact, const BodyTypes& bodies, Complaints& complaints) {
    check_friction(contact.law.friction, "contact.law.friction", complaints);
    for (std::size_t i = 0; i < contact.pairs.size(); ++i)
        if (const auto& friction = contact.pairs[i].law.friction)
            check_friction(*friction, item_path("contact.pairs", i) + ".law.friction", complaints);
    for (std::size_t i = 0; i < contact.pairs.size(); ++i)
        check_restitution(contact.pairs[i], item_path("contact.pairs", i) + ".law.restitution", bodies,
                          complaints);
    check_adhesion(adhesion_of_all(contact), "contact.law.adhesion", contact.detection.distance, complaints);
    for (std::size_t i = 0; i < contact.pairs.size(); ++i)
        if (contact.pairs[i].law.adhesion && complaints.is_sound("contact.law.adhesion"))
            check_adhesion(adhesion_of(contact, contact.pairs[i]),
                           item_path("contact.pairs", i) + ".law.adhesion", contact.detection.distance,
                           complaints);
    check_pairs(contact, bodies, complaints);
}

void check_solver(const Scene& scene, Complaints& complaints) {
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
        if (const auto& friction = scene.bodies[i].friction)
            check_friction(*friction, item_path("bodies", i) + ".friction", complaints);
    if (!complaints.is_sound("solver.type")) return;
    const bool has_cone =
        scene.solver.type == SolverType::BlockPgs ||
        (scene.solver.type == SolverType::Lemke && scene.solver.cone == ConeType::Pyramid) ||
        (scene.solver.type != SolverType::Lemke && scene.solver.cone == ConeType::Exact);
    if (!has_cone && complaints.is_given("solver.cone"))
        complaints.add_if_sound("solver.cone", found_allowed("a cone that the solver does not have",
                                                             "any with block-pgs, pyramid with lemke, exact "
                                                             "with all others"));
    if (!scene.contact) return;
    if (scene.solver.type == SolverType::Anticipation || scene.solver.type == SolverType::Newton)
        check_without_compliance(scene, complaints);
    if (can_bond(*scene.contact) && !knows_bonds(scene.solver.type))
        complaints.add_if_sound(
            "solver.type",
            found_allowed(in_quotes(std::string(solver_names[static_cast<std::size_t>(scene.solver.type)])) +
                              ", which knows no adhesion, in a scene with some",
                          "auto, nsgs, block-pgs, anticipation, newton"));
    if (scene.solver.type != SolverType::Pgs) return;
    double largest = 0;
    for (const BodyDescription& body : scene.bodies)
        largest = std::max(largest, body.friction.value_or(scene.contact->law.friction).at_rest);
    for (const ContactPair& pair : scene.contact->pairs)
        if (pair.law.friction) largest = std::max(largest, pair.law.friction->at_rest);
    if (largest > 0)
        complaints.add_if_sound(
            "solver.type",
            found_allowed("\"pgs\", which knows no friction, where bodies have " + number_text(largest),
                          "auto, block-pgs, nsgs, uzawa-local, uzawa-global, lemke, "
                          "interior-point, anticipation, newton, or "
                          "\"friction\": 0 in `contact.law`"));
}

void check_contact_probe(const ProbeDescription& probe, const std::string& path, bool has_contact,
                         const BodyTypes& bodies, Complaints& complaints) {
    if (!complaints.is_sound(path + ".what")) return;
    const bool is_of_contacts = entry_of(probe.what).is_of_contacts;
    if (is_of_contacts && !has_contact)
        return complaints.add_if_sound(path + ".what",
                                       "a scene without `contact` has no contacts to measure; allowed: " +
                                           names_without_contacts() + ", or \"contact\": {} in the scene");
    if (!probe.with) return;
    if (is_of_contacts)
        check_with(probe, path + ".with", bodies, complaints);
    else
        complaints.add_if_sound(path + ".with", found_allowed("another body for a quantity of one body alone",
                                                              "`with` for quantities of contacts only"));
}

}  // namespace limpet
