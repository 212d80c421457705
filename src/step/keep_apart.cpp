/// Rounds of continuous detection after the solve: R. Bridson, R. Fedkiw, J. Anderson, Robust treatment of
/// collisions, contact and friction for cloth animation (2002), §7.4, does the same with impulses pair by
/// pair and ends in rigid impact zones. We deviate: each round adds contacts to the step's one problem and
/// solves it anew, and what is left at the end is held back.

#include <map>

#include "step/contact_pipeline.h"

namespace limpet {
namespace {

/// So often contacts are added for what would pass through something, and all solved again.
constexpr int most_rounds = 8;

}  // namespace

void ContactPipeline::take_contacts(std::vector<Contact> more) {
    give_laws(more);
    std::map<ContactKey, std::size_t> known;
    for (std::size_t i = 0; i < contacts_.size(); ++i) known[contacts_[i].key] = i;
    for (Contact& c : more) {
        const auto found = known.find(c.key);
        if (found == known.end()) {
            contacts_.push_back(c);
            continue;
        }
        c.id = contacts_[found->second].id;
        contacts_[found->second] = c;
    }
    if (!bonds_.possible()) return;
    bonds_.attach(contacts_, first_step_);
    give_laws(contacts_);
}

void ContactPipeline::keep_apart(double h) {
    shares_.clear();
    if (!continuous_) return;
    for (int round = 0; round < most_rounds; ++round) {
        const std::vector<ContinuousDetection::Pair> passing = continuous_->find(h, round == 0);
        if (passing.empty()) return;
        take_contacts(continuous_->contacts(passing, h));
        build_problems(h);
        solve();
        correct();
    }
    const std::vector<ContinuousDetection::Pair> passing = continuous_->find(h, false);
    for (const auto& pair : passing)
        warn("pass", pair.first, pair.second,
             pair.time() <= 1 ? "would pass through each other in a step and are held back; a smaller "
                                "time.step or more solver.iterations help"
                              : "touch and are driven into each other though contacts hold them");
    shares_ = continuous_->safe_shares(passing);
}

}  // namespace limpet
