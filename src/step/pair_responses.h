#pragma once

/// Which response two bodies have to each other, and the law of their zones if they have any.

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "bodies/body.h"
#include "contact/zones/adhesive_law.h"
#include "limpet/scene.h"

namespace limpet {

class PairResponses {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;
    PairResponses(const ContactSettings& contact, const Bodies& bodies);

    /// Virtual adhesives hold particles: without any on either side there are constraints.
    bool has_zones(int first, int second) const {
        return (is_particles_[first] || is_particles_[second]) && is_adhesive(first, second);
    }
    /// May any two bodies have zones?
    bool any_zones() const;
    const AdhesiveLaws& laws() const { return laws_; }

private:
    bool is_adhesive(int first, int second) const;

    std::vector<bool> is_particles_;
    bool adhesive_ = false;  ///< all pairs that are not below
    std::map<std::pair<int, int>, bool> is_pair_adhesive_;
    AdhesiveLaws laws_;
};

}  // namespace limpet
