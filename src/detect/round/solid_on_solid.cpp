#include "detect/round/solid_on_solid.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "detect/detection_constants.h"
#include "detect/round/edge_on_solid.h"
#include "detect/round/nearest_of_solids.h"

namespace limpet {
namespace {

/// Numbers of places: of the first's generator, of the second's, and of the nearest pair.
constexpr int of_first_generator = 0, of_second_generator = 8, of_nearest_pair = 16;

class SolidOnSolid {
public:
    SolidOnSolid(const PlacedSolid& first, const PlacedSolid& second, double distance)
        : first_(first), second_(second), distance_(distance) {}

    std::vector<Proximity> find() {
        const FacingSolids facing = nearest_of_solids(first_, second_);
        normal_ = facing.normal;
        const double radii = first_.rounding() + second_.rounding();
        if (separation_along(normal_, first_, second_) - radii > distance_) return {};
        for (const bool of_first : {true, false}) {
            add_rim_points(of_first);
            add_generator(of_first);
        }
        add_nearest_pair(facing.on_first);
        return std::move(found_);
    }

private:
    /// One solid, and which way the other one is.
    struct Side {
        const PlacedSolid &own, &other;
        Vec3 towards;
    };
    Side side(bool of_first) const {
        return of_first ? Side{first_, second_, -normal_} : Side{second_, first_, normal_};
    }

    void add_rim_points(bool of_first) {
        const Side s = side(of_first);
        for (const PlacedSolid::RimPoint& point : s.own.rim_points(s.towards))
            if (add(of_first, point.position, s.other.nearest(point.position),
                    of_first ? FeaturePair::VertexFace : FeaturePair::FaceVertex, of_first ? point.number : 0,
                    of_first ? 0 : point.number))
                (of_first ? found_.back().first_offset : found_.back().second_offset) += point.lever_ahead;
    }

    void add_generator(bool of_first) {
        const Side s = side(of_first);
        const auto [a, b] = s.own.generator(s.towards);
        if (std::abs((b - a).dot(s.towards)) > touching_rim_sine * (b - a).norm()) return;
        for (const EdgeTouch& touch : touches_of_edge(s.other, a, b))
            add(of_first, a + touch.share * (b - a), touch.nearest, FeaturePair::EdgeEdge,
                (of_first ? of_first_generator : of_second_generator) + touch.number, 0);
    }

    void add_nearest_pair(const Vec3& on_first) {
        const PlacedSolid::Nearest nearest = second_.nearest(on_first);
        const double gap = nearest.distance - first_.rounding(),
                     hair = nearer_pair_ratio * std::min(first_.rounding(), second_.rounding());
        if (std::none_of(found_.begin(), found_.end(),
                         [&](const Proximity& p) { return p.gap <= gap + hair; }))
            add(true, on_first, nearest, FeaturePair::EdgeEdge, of_nearest_pair, 0);
    }

    /// A point of the core of one solid and where it is nearest to the other; false if it does not count.
    bool add(bool of_first, const Vec3& point, const PlacedSolid::Nearest& nearest, FeaturePair features,
             int first_feature, int second_feature) {
        const Side s = side(of_first);
        const double gap = nearest.distance - s.own.rounding();
        if (gap > distance_ || gap < -distance_ || nearest.normal.dot(-s.towards) < touching_rim_sine)
            return false;
        const Vec3 own = point - s.own.rounding() * nearest.normal,
                   other = point - nearest.distance * nearest.normal;
        Proximity p{};
        p.features = features;
        p.first_feature = first_feature;
        p.second_feature = second_feature;
        const Vec3 &on_first = of_first ? own : other, &on_second = of_first ? other : own;
        p.first = first_.on_axis(on_first);
        p.first_offset = on_first - first_.position(p.first);
        p.second = second_.on_axis(on_second);
        p.second_offset = on_second - second_.position(p.second);
        p.normal = of_first ? nearest.normal : Vec3(-nearest.normal);
        p.gap = gap;
        found_.push_back(p);
        return true;
    }

    PlacedSolid first_, second_;
    double distance_;
    Vec3 normal_;
    std::vector<Proximity> found_;
};

}  // namespace

std::vector<Proximity> solid_on_solid(const DetectionSurface& first, const DetectionSurface& second,
                                      double distance, const AxesAhead& ahead) {
    return SolidOnSolid(PlacedSolid(first, ahead.first), PlacedSolid(second, ahead.second), distance).find();
}

}  // namespace limpet
