#include "contact/adhesion_law.h"

#include <algorithm>
#include <cmath>

#include "bodies/make_body.h"

namespace limpet {

double grown_bond(double beta, double compression, const Adhesion& law, double h) {
    if (!(compression > beta * law.saturation)) return beta;
    if (law.saturation == 0) return std::min(1.0, beta + h * law.bonding_rate * compression);
    const double target = compression / law.saturation;
    return std::min(1.0, target - (target - beta) * std::exp(-law.bonding_rate * law.saturation * h));
}

double faded_bond(double beta, double gap, const Adhesion& law, double h) {
    const double pull = law.stiffness * gap * gap;
    if (!(pull * beta > law.energy)) return beta;
    if (law.viscosity == 0) return law.energy / pull;
    const double rate = h / law.viscosity;
    return (beta + rate * law.energy) / (1 + rate * pull);
}

double bond_energy(const Adhesion& law, double beta, double strain, double area) {
    return law.stiffness * beta * beta * strain * strain * area / 2;
}

AdhesionLaw::AdhesionLaw(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies)
    : of_all_(adhesion_of_all(*scene.contact)) {
    for (const ContactPair& pair : scene.contact->pairs)
        if (pair.law.adhesion)
            of_pair_.emplace(std::minmax(body_index(bodies, pair.bodies[0], "contact.pairs"),
                                         body_index(bodies, pair.bodies[1], "contact.pairs")),
                             *adhesion_of(*scene.contact, pair));
}

const Adhesion* AdhesionLaw::between(int first_body, int second_body) const {
    const auto found = of_pair_.find(std::minmax(first_body, second_body));
    const Adhesion* law = found != of_pair_.end() ? &found->second : of_all_ ? &*of_all_ : nullptr;
    return law && law->can_bond() ? law : nullptr;
}

double AdhesionLaw::largest_reference_gap() const {
    double largest = of_all_ && of_all_->can_bond() ? of_all_->reference_gap : 0;
    for (const auto& [pair, law] : of_pair_)
        if (law.can_bond()) largest = std::max(largest, law.reference_gap);
    return largest;
}

}  // namespace limpet
