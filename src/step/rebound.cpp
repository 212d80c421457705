#include "step/rebound.h"

#include <algorithm>
#include <cmath>

namespace limpet {
namespace {

/// Of one contact, with its gap, u_s − h a/2 and u⁰.
Rebound rebound_of(double gap, double before, double free, double e, double threshold, double h) {
    if (gap + h * free >= 0) return {};
    const double a = (free - before) / h, at_start = free - h * a / 2,
                 squared = at_start * at_start - 2 * a * gap;
    if (!(squared > threshold * threshold)) return {};
    const double speed = std::sqrt(squared), time = std::min(gap > 0 ? 2 * gap / (speed - at_start) : 0.0, h);
    if (!(e * speed + a * (h - time) / 2 > 0)) return {};
    return {e * speed + a * (h / 2 - time) + gap / h, speed, time};
}

}  // namespace

std::vector<Rebound> find_rebounds(const std::vector<Contact>& contacts, const GroupProblem& part, double h) {
    const auto bounces = [&](int i) {
        return contacts[i].restitution > 0 && !(contacts[i].beta > 0) && !contacts[i].sample;
    };
    if (std::none_of(part.contacts.begin(), part.contacts.end(), bounces)) return {};
    VecX before = VecX::Zero(part.u0.size());
    for (const BodyRows& body : part.bodies) body.body->add_start_velocities(body.rows, before);
    std::vector<Rebound> all(part.contacts.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
        const Contact& c = contacts[part.contacts[k]];
        if (!bounces(part.contacts[k])) continue;
        const Eigen::Index row = 3 * static_cast<Eigen::Index>(k);
        // Rows of volumes are velocities times areas.
        const double gap = std::max(c.gap, 0.0), threshold = c.bounce_speed * (c.volume ? c.area : 1);
        all[k] = rebound_of(gap, before[row], part.u0[row] - gap / h, c.restitution, threshold, h);
    }
    return all;
}

double passive_part(const Problem& problem, const VecX& without, const VecX& with, const VecX& before) {
    const VecX change = with - without;
    VecX at(without.size()), along(without.size());
    problem.W.multiply_rows(0, problem.contacts(), without.data(), at.data());
    problem.W.multiply_rows(0, problem.contacts(), change.data(), along.data());
    // ΔE = a s²/2 + b s + c
    const double a = change.dot(along), b = change.dot(at + before), c = without.dot(before + at / 2);
    if (a / 2 + b + c <= 0) return 1;
    if (!(a > 0) || c >= 0) return 0;
    return std::clamp((-b + std::sqrt(b * b - 2 * a * c)) / a, 0.0, 1.0);
}

}  // namespace limpet
