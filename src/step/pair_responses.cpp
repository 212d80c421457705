#include "step/pair_responses.h"

#include <algorithm>

namespace limpet {
namespace {

int find_body(const PairResponses::Bodies& bodies, const std::string& name) {
    const auto found =
        std::find_if(bodies.begin(), bodies.end(), [&](const auto& body) { return body->name() == name; });
    return found != bodies.end() ? static_cast<int>(found - bodies.begin()) : -1;
}

}  // namespace

PairResponses::PairResponses(const ContactSettings& contact, const Bodies& bodies)
    : adhesive_(contact.response == ContactResponse::VirtualAdhesive),
      laws_({contact.kappa, contact.strength, contact.paper}) {
    for (const auto& body : bodies) is_particles_.push_back(body->particles() > 0);
    for (const ContactPair& pair : contact.pairs) {
        const int first = find_body(bodies, pair.bodies[0]), second = find_body(bodies, pair.bodies[1]);
        if (first < 0 || second < 0) continue;
        if (pair.response)
            is_pair_adhesive_[std::minmax({first, second})] =
                *pair.response == ContactResponse::VirtualAdhesive;
        if (pair.kappa || pair.strength) laws_.set(first, second, {pair.kappa, pair.strength, contact.paper});
    }
}

bool PairResponses::is_adhesive(int first, int second) const {
    if (is_pair_adhesive_.empty()) return adhesive_;
    const auto found = is_pair_adhesive_.find(std::minmax({first, second}));
    return found != is_pair_adhesive_.end() ? found->second : adhesive_;
}

bool PairResponses::any_zones() const {
    if (std::none_of(is_particles_.begin(), is_particles_.end(), [](bool is) { return is; })) return false;
    return adhesive_ || std::any_of(is_pair_adhesive_.begin(), is_pair_adhesive_.end(),
                                    [](const auto& pair) { return pair.second; });
}

}  // namespace limpet
