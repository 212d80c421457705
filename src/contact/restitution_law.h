#pragma once

/// Which coefficient of restitution a contact has.
///
///   e = e_pair if the pair has its own, √(e_a e_b) if both bodies have theirs, e_a if only a has,
///       e of the scene's law if neither has; 0 if one of them deforms
///
///   e  of the speed at which two bodies meet along their normal, what they part with (step/rebound.h) [-]

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bodies/body.h"
#include "limpet/scene.h"

namespace limpet {

class RestitutionLaw {
public:
    RestitutionLaw(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies);

    double coefficient(int first_body, int second_body) const;
    /// What meets more slowly does not bounce. [m/s]
    double threshold() const { return threshold_; }

private:
    double of_all_, threshold_;
    std::vector<std::optional<double>> of_body_;
    std::vector<bool> deforms_;
    std::map<std::pair<int, int>, double> of_pair_;
};

}  // namespace limpet
