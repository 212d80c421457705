#include "contact/restitution_law.h"

#include <algorithm>
#include <cmath>

#include "bodies/make_body.h"

namespace limpet {

RestitutionLaw::RestitutionLaw(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies)
    : of_all_(scene.contact->law.restitution), threshold_(scene.contact->law.restitution_threshold) {
    for (const BodyDescription& body : scene.bodies) of_body_.push_back(body.restitution);
    for (const auto& body : bodies) deforms_.push_back(body->deforms());
    for (const ContactPair& pair : scene.contact->pairs)
        if (pair.law.restitution)
            of_pair_.emplace(std::minmax(body_index(bodies, pair.bodies[0], "contact.pairs"),
                                         body_index(bodies, pair.bodies[1], "contact.pairs")),
                             *pair.law.restitution);
}

double RestitutionLaw::coefficient(int first_body, int second_body) const {
    if (deforms_[first_body] || deforms_[second_body]) return 0;
    const auto found = of_pair_.find({first_body, second_body});
    if (found != of_pair_.end()) return found->second;
    const std::optional<double>&a = of_body_[first_body], &b = of_body_[second_body];
    if (!a && !b) return of_all_;
    return a && b ? std::sqrt(*a * *b) : a.value_or(b.value_or(0));
}

}  // namespace limpet
