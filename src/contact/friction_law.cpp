#include "contact/friction_law.h"

#include <algorithm>
#include <cmath>

#include "bodies/make_body.h"

namespace limpet {

FrictionLaw::FrictionLaw(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies)
    : viscosity_(scene.contact->law.viscosity) {
    for (const BodyDescription& body : scene.bodies)
        of_body_.push_back(body.friction.value_or(scene.contact->law.friction));
    for (const ContactPair& pair : scene.contact->pairs) {
        const std::pair<int, int> both = std::minmax(body_index(bodies, pair.bodies[0], "contact.pairs"),
                                                     body_index(bodies, pair.bodies[1], "contact.pairs"));
        if (pair.law.friction) of_pair_.emplace(both, *pair.law.friction);
        if (pair.law.viscosity) viscosity_of_pair_.emplace(both, *pair.law.viscosity);
    }
}

double FrictionLaw::viscosity(int first_body, int second_body) const {
    const auto found = viscosity_of_pair_.find({first_body, second_body});
    return found != viscosity_of_pair_.end() ? found->second : viscosity_;
}

double FrictionLaw::coefficient(int first_body, int second_body, bool slid) const {
    const auto one = [slid](const Friction& f) { return slid ? f.sliding : f.at_rest; };
    const auto found = of_pair_.find({first_body, second_body});
    if (found != of_pair_.end()) return one(found->second);
    const double a = one(of_body_[first_body]), b = one(of_body_[second_body]);
    return a == b ? a : std::sqrt(a * b);
}

ContactStatus contact_status(const Vec3& lambda, const Vec3& u, const double* own_block, double friction,
                             double slow) {
    // Interior points leave every contact a little more than nothing.
    if (lambda.x() <= 0 || own_block[0] * lambda.x() <= u.x()) return ContactStatus::Open;
    if (friction > 0 && std::hypot(u.y(), u.z()) < slow) return ContactStatus::Stick;
    const double compliance = (own_block[4] + own_block[8]) / 2;
    const double next = std::hypot(lambda.y() - u.y() / compliance, lambda.z() - u.z() / compliance);
    return next < friction * lambda.x() ? ContactStatus::Stick : ContactStatus::Slip;
}

}  // namespace limpet
