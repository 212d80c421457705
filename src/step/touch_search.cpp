#include "step/touch_search.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/parallel.h"
#include "detect/depth.h"
#include "detect/simplex_distance.h"
#include "detect/simplex_pairs.h"
#include "detect/surface_cuts.h"
#include "shapes/distance/winding_number.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

/// Between the winding numbers of outside and inside.
constexpr double inside_winding = 0.5;

Vec3 point_on(const DetectionSurface& surface, const SurfacePoint& point) {
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < 3; ++k)
        if (point.weights[k] != 0) sum += point.weights[k] * surface.positions()[point.vertices[k]];
    return sum;
}

/// Of surfaces that do not fold, or enclose nothing, what detection found is so.
bool encloses(const DetectionSurface& surface, const Vec3& x) {
    if (!surface.deforms() || surface.complex().radius() > 0) return true;
    double angle = 0;
    const auto& simplices = surface.complex().simplices();
    for (int s = 0; s < static_cast<int>(simplices.size()); ++s) {
        const auto [a, b, c] = surface.corners(s);
        angle += solid_angle(x, a, b, c);
    }
    return angle > inside_winding * 4 * std::numbers::pi;
}

bool is_true(const DetectionSurface& first, const DetectionSurface& second, const Proximity& p) {
    const bool first_is_in =
        p.features != FeaturePair::FaceVertex && encloses(second, point_on(first, p.first));
    return first_is_in ||
           (p.features != FeaturePair::VertexFace && encloses(first, point_on(second, p.second)));
}

double radii_of(const DetectionSurface& first, const DetectionSurface& second) {
    return first.complex().radius() + second.complex().radius();
}

Vec3 mean_of(const VertexShifts& motion) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& m : motion) sum += m;
    return motion.empty() ? sum : Vec3(sum / static_cast<double>(motion.size()));
}

double largest_difference(const VertexShifts& motion, const Vec3& from) {
    if (motion.empty()) return from.norm();
    double largest = 0;
    for (const Vec3& m : motion) largest = std::max(largest, (m - from).squaredNorm());
    return std::sqrt(largest);
}

/// By which points of the two move against each other, at most. [m]
double motion_bound(const VertexShifts& first, const VertexShifts& second) {
    const Vec3 common = (mean_of(first) + mean_of(second)) / 2;
    return largest_difference(first, common) + largest_difference(second, common);
}

/// How far a point of a thickened surface is from another one, less their radii; negative inside. [m]
double gap_of(const SignedNearest& nearest, double radii) {
    return -nearest.depth - radii;
}

Vec3 normal_at(const DetectionSurface& surface, int simplex, const Vec3& x) {
    const CollisionComplex::Simplex& s = surface.complex().simplices()[simplex];
    if (s.corners() < 3)
        return (x - nearest_on_simplex(x, s.vertices, surface.positions()).point).normalized();
    const auto [a, b, c] = surface.corners(simplex);
    return (b - a).cross(c - a).normalized();
}

}  // namespace

/// A body's surface where a step starts and where it ends.
struct TouchSearch::Moved {
    int body;
    const DetectionSurface &start, &end;
};

TouchSearch::TouchSearch(const StepContext& context, const ProximityDetector& detector)
    : context_(context), detector_(detector), ends_(context.bodies.size()) {}

void TouchSearch::begin_step() {
    pairs_.clear();
    for (const NearPair& pair : detector_.near())
        if (context_.responses.has_zones(pair.first, pair.second)) pairs_.push_back(&pair);
    corrected_.clear();
    corrected_.resize(pairs_.size());
    parallel_each(static_cast<int>(pairs_.size()), [&](int k) { drop_false_overlaps(k); });
    bodies_.assign(context_.count(), false);
    for (const NearPair* pair : pairs_) bodies_[pair->first] = bodies_[pair->second] = true;
}

void TouchSearch::drop_false_overlaps(int k) {
    const DetectionSurface &first = detector_.surfaces()[pairs_[k]->first],
                           &second = detector_.surfaces()[pairs_[k]->second];
    const double radii = radii_of(first, second);
    const auto is_false = [&](const Proximity& p) {
        return p.gap + radii < -context_.distance && !is_true(first, second, p);
    };
    const std::vector<Proximity>& found = pairs_[k]->proximities;
    if (std::none_of(found.begin(), found.end(), is_false)) return;
    corrected_[k] = std::make_unique<NearPair>(*pairs_[k]);
    std::erase_if(corrected_[k]->proximities, is_false);
    pairs_[k] = corrected_[k].get();
}

std::vector<Touch> TouchSearch::at_start(const ParticleNumbers& numbers,
                                         const std::vector<VertexShifts>& expected) {
    std::vector<std::vector<Touch>> found(pairs_.size());
    parallel_each(static_cast<int>(pairs_.size()),
                  [&](int k) { found[k] = find_touches(*pairs_[k], numbers, expected, context_.distance); });
    overlaps_at_start_.clear();
    overlaps_at_end_.clear();
    std::vector<Touch> all;
    for (std::size_t k = 0; k < found.size(); ++k) {
        all.insert(all.end(), found[k].begin(), found[k].end());
        double depth = 0;
        for (const Touch& touch : found[k]) depth = std::max(depth, -touch.gap);
        if (depth > context_.distance)
            overlaps_at_start_.push_back({{pairs_[k]->first, pairs_[k]->second}, depth});
    }
    return all;
}

std::vector<Touch> TouchSearch::late(const ParticleNumbers& numbers,
                                     const std::vector<VertexShifts>& tried) const {
    std::vector<std::vector<Touch>> found(pairs_.size());
    parallel_each(static_cast<int>(pairs_.size()),
                  [&](int k) { found[k] = find_late_touches(*pairs_[k], numbers, tried); });
    std::vector<Touch> all;
    for (const std::vector<Touch>& own : found) all.insert(all.end(), own.begin(), own.end());
    return all;
}

std::vector<Touch> TouchSearch::at_end(const ParticleNumbers& numbers,
                                       const std::vector<VertexShifts>& tried) {
    std::vector<double> bound(pairs_.size(), 0.0);
    parallel_each(static_cast<int>(pairs_.size()), [&](int k) {
        const NearPair& pair = *pairs_[k];
        if (pair.first == pair.second) return;
        bound[k] = motion_bound(tried[pair.first], tried[pair.second]);
    });
    for (auto& end : ends_)
        if (end) end->is_placed = false;
    std::vector<int> looked_at;
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
        if (bound[k] <= late_search_ratio * context_.distance) continue;
        looked_at.push_back(static_cast<int>(k));
        place_end_surface(pairs_[k]->first, tried);
        place_end_surface(pairs_[k]->second, tried);
    }
    std::vector<std::vector<Touch>> found(looked_at.size());
    std::vector<double> depth(looked_at.size(), 0.0);
    parallel_each(static_cast<int>(looked_at.size()), [&](int i) {
        const int k = looked_at[i];
        const int a = pairs_[k]->first, b = pairs_[k]->second;
        const Moved first{a, detector_.surfaces()[a], ends_[a]->surface},
            second{b, detector_.surfaces()[b], ends_[b]->surface};
        // Nothing lies wholly within what it did not meet a step ago, unless it moves by its own size.
        const bool may_be_within = bound[k] >= std::min(first.end.size(), second.end.size());
        if (const double radii = radii_of(first.end, second.end); radii > 0) {
            if (!may_be_within && near_simplices(first.end, second.end, radii).empty()) return;
            found[i] = meeting(first, second, bound[k], numbers);
        } else {
            const std::vector<SurfaceCut> cuts = find_cuts(first.end, second.end);
            if (!may_be_within && cuts.empty()) return;
            found[i] = cutting(cuts, first, second, numbers);
        }
        depth[i] = std::max(add_entering(first, second, bound[k], numbers, found[i]),
                            add_entering(second, first, bound[k], numbers, found[i]));
    });
    overlaps_at_end_.clear();
    std::vector<Touch> all;
    for (std::size_t i = 0; i < found.size(); ++i) {
        all.insert(all.end(), found[i].begin(), found[i].end());
        const NearPair& pair = *pairs_[looked_at[i]];
        if (depth[i] > context_.distance) overlaps_at_end_.push_back({{pair.first, pair.second}, depth[i]});
    }
    return all;
}

std::vector<Touch> TouchSearch::meeting(const Moved& first, const Moved& second, double bound,
                                        const ParticleNumbers& numbers) const {
    NearPair end{first.body, second.body, find_proximities(first.end, second.end, bound)};
    const double radii = radii_of(first.end, second.end);
    const auto is_deeper = [&](const Moved& own, const Moved& other, const SurfacePoint& point, double gap) {
        return gap < gap_of(nearest_signed(point_on(own.start, point), other.start), radii);
    };
    std::erase_if(end.proximities, [&](const Proximity& p) {
        // What did not overlap before cannot do so by more than the two have moved. What did is held as it
        // is.
        return p.gap >= 0 || p.gap < -bound ||
               !(is_deeper(first, second, p.first, p.gap) || is_deeper(second, first, p.second, p.gap));
    });
    return find_touches(end, numbers, std::vector<VertexShifts>(context_.count()), 0);
}

std::vector<Touch> TouchSearch::cutting(const std::vector<SurfaceCut>& cuts, const Moved& first,
                                        const Moved& second, const ParticleNumbers& numbers) const {
    std::vector<Touch> touches;
    const std::vector<SurfaceCut> before = find_cuts(first.start, second.start);
    for (const SurfaceCut& cut : cuts) {
        const auto same = std::find_if(before.begin(), before.end(), [&](const SurfaceCut& b) {
            return b.of_first == cut.of_first && b.edge == cut.edge && b.simplex == cut.simplex;
        });
        const double deepest = same != before.end() ? same->depth : 0;
        if (cut.depth <= deepest + held_cut_ratio * context_.distance) continue;
        const Moved &own = cut.of_first ? first : second, &other = cut.of_first ? second : first;
        Touch& touch = touches.emplace_back();
        touch.first.body = own.body;
        touch.second.body = other.body;
        const Edge& edge = own.end.complex().edges()[cut.edge];
        const std::array<int, 3>& corners = other.end.complex().simplices()[cut.simplex].vertices;
        if (numbers.has(own.body))
            for (int k = 0; k < 2; ++k) touch.first.particles[k] = numbers.first(own.body) + edge[k];
        if (numbers.has(other.body))
            for (int k = 0; k < 3; ++k) touch.second.particles[k] = numbers.first(other.body) + corners[k];
        touch.normal = normal_at(other.end, cut.simplex, other.end.positions()[corners[0]]);
        touch.gap = -cut.depth;
    }
    return touches;
}

double TouchSearch::add_entering(const Moved& own, const Moved& other, double bound,
                                 const ParticleNumbers& numbers, std::vector<Touch>& touches) const {
    if (other.end.complex().is_sheet() || other.end.tree().empty()) return 0;
    double deepest = 0;
    const double radii = radii_of(own.end, other.end);
    const Box3 box = other.end.box();
    const Vec3 reach = Vec3::Constant(radii + bound);
    const Box3 within(box.min() - reach, box.max() + reach);
    for (std::size_t v = 0; v < own.end.positions().size(); ++v) {
        const Vec3& x = own.end.positions()[v];
        if (!within.contains(x)) continue;
        const SignedNearest nearest = nearest_signed(x, other.end);
        const double gap = gap_of(nearest, radii);
        if (gap >= 0 || !encloses(other.end, x)) continue;
        const double before = gap_of(nearest_signed(own.start.positions()[v], other.start), radii);
        // What has moved by less was inside all the time, where no direction leads out of a fold.
        if (gap >= before || gap < before - bound) continue;
        deepest = std::max(deepest, -gap);
        if (before < 0) continue;
        Touch touch;
        touch.first.body = own.body;
        touch.second.body = other.body;
        if (numbers.has(own.body)) touch.first.particles[0] = numbers.first(own.body) + static_cast<int>(v);
        if (numbers.has(other.body))
            for (int k = 0; k < 3; ++k)
                touch.second.particles[k] =
                    numbers.first(other.body) + other.end.complex().simplices()[nearest.simplex].vertices[k];
        touch.normal = normal_at(other.end, nearest.simplex, x);
        touch.gap = gap;
        touches.push_back(touch);
    }
    return deepest;
}

void TouchSearch::place_end_surface(int body, const std::vector<VertexShifts>& tried) {
    std::unique_ptr<EndSurface>& end = ends_[body];
    if (!end) end = std::make_unique<EndSurface>(EndSurface{{}, detector_.surfaces()[body]});
    if (end->is_placed) return;
    end->is_placed = true;
    end->positions = context_.bodies[body]->collision_positions();
    if (!tried[body].empty()) flat(end->positions) += flat(tried[body]);
    end->surface.update(end->positions);
}

}  // namespace limpet
