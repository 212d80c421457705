#include "detect/continuous/continuous_detector.h"

#include <algorithm>
#include <cmath>

#include "core/disjoint_sets.h"
#include "core/parallel.h"
#include "detect/broad_phase.h"
#include "detect/detector_constants.h"

namespace limpet {

void CrossingPair::keep_facing() {
    const auto faces = [](const Crossing& c) { return c.faces; };
    if (std::any_of(crossings.begin(), crossings.end(), faces))
        std::erase_if(crossings, [&](const Crossing& c) { return !faces(c); });
}

double CrossingPair::time() const {
    double first_time = 2;
    for (const Crossing& c : crossings)
        if (c.time > 0) first_time = std::min(first_time, c.time);
    return first_time;
}

double CrossingPair::worst() const {
    double end = 0;
    for (const Crossing& c : crossings) end = std::min(end, c.end_gap);
    return end;
}

double CrossingPair::share() const {
    double share = time() <= 1 ? approach_share * time() : 1;
    for (const Crossing& c : crossings)
        if (c.time == 0 && thickness > 0)
            share = std::min(share, std::max(c.pair.gap + sheet_deepest_ratio * thickness, 0.0) /
                                        (c.pair.gap - c.end_gap));
    return share < 1 ? share : met_at_start_share;
}

ContinuousDetector::ContinuousDetector(Colliders colliders, const Settings& settings,
                                       const OverlapDepths& depths, Pressed pressed, double overlap)
    : ProximityDetector(std::move(colliders), settings, depths, std::move(pressed)),
      self_(settings.self),
      overlap_(overlap),
      trajectories_(this->colliders().size()),
      moving_(this->colliders().size()) {}

void ContinuousDetector::surface_changed(int body) {
    ProximityDetector::surface_changed(body);
    moving_[body] = {};
    trajectories_[body] = {};
}

void ContinuousDetector::sweep(double h, const std::vector<double>& shares) {
    const int count = static_cast<int>(colliders().size());
    parallel_blocks(count, 1, [&](int i, int) {
        if (trajectories_[i].empty() || !colliders()[i]->stands_still())
            trajectories_[i] = {surfaces()[i], colliders()[i]->end_positions(h * shares[i]),
                                colliders()[i]->chord_error(h * shares[i])};
    });
    std::vector<Box3> boxes;
    for (int i = 0; i < count; ++i) {
        const double grown = surfaces()[i].complex().radius() + trajectories_[i].chord_error() + overlap_;
        Box3 box = trajectories_[i].box();
        if (!box.isEmpty()) box = {box.min().array() - grown, box.max().array() + grown};
        boxes.push_back(box);
    }
    meeting_.clear();
    const auto can_yield = [&](int i) { return colliders()[i]->can_move(); };
    for (const auto& [i, j] : overlapping_boxes(boxes))
        if (can_yield(i) || can_yield(j)) meeting_.emplace_back(i, j);
    for (int i = 0; self_ && i < count; ++i)
        if (colliders()[i]->deforms() && can_yield(i)) meeting_.emplace_back(i, i);
}

/// Crossings end by their overlap deeper than they start: at least so much the two move against each other.
std::vector<std::pair<int, int>> ContinuousDetector::moving_pairs(const Slack& slack) const {
    std::vector<char> moves(meeting_.size());
    parallel_blocks(static_cast<int>(meeting_.size()), 1, [&](int k, int) {
        const auto [i, j] = meeting_[k];
        const double chord_errors = trajectories_[i].chord_error() + trajectories_[j].chord_error();
        const double radii = surfaces()[i].complex().radius() + surfaces()[j].complex().radius();
        const double motion =
            relative_motion(trajectories_[i], trajectories_[j], radii + chord_errors + overlap_) +
            chord_errors;
        moves[k] = motion > motion_rounding_ratio * overlap_of(i, j, slack);
    });
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t k = 0; k < meeting_.size(); ++k)
        if (moves[k]) pairs.push_back(meeting_[k]);
    return pairs;
}

double ContinuousDetector::thickness(int first, int second) const {
    const auto half = [&](int i) {
        const CollisionComplex& complex = surfaces()[i].complex();
        return complex.is_sheet() ? complex.radius() : 0;
    };
    return half(first) + half(second);
}

std::vector<CrossingPair> ContinuousDetector::find_crossing(double h) {
    return find_crossing(h, {overlap_, sheet_touching_ratio}, whole_step());
}

double ContinuousDetector::overlap_of(int first, int second, const Slack& slack) const {
    const double sheets = thickness(first, second);
    return sheets > 0 ? std::min(slack.overlap, slack.of_thickness * sheets) : slack.overlap;
}

std::vector<CrossingPair> ContinuousDetector::find_crossing(double h, const Slack& slack,
                                                            const std::vector<double>& shares) {
    sweep(h, shares);
    const std::vector<std::pair<int, int>> looked_at = moving_pairs(slack);
    std::vector<char> needed(colliders().size(), 0);
    for (const auto& [i, j] : looked_at) needed[i] = needed[j] = 1;
    parallel_blocks(static_cast<int>(colliders().size()), 1, [&](int i, int) {
        const bool known = !moving_[i].end_tree().empty() && colliders()[i]->stands_still();
        if (needed[i] && !known)
            moving_[i].update(surfaces()[i], trajectories_[i].end(), trajectories_[i].chord_error());
    });
    std::vector<CrossingPair> pairs(looked_at.size());
    parallel_blocks(static_cast<int>(looked_at.size()), 1, [&](int k, int) {
        const auto [i, j] = looked_at[k];
        const double overlap = overlap_of(i, j, slack);
        pairs[k] = {i, j,
                    i == j ? find_self_crossings(moving_[i], overlap)
                           : find_crossings(moving_[i], moving_[j], overlap),
                    std::max(moving_[i].chord_error(), moving_[j].chord_error()) > overlap, thickness(i, j)};
    });
    std::erase_if(pairs, [](const CrossingPair& pair) { return pair.crossings.empty(); });
    return pairs;
}

void ContinuousDetector::slow_down(const std::vector<CrossingPair>& pairs,
                                   std::vector<double>& shares) const {
    DisjointSets linked(colliders().size());
    const auto can_yield = [&](int i) { return colliders()[i]->can_move(); };
    for (const auto& [i, j] : meeting_)
        if (can_yield(i) && can_yield(j)) linked.join(i, j);
    std::vector<double> of_root(colliders().size(), 1.0);
    for (const CrossingPair& pair : pairs) {
        double& share = of_root[linked.root(can_yield(pair.first) ? pair.first : pair.second)];
        share = std::min(share, pair.share());
    }
    for (int i = 0; i < static_cast<int>(shares.size()); ++i)
        if (can_yield(i)) shares[i] *= of_root[linked.root(i)];
}

ContinuousDetector::Held ContinuousDetector::hold_back(double h, double overlap) {
    Held held{{}, whole_step()};
    for (int i = 0; i < max_hold_backs; ++i) {
        std::vector<CrossingPair> pairs = find_crossing(h, {overlap, sheet_hold_back_ratio}, held.shares);
        if (i == 0) held.pairs = pairs;
        std::erase_if(pairs, [](const CrossingPair& pair) { return !pair.can_be_held_back(); });
        if (pairs.empty()) break;
        slow_down(pairs, held.shares);
    }
    return held;
}

}  // namespace limpet
