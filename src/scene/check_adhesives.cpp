/// What virtual adhesives and attachments ask of a scene.

#include <map>
#include <set>

#include "core/text.h"
#include "scene/check_scene.h"
#include "scene/json_value.h"

namespace limpet {
namespace {

using json::in_quotes;
using json::item_path;

constexpr const char* release_laws =
    "one of `kappa` (m, as the paper has it) and `strength` (Pa, which does not depend on step and mesh)";

bool is_particles(BodyType type) {
    return type == BodyType::Particles;
}

bool is_soft_or_cloth(BodyType type) {
    return type == BodyType::Soft || type == BodyType::Cloth;
}

/// Pairs with a response of their own, by names.
using Responses = std::map<std::set<std::string>, ContactResponse>;

Responses responses_of_pairs(const ContactSettings& contact) {
    Responses responses;
    for (const ContactPair& pair : contact.pairs)
        if (pair.response) responses[{pair.bodies[0], pair.bodies[1]}] = *pair.response;
    return responses;
}

void check_release(const std::optional<double>& kappa, const std::optional<double>& strength,
                   const std::string& path, Complaints& complaints) {
    if (kappa && strength)
        complaints.add_if_sound(
            path + ".strength",
            found_allowed(number_text(*strength) + " beside a `kappa` of " + number_text(*kappa),
                          release_laws));
}

void refuse_soft(const std::string& path, const std::string& soft, const std::string& other,
                 Complaints& complaints) {
    complaints.add_if_sound(path,
                            found_allowed("\"virtual-adhesive\" between " + in_quotes(soft) +
                                              ", which is no body of "
                                              "particles, and " +
                                              in_quotes(other),
                                          "static, rigid and particles bodies; give the pair \"response\": "
                                          "\"constraints\" in `contact.pairs`"));
}

void check_pair_response(const ContactSettings& contact, const ContactPair& pair, const std::string& path,
                         const BodyTypes& bodies, Complaints& complaints) {
    check_release(pair.kappa, pair.strength, path, complaints);
    if (pair.response != ContactResponse::VirtualAdhesive) return;
    if (!pair.kappa && !pair.strength && !contact.kappa && !contact.strength)
        complaints.add_if_sound(path + ".response",
                                found_allowed("\"virtual-adhesive\" without a law of release", release_laws));
    const auto first = bodies.find(pair.bodies[0]), second = bodies.find(pair.bodies[1]);
    if (first == bodies.end() || second == bodies.end()) return;
    for (const auto& [body, other] : {std::pair(first, second), std::pair(second, first)})
        if (is_soft_or_cloth(body->second))
            return refuse_soft(path + ".response", body->first, other->first, complaints);
    if (!is_particles(first->second) && !is_particles(second->second))
        complaints.add_if_sound(path + ".response",
                                found_allowed("\"virtual-adhesive\" where neither body has particles",
                                              "a pair with a particles body, or constraints"));
}

/// All pairs that have no response of their own.
void check_common_response(const ContactSettings& contact, const Responses& own, const BodyTypes& bodies,
                           Complaints& complaints) {
    if (contact.response != ContactResponse::VirtualAdhesive) return;
    if (!contact.kappa && !contact.strength)
        complaints.add_if_sound("contact.response",
                                found_allowed("\"virtual-adhesive\" without a law of release", release_laws));
    for (const auto& [name, type] : bodies) {
        if (!is_soft_or_cloth(type)) continue;
        for (const auto& [other, other_type] : bodies)
            if (is_particles(other_type) && !own.contains({name, other}))
                return refuse_soft("contact.response", name, other, complaints);
    }
}

/// What would be read by nobody.
void refuse_unused(const std::optional<double>& value, const std::string& path, const std::string& where,
                   Complaints& complaints) {
    if (value)
        complaints.add_if_sound(
            path,
            found_allowed(number_text(*value) + " where " + where + " the response \"virtual-adhesive\"",
                          "\"response\": \"virtual-adhesive\", for all or for a pair"));
}

void check_pair_says_something(const ContactPair& pair, const std::string& path, Complaints& complaints) {
    if (pair.response || pair.kappa || pair.strength || pair.law != ContactPair::Law{} ||
        complaints.is_given(path + ".law"))
        return;
    complaints.add_if_sound(path, found_allowed("nothing that is different between the two",
                                                "one or more of response, kappa, strength, law"));
}

bool any_adhesive(const ContactSettings& contact) {
    for (const ContactPair& pair : contact.pairs)
        if (pair.response == ContactResponse::VirtualAdhesive) return true;
    return contact.response == ContactResponse::VirtualAdhesive;
}

}  // namespace

void check_adhesives(const Scene& scene, const BodyTypes& bodies, Complaints& complaints) {
    if (!scene.contact) return;
    const ContactSettings& contact = *scene.contact;
    check_release(contact.kappa, contact.strength, "contact", complaints);
    check_common_response(contact, responses_of_pairs(contact), bodies, complaints);
    for (std::size_t i = 0; i < contact.pairs.size(); ++i) {
        const ContactPair& pair = contact.pairs[i];
        const std::string path = item_path("contact.pairs", i);
        check_pair_response(contact, pair, path, bodies, complaints);
        check_pair_says_something(pair, path, complaints);
        if (pair.response.value_or(contact.response) == ContactResponse::VirtualAdhesive) continue;
        refuse_unused(pair.kappa, path + ".kappa", "the pair does not have", complaints);
        refuse_unused(pair.strength, path + ".strength", "the pair does not have", complaints);
    }
    if (!any_adhesive(contact)) {
        refuse_unused(contact.kappa, "contact.kappa", "no pair has", complaints);
        refuse_unused(contact.strength, "contact.strength", "no pair has", complaints);
    }
    if (any_adhesive(contact) && contact.detection.type == DetectionType::LayeredDepth)
        complaints.add_if_sound("contact.detection.type",
                                found_allowed("\"ldi\" with virtual adhesives, which hold nearest points: "
                                              "images have none",
                                              "proximity, continuous"));
}

void check_attachment(const AttachmentDescription& attachment, const std::string& path,
                      const BodyTypes& bodies, Complaints& complaints) {
    for (int i = 0; i < 2; ++i)
        check_body_name(attachment.bodies[i], item_path(path + ".bodies", i), bodies, complaints);
    check_selection(attachment.box, path, complaints);
    const auto elastic = bodies.find(attachment.bodies[0]), rigid = bodies.find(attachment.bodies[1]);
    if (elastic != bodies.end() && !is_particles(elastic->second))
        complaints.add_if_sound(
            path + ".bodies[0]",
            found_allowed(in_quotes(elastic->first) + ", which has no particles",
                          "a particles body first, what it is attached to second; nodes of soft bodies and "
                          "cloth are held by `fixed` and moved by `motion`"));
    if (rigid != bodies.end() && rigid->second != BodyType::Rigid && rigid->second != BodyType::Static)
        complaints.add_if_sound(
            path + ".bodies[1]",
            found_allowed(in_quotes(rigid->first) + ", which deforms", "a rigid or static body"));
}

}  // namespace limpet
