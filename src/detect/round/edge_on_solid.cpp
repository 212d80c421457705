#include "detect/round/edge_on_solid.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <optional>

#include "detect/detection_constants.h"

namespace limpet {
namespace {

constexpr int halvings = 60;

/// From one share of an edge to another.
struct Interval {
    double from, to;
};

class EdgeSearch {
public:
    EdgeSearch(const PlacedSolid& solid, const Vec3& a, const Vec3& b) : solid_(solid), a_(a), way_(b - a) {}

    /// The distance is convex along the edge: its slope changes sign once.
    std::optional<double> nearest() const {
        if (slope(0) >= 0 || slope(1) <= 0) return {};
        double low = 0, high = 1;
        for (int i = 0; i < halvings; ++i) {
            const double middle = (low + high) / 2;
            (slope(middle) < 0 ? low : high) = middle;
        }
        return (low + high) / 2;
    }

    /// Where it lies along the end or the side that it touches at `share`.
    std::optional<Interval> lies_along(double share) const {
        const PlacedSolid::Nearest nearest = at(share).nearest;
        const double length = way_.norm(), up = nearest.normal.dot(solid_.axis());
        if (std::abs(up) > end_normal_cosine) {
            if (std::abs(way_.dot(solid_.axis())) > lying_edge_sine * length) return {};
            return within_disc(up > 0 ? 1 : 0);
        }
        const Vec3 around = solid_.axis().cross(nearest.normal).normalized();
        const Vec3 generator = nearest.normal.cross(around);
        return way_.cross(generator).norm() > lying_edge_sine * length ? std::optional<Interval>()
                                                                       : between_discs();
    }

    EdgeTouch at(double share, int number = 0) const {
        return {share, number, solid_.nearest(a_ + share * way_)};
    }

private:
    double slope(double share) const { return solid_.nearest(a_ + share * way_).normal.dot(way_); }

    std::optional<Interval> within_disc(int end) const {
        const Vec3& axis = solid_.axis();
        const double radius = solid_.radius(end);
        const Vec3 from = a_ - solid_.center(end), start = from - from.dot(axis) * axis,
                   across = way_ - way_.dot(axis) * axis;
        // |start + t across| = radius
        const double a = across.squaredNorm(), b = start.dot(across),
                     c = start.squaredNorm() - radius * radius, root = b * b - a * c;
        if (!(root > 0)) return {};
        return clipped({(-b - std::sqrt(root)) / a, (-b + std::sqrt(root)) / a});
    }

    std::optional<Interval> between_discs() const {
        const double along = way_.dot(solid_.axis());
        const double bottom = (solid_.center(0) - a_).dot(solid_.axis()) / along,
                     top = (solid_.center(1) - a_).dot(solid_.axis()) / along;
        return clipped({std::min(bottom, top), std::max(bottom, top)});
    }

    static std::optional<Interval> clipped(const Interval& whole) {
        const Interval part{std::max(whole.from, 0.0), std::min(whole.to, 1.0)};
        return part.from < part.to ? std::optional(part) : std::nullopt;
    }

    const PlacedSolid& solid_;
    Vec3 a_, way_;
};

}  // namespace

std::vector<EdgeTouch> touches_of_edge(const PlacedSolid& solid, const Vec3& a, const Vec3& b) {
    const EdgeSearch edge(solid, a, b);
    const std::optional<double> nearest = edge.nearest();
    if (!nearest) return {};
    const std::optional<Interval> lying = edge.lies_along(*nearest);
    if (!lying) return {edge.at(*nearest)};
    std::vector<EdgeTouch> touches{edge.at(lying->from, 1), edge.at(lying->to, 2)};
    // Askew over a side, it is nearest between the two.
    const EdgeTouch between = edge.at(*nearest);
    if (between.nearest.distance < std::min(touches[0].nearest.distance, touches[1].nearest.distance) -
                                       nearer_pair_ratio * solid.rounding())
        touches.push_back(between);
    return touches;
}

}  // namespace limpet
