#include "step/closing_pairs.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "compliance/group_problem.h"
#include "core/parallel.h"
#include "detect/detector_constants.h"
#include "step/step_constants.h"

namespace limpet {

/// Those that the velocities of the solve could close, by a bound for each pair of bodies.
std::vector<Contact> ClosingPairs::far_contacts_within_reach(const std::vector<char>& chosen,
                                                             double h) const {
    std::vector<VelocityBound> speed;
    for (const auto& body : context_.bodies) speed.push_back(body->velocity_bound());
    std::map<std::pair<int, int>, double> travel;
    std::vector<Contact> within;
    for (const Contact& c : source_.far()) {
        if (!chosen[c.key.first_body] && !chosen[c.key.second_body]) continue;
        const auto [known, is_new] = travel.try_emplace({c.key.first_body, c.key.second_body});
        if (is_new) known->second = travel_bound(speed[c.key.first_body], speed[c.key.second_body], h);
        if (c.gap + closing_overlap_tolerance_ratio * context_.distance < known->second) within.push_back(c);
    }
    return within;
}

/// Those that are new, and that the velocities of the solve close too far.
std::vector<Contact> ClosingPairs::closing_among(std::vector<Contact> found,
                                                 const std::set<ContactKey>& known, double h) const {
    std::erase_if(found, [&](const Contact& c) { return c.sample || known.contains(c.key); });
    if (found.empty()) return found;
    std::vector<int> all(found.size());
    std::iota(all.begin(), all.end(), 0);
    const VecX u = row_velocities(found, all, context_.bodies);
    std::vector<Contact> closing;
    for (const int i : all)
        if (found[i].gap + h * u[3 * static_cast<Eigen::Index>(i)] <
            -closing_overlap_tolerance_ratio * context_.distance)
            closing.push_back(std::move(found[i]));
    return closing;
}

/// Most pairs that are looked at again have none: only where there are some, their areas are measured.
std::vector<Contact> ClosingPairs::closing_of_pair(NearPair& pair, const std::set<ContactKey>& known,
                                                   double h) const {
    const std::vector<std::pair<int, int>> simplices = detector_.simplices_of(pair);
    std::vector<Contact> closing;
    for (const Areas areas : {Areas::Whole, Areas::Covered}) {
        detector_.find_again(pair, simplices, areas);
        closing = closing_among(source_.contacts_of(pair), known, h);
        if (closing.empty()) break;
    }
    return closing;
}

std::vector<Contact> ClosingPairs::closing_contacts(std::vector<NearPair>& pairs,
                                                    const std::vector<char>& chosen, double h) const {
    std::set<ContactKey> known;
    for (const Contact& c : set_.all()) known.insert(c.key);
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

std::vector<NearPair> ClosingPairs::closing_pairs(const std::vector<char>& chosen, double h) {
    std::vector<NearPair> pairs = detector_.closing_pairs(chosen, h);
    source_.warn_of_short_search(h);
    return pairs;
}

void ClosingPairs::begin() {
    rounds_ = 0;
    settled_ = false;
    unsearched_.clear();
}

/// Bodies that move as in the round before have nothing new to meet.
std::optional<std::vector<Contact>> ClosingPairs::look(double h) {
    if (rounds_ == max_closing_rounds) return {};
    std::vector<char> chosen = response_.take_redirected();
    if (rounds_ == 0) chosen.assign(chosen.size(), true);
    ++rounds_;
    std::vector<NearPair> pairs = closing_pairs(chosen, h);
    std::vector<Contact> closing;
    if (!pairs.empty() || !source_.far().empty()) closing = closing_contacts(pairs, chosen, h);
    settled_ = closing.empty();
    if (settled_) return {};
    return closing;
}

void ClosingPairs::end(double h) {
    if (settled_) return;
    const std::vector<char> all(context_.bodies.size(), true);
    for (const NearPair& pair : closing_pairs(all, h)) unsearched_[{pair.first, pair.second}] = pair.searched;
}

}  // namespace limpet
