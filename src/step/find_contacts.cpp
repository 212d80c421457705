/// Where surfaces come near each other, and the contacts made of that.

#include <algorithm>

#include "contact/common_point.h"
#include "contact/make_contacts.h"
#include "core/parallel.h"
#include "detect/broad_phase.h"
#include "detect/depth.h"
#include "detect/relative_motion.h"
#include "detect/round_on_facets.h"
#include "step/contact_pipeline.h"
#include "step/search_budget.h"

namespace limpet {
namespace {

/// Of the smaller body's diagonal: how far motion in a step extends the search, at most.
constexpr double most_margin = 0.5;
/// Of `distance`: bodies whose points move so differently in a step are looked at more closely.
constexpr double turning = 0.1;
/// Of how far arcs are from their chords, h²ω²r/8: how far chords are from the way that velocities give.
constexpr double beside_chords = 4;
/// Of `distance`: how much farther simplices are looked for, to be known in later steps.
constexpr double search_margin = 0.25;
/// Of a sheet's half thickness: how far motion in a step extends the search within the sheet, at most.
constexpr double most_self_travel = 8;
/// Of a solid's size: its parts are looked at this far apart at most. Only what faces each other outside of
/// it; what is deeper in it than `distance` is the body's own other side.
constexpr double most_self_travel_of_solids = 0.05;

}  // namespace

/// What two bodies can move against each other in the step, at most. [m]
double ContactPipeline::crude_travel(const Near& pair, const std::vector<VelocityBound>& speed,
                                     double h) const {
    const VelocityBound &a = speed[pair.first], &b = speed[pair.second];
    return h * ((a.mean - b.mean).norm() + a.deviation + b.deviation);
}

double ContactPipeline::most_travel(const Near& pair) const {
    return most_margin * std::min(surfaces_[pair.first].size(), surfaces_[pair.second].size());
}

std::vector<Box3> ContactPipeline::swept_boxes(const std::vector<VelocityBound>& speed, double h) const {
    Vec3 common = Vec3::Zero();
    for (const VelocityBound& s : speed) common += s.mean / static_cast<double>(speed.size());
    std::vector<Box3> boxes;
    for (std::size_t i = 0; i < speed.size(); ++i) {
        const double travel = h * ((speed[i].mean - common).norm() + speed[i].deviation);
        const double grown = surfaces_[i].complex().radius() + distance_ / 2 + travel;
        boxes.push_back(surfaces_[i].box());
        if (!boxes.back().isEmpty())
            boxes.back() = {boxes.back().min().array() - grown, boxes.back().max().array() + grown};
    }
    return boxes;
}

/// Where they are given: the ways of bodies that turn or deform, over the step.
std::vector<SurfaceWay> ContactPipeline::free_ways(const std::vector<VelocityBound>& speed, double h) const {
    std::vector<char> needed(bodies_.size(), false);
    for (const Near& pair : near_)
        if (pair.first != pair.second &&
            h * (speed[pair.first].deviation + speed[pair.second].deviation) > turning * distance_)
            needed[pair.first] = needed[pair.second] = true;
    std::vector<SurfaceWay> ways(bodies_.size());
    parallel_blocks(static_cast<int>(bodies_.size()), 1, [&](int i, int) {
        if (needed[i]) ways[i] = {surfaces_[i], bodies_[i]->end_positions(h), bodies_[i]->stray(h)};
    });
    return ways;
}

/// How far apart surfaces are looked at: `distance`, what they can move in the step where they are that near,
/// and how deep they were in each other; in the first step, as deep as may be.
ContactPipeline::Reach ContactPipeline::reach(const Near& pair, const std::vector<VelocityBound>& speed,
                                              const std::vector<SurfaceWay>& ways, double h) const {
    double depth = 0;
    if (first_step_) {
        const DetectionSurface &first = surfaces_[pair.first], &second = surfaces_[pair.second];
        depth = std::max(deepest_vertex(first, second), deepest_vertex(second, first));
    } else if (const auto known = depths_.find({pair.first, pair.second}); known != depths_.end()) {
        depth = known->second;
    }
    double travel = crude_travel(pair, speed, h);
    const SurfaceWay &a = ways[pair.first], &b = ways[pair.second];
    if (!a.empty() && !b.empty()) {
        const double radii =
            surfaces_[pair.first].complex().radius() + surfaces_[pair.second].complex().radius();
        travel = std::min(travel, relative_motion(a, b, distance_ + radii + travel + depth) +
                                      beside_chords * (a.stray() + b.stray()));
    }
    return {distance_ + depth, distance_ + std::min(travel, most_travel(pair)) + depth};
}

/// Motion within the step widens the search, so that what meets in it is found in time.
void ContactPipeline::detect(double h) {
    budget_.begin_step();
    answers_.clear();
    if (volumes_) {
        volumes_->begin_step();
        volumes_->pairs();
        return;
    }
    const int count = static_cast<int>(bodies_.size());
    parallel_blocks(count, 1, [&](int i, int) {
        if (surfaces_[i].tree().empty() || !bodies_[i]->stands_still())
            surfaces_[i].update(bodies_[i]->collision_positions());
    });
    free_speed_.clear();
    for (const auto& body : bodies_) free_speed_.push_back(body->velocity_bound());
    const std::vector<VelocityBound>& speed = free_speed_;
    near_.clear();
    const auto soft = [&](int i) { return bodies_[i]->deforms(); };
    for (const auto& [i, j] : overlapping_boxes(swept_boxes(speed, h)))
        if (moves_[i] || moves_[j] || soft(i) || soft(j)) near_.push_back({i, j, {}});
    if (detection_.self)
        for (int i = 0; i < count; ++i)
            if (soft(i)) near_.push_back({i, i, {}});
    std::vector<std::pair<int, int>> pairs;
    for (const Near& pair : near_)
        if (pair.first != pair.second) pairs.emplace_back(pair.first, pair.second);
    search_.begin_step(surfaces_, pairs);
    const std::vector<SurfaceWay> ways = free_ways(speed, h);
    std::vector<double> least(near_.size());
    parallel_blocks(static_cast<int>(near_.size()), 1, [&](int k, int) {
        if (near_[k].first == near_[k].second) return;
        const Reach found = reach(near_[k], speed, ways, h);
        least[k] = found.at_rest;
        near_[k].searched = found.in_motion;
    });
    limit_searches(near_, least, most_searched_pairs, h);
    parallel_blocks(static_cast<int>(near_.size()), 1, [&](int k, int) {
        Near& pair = near_[k];
        if (pair.first == pair.second) {
            const DetectionSurface& surface = surfaces_[pair.first];
            const bool is_sheet = surface.complex().is_sheet();
            const double most = is_sheet ? most_self_travel * surface.complex().radius()
                                         : most_self_travel_of_solids * surface.size();
            pair.proximities = find_self_proximities(
                surface, distance_ + std::min(2 * h * speed[pair.first].deviation, most));
            if (!is_sheet)
                std::erase_if(pair.proximities, [&](const Proximity& p) { return p.gap < -distance_; });
            return;
        }
        const DetectionSurface &first = surfaces_[pair.first], &second = surfaces_[pair.second];
        const double distance = pair.searched;
        pair.proximities = find_proximities(
            first, second,
            search_.within({pair.first, pair.second}, surfaces_, proximity_reach(first, second, distance),
                           search_margin * distance_),
            distance);
        if (!continuous_) allow_for_chords(first, second, pressed_vertices(pair), pair.proximities);
        find_samples(pair, distance);
    });
    warn_of_pierced_sheets();
}

/// Which vertices of the pair's body that deforms pressed on the other in the last step.
std::function<bool(int)> ContactPipeline::pressed_vertices(const Near& pair) const {
    const FeaturePair side =
        surfaces_[pair.first].deforms() ? FeaturePair::VertexFace : FeaturePair::FaceVertex;
    return [this, first = pair.first, second = pair.second, side](int vertex) {
        return memory_.pressed({first, second, side, vertex, 0});
    };
}

void ContactPipeline::find_samples(Near& pair, double reach) const {
    pair.sample_owner = sample_owner(pair.first, pair.second, bodies_, bonds_.law());
    if (!pair.sample_owner || pair.proximities.empty()) return;
    const bool first = pair.sample_owner == FeaturePair::VertexFace;
    pair.samples = find_sample_proximities(placed_samples(*bodies_[first ? pair.first : pair.second]),
                                           surfaces_[first ? pair.second : pair.first], reach);
}

std::vector<Contact> ContactPipeline::contacts_of(const Near& pair) const {
    if (pair.first == pair.second)
        return make_self_contacts(pair.first, surfaces_[pair.first], pair.proximities);
    std::vector<Contact> made =
        limpet::make_contacts(pair.first, pair.second, surfaces_[pair.first], surfaces_[pair.second],
                              pair.proximities, bonds_.owner(pair.first, pair.second));
    // A lever of `distance` is what contact tolerates; bonds have their own points, which stay where they
    // began.
    if (!bonds_.possible())
        for (Contact& c : made)
            if (c.gap > distance_) push_at_common_point(c, bodies_);
    if (!pair.sample_owner) return made;
    const bool first = pair.sample_owner == FeaturePair::VertexFace;
    return with_samples(std::move(made), pair.samples, {pair.first, pair.second, *pair.sample_owner, 0, 0},
                        bodies_, surfaces_[first ? pair.second : pair.first]);
}

void ContactPipeline::make_contacts(double h) {
    warn_of_long_step(h);
    contacts_.clear();
    if (volumes_) {
        make_volume_contacts();
        align_fast_volumes(h);
    }
    std::vector<std::vector<Contact>> made(near_.size());
    parallel_blocks(static_cast<int>(near_.size()), 1, [&](int k, int) { made[k] = contacts_of(near_[k]); });
    for (const std::vector<Contact>& own : made) contacts_.insert(contacts_.end(), own.begin(), own.end());
    keep_closing(h);
    if (bonds_.possible()) bonds_.attach(contacts_, first_step_);
    give_laws(contacts_);
}

void ContactPipeline::give_laws(std::vector<Contact>& contacts) {
    memory_.identify(contacts);
    for (Contact& c : contacts) {
        if (c.sample) continue;
        c.friction = friction_.coefficient(c.key.first_body, c.key.second_body, memory_.slid(c.key));
        c.viscosity = friction_.viscosity(c.key.first_body, c.key.second_body);
    }
}

/// Of pairs that are not near yet, those stay that free motion brings near; a solve may close the others.
void ContactPipeline::keep_closing(double h) {
    far_contacts_.clear();
    std::vector<int> far;
    for (int i = 0; i < static_cast<int>(contacts_.size()); ++i)
        if (contacts_[i].gap > distance_) far.push_back(i);
    if (far.empty()) return;
    const VecX u = row_velocities(rows_on_bodies(contacts_, far, bodies_), static_cast<int>(far.size()));
    std::vector<bool> drop(contacts_.size(), false);
    for (std::size_t k = 0; k < far.size(); ++k)
        drop[far[k]] = !(contacts_[far[k]].gap + h * u[3 * static_cast<Eigen::Index>(k)] <= distance_);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < contacts_.size(); ++i)
        if (drop[i])
            far_contacts_.push_back(contacts_[i]);
        else
            contacts_[kept++] = contacts_[i];
    contacts_.resize(kept);
}

}  // namespace limpet
