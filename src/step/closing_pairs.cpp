/// Bodies that contact forces bring together.
///
/// Detection looks as far as free motion can bring two bodies together. Of two boxes that fall one above the
/// other free motion moves neither nearer to the other; the floor that stops the lower one does. After the
/// solve, pairs that now move faster against each other than free motion had it are looked at again, with the
/// velocities of the solve. So are contacts that were found, but that free motion does not close: a hit turns
/// bodies. What would close in this step is added, and all are solved again. A column of n boxes takes n
/// rounds. Pairs that are left when rounds run out are searched deeper in the next step. Continuous detection
/// has rounds of its own (keep_apart.cpp), and so have volumes (closing_volumes.cpp).

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/parallel.h"
#include "detect/broad_phase.h"
#include "detect/round_on_facets.h"
#include "detect/simplex_pairs.h"
#include "step/contact_pipeline.h"
#include "step/search_budget.h"

namespace limpet {
namespace {

/// A budget by count: a step of n rounds takes n + 1 solves.
constexpr int most_closing_rounds = 16;
/// Of `distance`: contacts that end the step with less overlap are left to the next step's stabilisation,
/// which takes out twice as much.
constexpr double overlap_tolerance_ratio = 0.5;
/// Of `distance`: pairs whose motion in the step grew by less cannot have more overlap, since detection found
/// all that were nearer than `distance` and free motion.
constexpr double travel_margin_ratio = 1 + overlap_tolerance_ratio;

}  // namespace

/// Pairs of bodies whose motion against each other the solve has increased, with how far to look.
std::vector<ContactPipeline::Near> ContactPipeline::closing_pairs(const std::vector<char>& chosen, double h) {
    std::vector<VelocityBound> speed;
    for (const auto& body : bodies_) speed.push_back(body->velocity_bound());
    std::vector<Near> closing;
    for (const auto& [i, j] : overlapping_boxes(swept_boxes(speed, h))) {
        if ((!moves_[i] && !moves_[j]) || (!chosen[i] && !chosen[j])) continue;
        Near pair{i, j, {}};
        const double travel = crude_travel(pair, speed, h);
        if (travel <= crude_travel(pair, free_speed_, h) + travel_margin_ratio * distance_) continue;
        pair.searched = distance_ + std::min(travel, most_travel(pair));
        closing.push_back(std::move(pair));
    }
    limit_searches(closing, std::vector<double>(closing.size(), distance_), most_pairs_of_round, h);
    return closing;
}

/// Those that the velocities of the solve could close, by a bound for each pair of bodies.
std::vector<Contact> ContactPipeline::far_contacts_within_reach(const std::vector<char>& chosen,
                                                                double h) const {
    std::vector<VelocityBound> speed;
    for (const auto& body : bodies_) speed.push_back(body->velocity_bound());
    std::map<std::pair<int, int>, double> travel;
    std::vector<Contact> within;
    for (const Contact& c : far_contacts_) {
        if (!chosen[c.key.first_body] && !chosen[c.key.second_body]) continue;
        const auto [known, is_new] = travel.try_emplace({c.key.first_body, c.key.second_body});
        if (is_new) known->second = crude_travel({c.key.first_body, c.key.second_body, {}}, speed, h);
        if (c.gap + overlap_tolerance_ratio * distance_ < known->second) within.push_back(c);
    }
    return within;
}

/// Those that are new, and that the velocities of the solve close too far.
std::vector<Contact> ContactPipeline::closing_among(std::vector<Contact> found,
                                                    const std::set<ContactKey>& known, double h) const {
    std::erase_if(found, [&](const Contact& c) { return c.sample || known.contains(c.key); });
    if (found.empty()) return found;
    std::vector<int> all(found.size());
    std::iota(all.begin(), all.end(), 0);
    const VecX u = row_velocities(found, all, bodies_);
    std::vector<Contact> closing;
    for (const int i : all)
        if (found[i].gap + h * u[3 * static_cast<Eigen::Index>(i)] < -overlap_tolerance_ratio * distance_)
            closing.push_back(std::move(found[i]));
    return closing;
}

/// Most pairs that are looked at again have none: only where there are some, their areas are measured.
std::vector<Contact> ContactPipeline::closing_of_pair(Near& pair, const std::set<ContactKey>& known,
                                                      double h) const {
    const DetectionSurface &first = surfaces_[pair.first], &second = surfaces_[pair.second];
    const std::vector<std::pair<int, int>> simplices =
        near_simplices(first, second, proximity_reach(first, second, pair.searched));
    std::vector<Contact> closing;
    for (const Areas areas : {Areas::Whole, Areas::Covered}) {
        pair.proximities = find_proximities(first, second, simplices, pair.searched, areas);
        allow_for_chords(first, second, pressed_vertices(pair), pair.proximities);
        find_samples(pair, pair.searched);
        closing = closing_among(contacts_of(pair), known, h);
        if (closing.empty()) break;
    }
    return closing;
}

std::vector<Contact> ContactPipeline::closing_contacts(std::vector<Near>& pairs,
                                                       const std::vector<char>& chosen, double h) const {
    std::set<ContactKey> known;
    for (const Contact& c : contacts_) known.insert(c.key);
    const std::vector<Contact> far = far_contacts_within_reach(chosen, h);
    std::vector<Contact> closing = closing_among(far, known, h);
    for (const Contact& c : far)
        if (!c.sample) known.insert(c.key);
    std::vector<std::vector<Contact>> of_pairs(pairs.size());
    parallel_blocks(static_cast<int>(pairs.size()), 1,
                    [&](int k, int) { of_pairs[k] = closing_of_pair(pairs[k], known, h); });
    for (const std::vector<Contact>& own : of_pairs) closing.insert(closing.end(), own.begin(), own.end());
    return closing;
}

/// Bodies that move as in the round before have nothing new to meet.
void ContactPipeline::solve_closing(double h) {
    unsearched_.clear();
    if (volumes_) return solve_closing_volumes(h);
    if (continuous_) return;
    const std::vector<char> all(bodies_.size(), true), none(bodies_.size(), false);
    redirected_ = all;
    for (int round = 0; round < most_closing_rounds; ++round) {
        clock_->finished(Stage::Correct);
        const std::vector<char> chosen = std::exchange(redirected_, none);
        std::vector<Near> pairs = closing_pairs(chosen, h);
        if (pairs.empty() && far_contacts_.empty()) return;
        std::vector<Contact> closing = closing_contacts(pairs, chosen, h);
        clock_->finished(Stage::Detect);
        if (closing.empty()) return;
        Impulses before = impulses();
        take_contacts(std::move(closing));
        if (!budget_.allows()) {
            take_best_answer(h, std::move(before));
            break;
        }
        solve_again(h, std::move(before));
        solve_idle(h);
    }
    for (const Near& pair : closing_pairs(all, h)) unsearched_[{pair.first, pair.second}] = pair.searched;
}

}  // namespace limpet
