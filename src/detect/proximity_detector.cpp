#include "detect/proximity_detector.h"

#include <algorithm>

#include "core/parallel.h"
#include "detect/broad_phase.h"
#include "detect/depth.h"
#include "detect/detector_constants.h"
#include "detect/round/solid_proximity.h"
#include "detect/round_on_facets.h"
#include "detect/search_budget.h"
#include "detect/simplex_pairs.h"

namespace limpet {

double travel_bound(const VelocityBound& first, const VelocityBound& second, double h) {
    return h * ((first.mean - second.mean).norm() + first.deviation + second.deviation);
}

ProximityDetector::ProximityDetector(Colliders colliders, const Settings& settings,
                                     const OverlapDepths& depths, Pressed pressed)
    : colliders_(std::move(colliders)), settings_(settings), depths_(depths), pressed_(std::move(pressed)) {
    for (const Collider* collider : colliders_)
        surfaces_.emplace_back(collider->complex(), collider->deforms())
            .update(collider->collision_positions());
}

void ProximityDetector::inherit(const CarriedState& detector, const BodyRenumbering& bodies) {
    const auto& before = static_cast<const ProximityDetector&>(detector);
    for (int i = 0; i < bodies.bodies_before(); ++i)
        if (const std::optional<int> now = bodies.body(i)) surfaces_[*now] = before.surfaces_[i];
}

void ProximityDetector::surface_changed(int body) {
    surfaces_[body] = DetectionSurface(colliders_[body]->complex(), colliders_[body]->deforms());
    search_.surface_changed(body);
}

std::vector<VelocityBound> ProximityDetector::velocity_bounds() const {
    std::vector<VelocityBound> speed;
    for (const Collider* collider : colliders_) speed.push_back(collider->velocity_bound());
    return speed;
}

double ProximityDetector::max_travel(const NearPair& pair) const {
    return max_travel_ratio * std::min(surfaces_[pair.first].size(), surfaces_[pair.second].size());
}

std::vector<Box3> ProximityDetector::swept_boxes(const std::vector<VelocityBound>& speed, double h) const {
    Vec3 common = Vec3::Zero();
    for (const VelocityBound& s : speed) common += s.mean / static_cast<double>(speed.size());
    std::vector<Box3> boxes;
    for (std::size_t i = 0; i < speed.size(); ++i) {
        const double travel = h * ((speed[i].mean - common).norm() + speed[i].deviation);
        const double grown = surfaces_[i].complex().radius() + settings_.distance / 2 + travel;
        boxes.push_back(surfaces_[i].box());
        if (!boxes.back().isEmpty())
            boxes.back() = {boxes.back().min().array() - grown, boxes.back().max().array() + grown};
    }
    return boxes;
}

void ProximityDetector::find_near(double h) {
    near_.clear();
    const auto can_come_near = [&](int i) { return colliders_[i]->can_move() || colliders_[i]->deforms(); };
    for (const auto& [i, j] : overlapping_boxes(swept_boxes(free_speed_, h)))
        if (can_come_near(i) || can_come_near(j)) near_.push_back({i, j});
    for (int i = 0; settings_.self && i < static_cast<int>(colliders_.size()); ++i)
        if (colliders_[i]->deforms()) near_.push_back({i, i});
}

/// Where they are needed: of bodies that turn or deform, over the step.
std::vector<SurfaceTrajectory> ProximityDetector::free_trajectories(double h) const {
    std::vector<char> needed(colliders_.size(), false);
    for (const NearPair& pair : near_)
        if (pair.first != pair.second &&
            h * (free_speed_[pair.first].deviation + free_speed_[pair.second].deviation) >
                min_deviation_ratio * settings_.distance)
            needed[pair.first] = needed[pair.second] = true;
    std::vector<SurfaceTrajectory> trajectories(colliders_.size());
    parallel_blocks(static_cast<int>(colliders_.size()), 1, [&](int i, int) {
        if (needed[i])
            trajectories[i] = {surfaces_[i], colliders_[i]->end_positions(h), colliders_[i]->chord_error(h)};
    });
    return trajectories;
}

/// `distance`, what they can move in the step where they are that near, and how deep they were in each other;
/// in the first step, as deep as may be.
ProximityDetector::Reach ProximityDetector::reach(const NearPair& pair,
                                                  const std::vector<SurfaceTrajectory>& trajectories,
                                                  double h) const {
    const DetectionSurface &first = surfaces_[pair.first], &second = surfaces_[pair.second];
    const double depth = depths_.known()
                             ? depths_.of(pair.first, pair.second)
                             : std::max(deepest_vertex(first, second), deepest_vertex(second, first));
    double travel = travel_bound(free_speed_[pair.first], free_speed_[pair.second], h);
    const SurfaceTrajectory &a = trajectories[pair.first], &b = trajectories[pair.second];
    if (!a.empty() && !b.empty()) {
        const double radii = first.complex().radius() + second.complex().radius();
        travel = std::min(travel, relative_motion(a, b, settings_.distance + radii + travel + depth) +
                                      velocity_error_per_chord_error * (a.chord_error() + b.chord_error()));
    }
    return {settings_.distance + depth, settings_.distance + std::min(travel, max_travel(pair)) + depth};
}

void ProximityDetector::detect(double h) {
    parallel_blocks(static_cast<int>(colliders_.size()), 1, [&](int i, int) {
        if (surfaces_[i].tree().empty() || !colliders_[i]->stands_still())
            surfaces_[i].update(colliders_[i]->collision_positions());
    });
    free_speed_ = velocity_bounds();
    find_near(h);
    std::vector<std::pair<int, int>> pairs;
    for (const NearPair& pair : near_)
        if (pair.first != pair.second) pairs.emplace_back(pair.first, pair.second);
    search_.begin_step(surfaces_, pairs);
    const std::vector<SurfaceTrajectory> trajectories = free_trajectories(h);
    std::vector<double> at_rest(near_.size());
    parallel_blocks(static_cast<int>(near_.size()), 1, [&](int k, int) {
        if (near_[k].first == near_[k].second) return;
        const Reach found = reach(near_[k], trajectories, h);
        at_rest[k] = found.at_rest;
        near_[k].searched = found.in_motion;
    });
    limit_searches(near_, at_rest, max_searched_pairs);
    parallel_blocks(static_cast<int>(near_.size()), 1, [&](int k, int) {
        if (near_[k].first == near_[k].second)
            find_self(near_[k], h);
        else
            find(near_[k], h);
    });
}

void ProximityDetector::find_self(NearPair& pair, double h) const {
    const DetectionSurface& surface = surfaces_[pair.first];
    const bool is_sheet = surface.complex().is_sheet();
    const double most = is_sheet ? max_sheet_self_travel_ratio * surface.complex().radius()
                                 : max_solid_self_travel_ratio * surface.size();
    const double travel = std::min(2 * h * free_speed_[pair.first].deviation, most);
    pair.proximities = find_self_proximities(surface, settings_.distance + travel);
    if (!is_sheet)
        std::erase_if(pair.proximities, [&](const Proximity& p) { return p.gap < -settings_.distance; });
}

std::optional<Vec3> ProximityDetector::axis_ahead(int body, double h) const {
    const std::optional<RoundSolid>& solid = surfaces_[body].complex().round_solid();
    const std::optional<RigidPlace> now = colliders_[body]->place(), end = colliders_[body]->end_place(h);
    if (!solid || !now || !end) return {};
    const Vec3 axis = surfaces_[body].positions()[solid->top] - surfaces_[body].positions()[solid->bottom];
    return (axis + end->rotation * (now->rotation.transpose() * axis)).normalized();
}

void ProximityDetector::find(NearPair& pair, double h) {
    const DetectionSurface &first = surfaces_[pair.first], &second = surfaces_[pair.second];
    if (meet_as_solids(first, second)) {
        // Of two bodies that move, impulses at one point keep the angular momentum.
        const auto ahead = [&](int body, int other) {
            return colliders_[other]->can_move() ? std::nullopt : axis_ahead(body, h);
        };
        pair.proximities = solid_proximities(
            first, second, pair.searched, {ahead(pair.first, pair.second), ahead(pair.second, pair.first)});
        return;
    }
    pair.proximities = find_proximities(
        first, second,
        search_.within({pair.first, pair.second}, surfaces_, proximity_reach(first, second, pair.searched),
                       std::max(kept_search_margin_ratio * settings_.distance,
                                kept_search_margin_simplex_ratio *
                                    std::min(first.simplex_size(), second.simplex_size()))),
        pair.searched);
    if (settings_.allows_for_chords)
        allow_for_chords(first, second, pressed_vertices(pair), pair.proximities);
}

/// Which vertices of the pair's body that deforms pressed on the other in the last step.
std::function<bool(int)> ProximityDetector::pressed_vertices(const NearPair& pair) const {
    const FeaturePair side =
        surfaces_[pair.first].deforms() ? FeaturePair::VertexFace : FeaturePair::FaceVertex;
    return [this, first = pair.first, second = pair.second, side](int vertex) {
        return pressed_(first, second, side, vertex);
    };
}

std::vector<NearPair> ProximityDetector::closing_pairs(const std::vector<char>& chosen, double h) {
    const std::vector<VelocityBound> speed = velocity_bounds();
    std::vector<NearPair> closing;
    for (const auto& [i, j] : overlapping_boxes(swept_boxes(speed, h))) {
        if ((!colliders_[i]->can_move() && !colliders_[j]->can_move()) || (!chosen[i] && !chosen[j]))
            continue;
        const double travel = travel_bound(speed[i], speed[j], h);
        if (travel <= travel_bound(free_speed_[i], free_speed_[j], h) +
                          closing_travel_margin_ratio * settings_.distance)
            continue;
        NearPair& pair = closing.emplace_back(NearPair{i, j});
        pair.searched = settings_.distance + std::min(travel, max_travel(pair));
    }
    limit_searches(closing, std::vector<double>(closing.size(), settings_.distance),
                   max_searched_pairs_per_round);
    return closing;
}

std::vector<std::pair<int, int>> ProximityDetector::simplices_of(const NearPair& pair) const {
    const DetectionSurface &first = surfaces_[pair.first], &second = surfaces_[pair.second];
    if (meet_as_solids(first, second)) return {};
    return near_simplices(first, second, proximity_reach(first, second, pair.searched));
}

void ProximityDetector::find_again(NearPair& pair, std::span<const std::pair<int, int>> simplices,
                                   Areas areas) const {
    const DetectionSurface &first = surfaces_[pair.first], &second = surfaces_[pair.second];
    pair.proximities = find_proximities(first, second, simplices, pair.searched, areas);
    allow_for_chords(first, second, pressed_vertices(pair), pair.proximities);
}

void ProximityDetector::limit_searches(std::vector<NearPair>& pairs, const std::vector<double>& at_rest,
                                       double max_pairs) {
    shortened_.reset();
    std::vector<Search> searches;
    std::vector<std::size_t> searched;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        if (pairs[k].first == pairs[k].second) continue;
        const DetectionSurface &first = surfaces_[pairs[k].first], &second = surfaces_[pairs[k].second];
        if (meet_as_solids(first, second)) continue;
        if (proximity_reach(first, second, pairs[k].searched) <=
            narrow_search_ratio * std::min(first.simplex_spacing(), second.simplex_spacing()))
            continue;
        searches.push_back({&first, &second, proximity_reach(first, second, at_rest[k]),
                            proximity_reach(first, second, pairs[k].searched)});
        searched.push_back(k);
    }
    limpet::limit_searches(searches, max_pairs, settings_.distance);
    for (std::size_t i = 0; i < searches.size(); ++i) {
        if (searches[i].part == 1) continue;
        NearPair& pair = pairs[searched[i]];
        pair.searched = at_rest[searched[i]] + searches[i].part * (pair.searched - at_rest[searched[i]]);
        if (!shortened_ || searches[i].part < shortened_->part)
            shortened_ = {pair.first, pair.second, pair.searched, searches[i].part};
    }
}

}  // namespace limpet
