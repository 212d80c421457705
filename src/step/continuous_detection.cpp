#include "step/continuous_detection.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compliance/group_problem.h"
#include "contact/common_point.h"
#include "contact/make_contacts.h"
#include "core/disjoint_sets.h"
#include "core/parallel.h"
#include "detect/broad_phase.h"

namespace limpet {
namespace {

/// Of the way to where two bodies meet, how far they go if nothing else keeps them apart; of the step, if
/// they meet at its start already.
constexpr double of_the_way = 0.9, of_the_step = 0.5;
/// Of what keeps sheets apart: less overlap counts as touching; more is held back; and deeper they never go.
constexpr double touching_overlap_ratio = 0.05, deep_overlap_ratio = 0.5, deepest_overlap_ratio = 0.8;
/// Of an overlap: less motion makes none, whatever is rounded.
constexpr double surely_less = 0.999;
/// So often bodies are held back further in a step.
constexpr int most_times = 12;
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

void ContinuousDetection::Pair::keep_facing() {
    const auto faces = [](const Crossing& c) { return c.faces; };
    if (std::any_of(crossings.begin(), crossings.end(), faces))
        std::erase_if(crossings, [&](const Crossing& c) { return !faces(c); });
}

double ContinuousDetection::Pair::time() const {
    double first_time = 2;
    for (const Crossing& c : crossings)
        if (c.time > 0) first_time = std::min(first_time, c.time);
    return first_time;
}

double ContinuousDetection::Pair::worst() const {
    double end = 0;
    for (const Crossing& c : crossings) end = std::min(end, c.end_gap);
    return end;
}

double ContinuousDetection::Pair::share() const {
    double share = time() <= 1 ? of_the_way * time() : 1;
    for (const Crossing& c : crossings)
        if (c.time == 0 && thickness > 0)
            share = std::min(share, std::max(c.pair.gap + deepest_overlap_ratio * thickness, 0.0) /
                                        (c.pair.gap - c.end_gap));
    return share < 1 ? share : of_the_step;
}

ContinuousDetection::ContinuousDetection(const Bodies& bodies, const std::vector<DetectionSurface>& surfaces,
                                         bool self, double overlap)
    : bodies_(bodies),
      surfaces_(surfaces),
      self_(self),
      overlap_(overlap),
      ways_(bodies.size()),
      moving_(bodies.size()) {}

void ContinuousDetection::sweep(double h, const std::vector<double>& shares) {
    const int count = static_cast<int>(bodies_.size());
    parallel_blocks(count, 1, [&](int i, int) {
        if (ways_[i].empty() || !bodies_[i]->stands_still())
            ways_[i] = {surfaces_[i], bodies_[i]->end_positions(h * shares[i]),
                        bodies_[i]->stray(h * shares[i])};
    });
    std::vector<Box3> boxes;
    for (int i = 0; i < count; ++i) {
        const double grown = surfaces_[i].complex().radius() + ways_[i].stray() + overlap_;
        Box3 box = ways_[i].box();
        if (!box.isEmpty()) box = {box.min().array() - grown, box.max().array() + grown};
        boxes.push_back(box);
    }
    near_.clear();
    const auto can_yield = [&](int i) { return bodies_[i]->can_move(); };
    for (const auto& [i, j] : overlapping_boxes(boxes))
        if (can_yield(i) || can_yield(j)) near_.emplace_back(i, j);
    for (int i = 0; self_ && i < count; ++i)
        if (bodies_[i]->type() != BodyType::Rigid && can_yield(i)) near_.emplace_back(i, i);
}

/// Crossings end by their overlap deeper than they start: at least so much the two move against each other.
std::vector<std::pair<int, int>> ContinuousDetection::moving_pairs(const Slack& slack) const {
    std::vector<char> moves(near_.size());
    parallel_blocks(static_cast<int>(near_.size()), 1, [&](int k, int) {
        const auto [i, j] = near_[k];
        const double strays = ways_[i].stray() + ways_[j].stray();
        const double radii = surfaces_[i].complex().radius() + surfaces_[j].complex().radius();
        const double motion = relative_motion(ways_[i], ways_[j], radii + strays + overlap_) + strays;
        moves[k] = motion > surely_less * overlap_of(i, j, slack);
    });
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t k = 0; k < near_.size(); ++k)
        if (moves[k]) pairs.push_back(near_[k]);
    return pairs;
}

double ContinuousDetection::thickness(int first, int second) const {
    const auto half = [&](int i) {
        const CollisionComplex& complex = surfaces_[i].complex();
        return complex.is_sheet() ? complex.radius() : 0;
    };
    return half(first) + half(second);
}

std::vector<ContinuousDetection::Pair> ContinuousDetection::find(double h) {
    return find(h, {overlap_, touching_overlap_ratio}, whole_step());
}

double ContinuousDetection::overlap_of(int first, int second, const Slack& slack) const {
    const double sheets = thickness(first, second);
    return sheets > 0 ? std::min(slack.overlap, slack.of_thickness * sheets) : slack.overlap;
}

std::vector<ContinuousDetection::Pair> ContinuousDetection::find(double h, const Slack& slack,
                                                                 const std::vector<double>& shares) {
    sweep(h, shares);
    const std::vector<std::pair<int, int>> looked_at = moving_pairs(slack);
    std::vector<char> needed(bodies_.size(), 0);
    for (const auto& [i, j] : looked_at) needed[i] = needed[j] = 1;
    parallel_blocks(static_cast<int>(bodies_.size()), 1, [&](int i, int) {
        const bool known = !moving_[i].end_tree().empty() && bodies_[i]->stands_still();
        if (needed[i] && !known) moving_[i].update(surfaces_[i], ways_[i].end(), ways_[i].stray());
    });
    std::vector<Pair> pairs(looked_at.size());
    parallel_blocks(static_cast<int>(looked_at.size()), 1, [&](int k, int) {
        const auto [i, j] = looked_at[k];
        const double overlap = overlap_of(i, j, slack);
        pairs[k] = {i, j,
                    i == j ? find_self_crossings(moving_[i], overlap)
                           : find_crossings(moving_[i], moving_[j], overlap),
                    std::max(moving_[i].stray(), moving_[j].stray()) > overlap, thickness(i, j)};
    });
    std::erase_if(pairs, [](const Pair& pair) { return pair.crossings.empty(); });
    return pairs;
}

std::vector<Contact> ContinuousDetection::contacts(const std::vector<Pair>& pairs, double h) const {
    std::vector<Contact> made;
    std::vector<double> ends;
    for (const Pair& pair : pairs)
        for (const Crossing& c : pair.crossings) {
            const Proximity& p = c.pair;
            const int ordinal = ordinal_of(c);
            made.push_back(make_contact({pair.first, pair.second, p.features, key_feature(p), ordinal}, p,
                                        surfaces_[pair.first].complex().radius(),
                                        surfaces_[pair.second].complex().radius()));
            push_at_common_point(made.back(), bodies_);
            ends.push_back(c.end_gap);
        }
    std::vector<int> all(made.size());
    std::iota(all.begin(), all.end(), 0);
    const VecX u = row_velocities(rows_on_bodies(made, all, bodies_), static_cast<int>(made.size()));
    for (std::size_t i = 0; i < made.size(); ++i)
        made[i].gap = std::max(ends[i] - h * u[3 * static_cast<Eigen::Index>(i)], std::min(made[i].gap, 0.0));
    return made;
}

void ContinuousDetection::slow_down(const std::vector<Pair>& pairs, std::vector<double>& shares) const {
    DisjointSets linked(bodies_.size());
    const auto can_yield = [&](int i) { return bodies_[i]->can_move(); };
    for (const auto& [i, j] : near_)
        if (can_yield(i) && can_yield(j)) linked.join(i, j);
    std::vector<double> of_root(bodies_.size(), 1.0);
    for (const Pair& pair : pairs) {
        double& share = of_root[linked.root(can_yield(pair.first) ? pair.first : pair.second)];
        share = std::min(share, pair.share());
    }
    for (int i = 0; i < static_cast<int>(shares.size()); ++i)
        if (can_yield(i)) shares[i] *= of_root[linked.root(i)];
}

ContinuousDetection::Held ContinuousDetection::hold_back(double h, double overlap) {
    Held held{{}, whole_step()};
    for (int i = 0; i < most_times; ++i) {
        std::vector<Pair> pairs = find(h, {overlap, deep_overlap_ratio}, held.shares);
        if (i == 0) held.pairs = pairs;
        std::erase_if(pairs, [](const Pair& pair) { return !pair.can_be_held_back(); });
        if (pairs.empty()) break;
        slow_down(pairs, held.shares);
    }
    return held;
}

}  // namespace limpet
