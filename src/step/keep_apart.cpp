/// Rounds of continuous detection after the solve: R. Bridson, R. Fedkiw, J. Anderson, Robust treatment of
/// collisions, contact and friction for cloth animation (2002), §7.4, does the same with impulses pair by
/// pair and ends in rigid impact zones. We deviate: each round adds contacts to the step's one problem and
/// solves it anew, and what is left at the end is held back.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "step/contact_pipeline.h"

namespace limpet {
namespace {

/// So often contacts are added for what would pass through something, and all solved again.
constexpr int most_tunnelling_rounds = 8;
/// Of the overlap that was left in the round before: with the same contacts, more is no progress.
constexpr double progress = 0.9;
/// Of `distance`: stabilisation takes out less overlap than that; more is held back.
constexpr double held_overlap_ratio = 0.5;

}  // namespace

bool ContactPipeline::any_new(const std::vector<Contact>& contacts) const {
    std::set<ContactKey> solved;
    for (const Contact& c : contacts_)
        if (!c.idle) solved.insert(c.key);
    return std::any_of(contacts.begin(), contacts.end(),
                       [&](const Contact& c) { return !solved.contains(c.key); });
}

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
        renewed_[c.key.first_body] = renewed_[c.key.second_body] = true;
    }
    if (bonds_.possible()) {
        renewed_.assign(bodies_.size(), true);
        bonds_.attach(contacts_, first_step_);
        give_laws(contacts_);
    }
}

void ContactPipeline::keep_apart(double h) {
    shares_.clear();
    held_back_.clear();
    if (!continuous_) return;
    double worst_before = 0;
    for (int round = 0; round < most_tunnelling_rounds; ++round) {
        clock_->finished(Stage::Correct);
        std::vector<ContinuousDetection::Pair> passing = continuous_->find(h);
        clock_->finished(Stage::Detect);
        if (passing.empty()) return;
        if (round == 0)
            for (auto& pair : passing) pair.keep_facing();
        double worst = 0;
        for (const auto& pair : passing) worst = std::min(worst, pair.worst());
        std::vector<Contact> more = continuous_->contacts(passing, h);
        // Contacts that are not solved again must stay those of the last solve: their impulses are recorded.
        if (!any_new(more) && worst < progress * worst_before) break;
        Impulses before = impulses();
        take_contacts(std::move(more));
        if (!budget_.allows()) {
            take_best_answer(h, std::move(before));
            break;
        }
        worst_before = worst;
        solve_again(h, std::move(before));
        solve_idle(h);
    }
    ContinuousDetection::Held held = continuous_->hold_back(h, held_overlap_ratio * distance_);
    shares_ = std::move(held.shares);
    held_back_ = std::move(held.pairs);
}

void ContactPipeline::warn_of_held_back(double h) {
    for (const auto& pair : held_back_)
        if (pair.can_be_held_back())
            warnings_.about_pair(
                "held-back", pair.first, pair.second,
                fmt::format("would pass through each other in a step of {:.3g} s and are held back: they go "
                            "{:.2g} of their way; a time.step of that part or more solver.iterations help",
                            h, std::min(advance_share(pair.first), advance_share(pair.second))));
        else
            warnings_.about_pair("pass", pair.first, pair.second,
                                 "touch and are driven into each other in spite of contacts");
}

}  // namespace limpet
