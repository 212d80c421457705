#include "detect/round/nearest_of_solids.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

#include "detect/simplex_distance.h"

namespace limpet {
namespace {

constexpr int max_simplices = 200;
constexpr double min_progress_ratio_of_nearest = 1e-13;  ///< of the squared distance
constexpr double product_rounding = 1e-15;               ///< of a product of lengths
/// Of the distance: bounds that differ by more are not of the shortest way.
constexpr double max_bound_difference = 1e-3;
/// Of its longest side: what is flatter holds nothing. Ends and sides make flat tetrahedra.
constexpr double flat_tetrahedron_ratio = 1e-10;

/// x − y of a point of each solid.
struct Difference {
    Vec3 x, y;
    Vec3 d() const { return x - y; }
};

/// At most a tetrahedron of differences, reduced to what its nearest point to the origin needs.
class Simplex {
public:
    void add(const Difference& corner) { corners_.push_back(corner); }
    bool has(const Difference& corner) const {
        return std::any_of(corners_.begin(), corners_.end(),
                           [&](const Difference& c) { return c.d() == corner.d(); });
    }
    /// Nothing: the origin is inside.
    bool reduce() {
        if (corners_.size() == 4 && holds_origin()) return false;
        double best = std::numeric_limits<double>::infinity();
        std::vector<Difference> kept;
        const auto look = [&](const std::vector<int>& of) {
            const NearestOnSimplex nearest = on(of);
            if (!(nearest.squared_distance < best)) return;
            best = nearest.squared_distance;
            kept.clear();
            weights_.clear();
            for (std::size_t k = 0; k < of.size(); ++k)
                if (nearest.weights[k] > 0) {
                    kept.push_back(corners_[of[k]]);
                    weights_.push_back(nearest.weights[k]);
                }
        };
        if (corners_.size() == 4)
            for (const std::vector<int>& face :
                 {std::vector{0, 1, 2}, std::vector{0, 1, 3}, std::vector{0, 2, 3}, std::vector{1, 2, 3}})
                look(face);
        else
            look(corners_.size() == 1   ? std::vector{0}
                 : corners_.size() == 2 ? std::vector{0, 1}
                                        : std::vector{0, 1, 2});
        corners_ = std::move(kept);
        return best > 0;
    }
    Vec3 nearest() const {
        Vec3 v = Vec3::Zero();
        for (std::size_t k = 0; k < corners_.size(); ++k) v += weights_[k] * corners_[k].d();
        return v;
    }
    Vec3 on_first() const {
        Vec3 x = Vec3::Zero();
        for (std::size_t k = 0; k < corners_.size(); ++k) x += weights_[k] * corners_[k].x;
        return x;
    }

private:
    NearestOnSimplex on(const std::vector<int>& of) const {
        const Vec3 origin = Vec3::Zero();
        if (of.size() == 1) return nearest_on_point(origin, corners_[of[0]].d());
        if (of.size() == 2) return nearest_on_segment(origin, corners_[of[0]].d(), corners_[of[1]].d());
        return nearest_on_triangle(origin, corners_[of[0]].d(), corners_[of[1]].d(), corners_[of[2]].d());
    }
    bool holds_origin() const {
        for (int k = 0; k < 4; ++k) {
            const Vec3 a = corners_[(k + 1) % 4].d(), b = corners_[(k + 2) % 4].d(),
                       c = corners_[(k + 3) % 4].d();
            const Vec3 normal = (b - a).cross(c - a).stableNormalized(), way = corners_[k].d() - a;
            if (std::abs(normal.dot(way)) <= flat_tetrahedron_ratio * way.norm() ||
                normal.dot(way) * normal.dot(-a) <= 0)
                return false;
        }
        return true;
    }

    std::vector<Difference> corners_;
    std::vector<double> weights_;
};

std::optional<FacingSolids> nearest_apart(const PlacedSolid& first, const PlacedSolid& second) {
    Simplex simplex;
    simplex.add({first.middle(), second.middle()});
    for (int i = 0; i < max_simplices; ++i) {
        if (!simplex.reduce()) return {};
        const Vec3 v = simplex.nearest();
        const Difference next{first.support(-v.normalized()), second.support(v.normalized())};
        const double gain = v.dot(v) - v.dot(next.d());
        if (gain <=
                min_progress_ratio_of_nearest * v.dot(v) + product_rounding * v.norm() * next.d().norm() ||
            simplex.has(next))
            break;
        simplex.add(next);
    }
    const Vec3 v = simplex.nearest();
    // Both are bounds of the distance, and the same where it was found.
    const double distance = v.norm();
    if (!(separation_along(v.normalized(), first, second) > (1 - max_bound_difference) * distance)) return {};
    return FacingSolids{v.normalized(), simplex.on_first()};
}

/// s has several maxima: the best of directions all around, and of those that the solids have, then uphill.
Vec3 shortest_way_apart(const PlacedSolid& first, const PlacedSolid& second) {
    constexpr int directions = 200;
    std::vector<Vec3> candidates;
    const Vec3 between = first.middle() - second.middle(), across = first.axis().cross(second.axis());
    // Along a ridge of s, which two sides make, single steps do not climb.
    const Vec3 from_side = between - between.dot(first.axis()) * first.axis(),
               to_side = between - between.dot(second.axis()) * second.axis();
    for (const Vec3& way : {first.axis(), second.axis(), across, between, from_side, to_side})
        if (way.norm() > 0)
            for (const double sign : {1.0, -1.0}) candidates.emplace_back(sign * way.normalized());
    for (int k = 0; k < directions; ++k) {
        const double y = 2 * (k + 0.5) / directions - 1, angle = k * std::numbers::pi * (3 - std::sqrt(5.0));
        const double r = std::sqrt(1 - y * y);
        candidates.emplace_back(r * std::cos(angle), y, r * std::sin(angle));
    }
    const auto s = [&](const Vec3& n) { return separation_along(n, first, second); };
    Vec3 best = *std::max_element(candidates.begin(), candidates.end(),
                                  [&](const Vec3& a, const Vec3& b) { return s(a) < s(b); });
    for (double step = 0.2; step > 1e-9; step /= 2) {
        const Vec3 u = best.unitOrthogonal(), w = best.cross(u);
        for (const Vec3& way : {u, w, Vec3(-u), Vec3(-w)})
            if (const Vec3 n = (best + step * way).normalized(); s(n) > s(best)) best = n;
    }
    return best;
}

}  // namespace

double separation_along(const Vec3& n, const PlacedSolid& first, const PlacedSolid& second) {
    return n.dot(first.support(-n) - second.support(n));
}

FacingSolids nearest_of_solids(const PlacedSolid& first, const PlacedSolid& second) {
    if (const std::optional<FacingSolids> apart = nearest_apart(first, second)) return *apart;
    const Vec3 n = shortest_way_apart(first, second);
    return {n, first.support(-n)};
}

}  // namespace limpet
