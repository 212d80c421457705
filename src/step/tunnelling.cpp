#include "step/tunnelling.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "compliance/group_problem.h"
#include "contact/common_point.h"
#include "contact/make_contacts.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

/// Ordinals of what meets again are below those of what meets.
constexpr int met_again = 1 << 28;

/// A vertex may have contacts by proximity with ordinals from 0 on, and two edges one with the second's
/// number.
int ordinal_of(const Crossing& c) {
    const Proximity& p = c.pair;
    const int other = p.features == FeaturePair::FaceVertex ? p.first_feature : p.second_feature;
    if (c.again) return -1 - other - met_again;
    return p.features == FeaturePair::EdgeEdge ? other : -1 - other;
}

}  // namespace

std::vector<Contact> Tunnelling::contacts(const std::vector<CrossingPair>& pairs, double h) const {
    std::vector<Contact> made;
    std::vector<double> ends;
    const auto radius = [&](int body) { return detector_.surfaces()[body].complex().radius(); };
    for (const CrossingPair& pair : pairs)
        for (const Crossing& c : pair.crossings) {
            const Proximity& p = c.pair;
            made.push_back(make_contact({pair.first, pair.second, p.features, key_feature(p), ordinal_of(c)},
                                        p, radius(pair.first), radius(pair.second)));
            push_at_common_point(made.back(), context_.bodies);
            ends.push_back(c.end_gap);
        }
    std::vector<int> all(made.size());
    std::iota(all.begin(), all.end(), 0);
    const VecX u = row_velocities(rows_on_bodies(made, all, context_.bodies), static_cast<int>(made.size()));
    for (std::size_t i = 0; i < made.size(); ++i)
        made[i].gap = std::max(ends[i] - h * u[3 * static_cast<Eigen::Index>(i)], std::min(made[i].gap, 0.0));
    return made;
}

void Tunnelling::begin() {
    rounds_ = 0;
    worst_before_ = 0;
    settled_ = false;
    shares_.clear();
    held_back_.clear();
}

std::optional<std::vector<Contact>> Tunnelling::look(double h) {
    if (rounds_ == max_tunnelling_rounds) return {};
    std::vector<CrossingPair> passing = detector_.find_crossing(h);
    settled_ = passing.empty();
    if (settled_) return {};
    if (rounds_ == 0)
        for (CrossingPair& pair : passing) pair.keep_facing();
    double worst = 0;
    for (const CrossingPair& pair : passing) worst = std::min(worst, pair.worst());
    std::vector<Contact> found = contacts(passing, h);
    // Contacts that are not solved again must stay those of the last solve: their impulses are recorded.
    if (!set_.any_new(found) && worst < min_round_progress_ratio * worst_before_) return {};
    worst_before_ = worst;
    ++rounds_;
    return found;
}

void Tunnelling::end(double h) {
    if (settled_) return;
    ContinuousDetector::Held held = detector_.hold_back(h, held_overlap_ratio * context_.distance);
    shares_ = std::move(held.shares);
    held_back_ = std::move(held.pairs);
}

void Tunnelling::warn(double h) {
    for (const CrossingPair& pair : held_back_)
        if (pair.can_be_held_back())
            context_.warnings.about_pair("held-back", pair.first, pair.second, 0, [&] {
                return fmt::format(
                    "would pass through each other in a step of {:.3g} s and are held back: they go {:.2g} "
                    "of "
                    "their way; a time.step of that part or more solver.iterations help",
                    h, std::min(advance_share(pair.first), advance_share(pair.second)));
            });
        else
            context_.warnings.about_pair("pass", pair.first, pair.second, 0,
                                         "touch and are driven into each other in spite of contacts");
}

}  // namespace limpet
