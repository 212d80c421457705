#include "detect/continuous/time_of_approach.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "detect/detection_constants.h"

namespace limpet {
namespace {

class Advancement {
public:
    Advancement(const MovingSimplex& first, const MovingSimplex& second, double separation, double tolerance)
        : first_(first), second_(second), separation_(separation) {
        const Vec3 origin = first.start[0];
        for (MovingSimplex* side : {&first_, &second_})
            for (int i = 0; i < side->corners; ++i) {
                side->start[i] -= origin;
                extent_ = std::max(
                    {extent_, side->start[i].cwiseAbs().maxCoeff(), side->motion[i].cwiseAbs().maxCoeff()});
                finite_ = finite_ && side->start[i].allFinite() && side->motion[i].allFinite();
            }
        if (extent_ > 0 && (extent_ > max_coordinate || extent_ < min_coordinate)) {
            scale_ = std::ldexp(1.0, -std::ilogb(extent_));
            scale(first_);
            scale(second_);
            separation_ *= scale_;
            extent_ *= scale_;
        }
        margin_ = approach_rounding_ratio * (extent_ + separation_);
        near_enough_ = separation_ + std::max(scale_ * tolerance, 4 * margin_);
    }

    std::optional<Approach> run(double from) {
        double t = from;
        NearestPoints near = nearest(t);
        if (!finite_) return approach(t, near);
        for (int i = 0; i < most_advances; ++i) {
            if (near.distance <= near_enough_) break;
            double until = separated_until(near.difference / near.distance, t);
            if (until <= t) until = separated_by_normal(t);
            if (until >= 1) return std::nullopt;
            if (until <= t) break;
            t = until;
            near = nearest(t);
        }
        return approach(t, near);
    }

private:
    void scale(MovingSimplex& side) const {
        for (int i = 0; i < side.corners; ++i) {
            side.start[i] *= scale_;
            side.motion[i] *= scale_;
        }
    }

    Approach approach(double t, const NearestPoints& near) const {
        return {t, near.first, near.second, near.difference / scale_};
    }
    NearestPoints nearest(double t) const { return nearest_points(first_, second_, t); }

    /// The last time up to which, from t on, n keeps all corners more than separation + ε apart; −1 if it
    /// does not even at t.
    double separated_until(const Vec3& n, double t) const {
        if (!(n.squaredNorm() <= 1 + unit_length_excess)) return -1;
        double until = 2;
        const double needed = separation_ + margin_;
        for (int i = 0; i < first_.corners; ++i)
            for (int j = 0; j < second_.corners; ++j) {
                const double gap = n.dot(first_.start[i]) - n.dot(second_.start[j]);
                const double rate = n.dot(first_.motion[i]) - n.dot(second_.motion[j]);
                if (!(gap + t * rate > needed)) return -1;
                if (rate < 0) until = std::min(until, (gap - needed) / -rate);
            }
        return until;
    }

    /// Where nearest points are too rough: the triangle's normal, or what is normal to both edges.
    double separated_by_normal(double t) const {
        Vec3 n = Vec3::Zero();
        if (first_.corners == 2)
            n = (first_.at(1, t) - first_.at(0, t)).cross(second_.at(1, t) - second_.at(0, t));
        else if (second_.corners == 3)
            n = (second_.at(1, t) - second_.at(0, t)).cross(second_.at(2, t) - second_.at(0, t));
        const double length = n.norm();
        if (!(length > 0)) return -1;
        return std::max(separated_until(n / length, t), separated_until(-n / length, t));
    }

    MovingSimplex first_, second_;
    double separation_;
    double extent_ = 0, margin_ = 0, near_enough_ = 0, scale_ = 1;
    bool finite_ = true;
};

}  // namespace

std::optional<Approach> first_approach(const MovingSimplex& first, const MovingSimplex& second,
                                       double separation, double tolerance, double from) {
    LIMPET_ASSERT(first.corners == 1 || (first.corners == 2 && second.corners == 2));
    return Advancement(first, second, separation, tolerance).run(from);
}

}  // namespace limpet
