#include "detect/relative_motion.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "detect/detection_constants.h"

namespace limpet {
namespace {

Box3 grown(const Box3& box, double by) {
    return {box.min().array() - by, box.max().array() + by};
}

}  // namespace

SurfaceTrajectory::SurfaceTrajectory(const DetectionSurface& start, std::vector<Vec3> end, double chord_error)
    : start_(&start), end_(std::move(end)), chord_error_(chord_error), box_(start.box()) {
    for (const Vec3& x : end_) box_.extend(x);
    fit();
    double rest2 = 0, longest2 = 0;
    const std::vector<Vec3>& x = start.positions();
    for (std::size_t i = 0; i < end_.size(); ++i) {
        const Vec3 motion = end_[i] - x[i];
        longest2 = std::max(longest2, motion.squaredNorm());
        rest2 = std::max(rest2, (motion - field(x[i])).squaredNorm());
    }
    rest_ = std::sqrt(rest2);
    longest_ = std::sqrt(longest2);
}

void SurfaceTrajectory::fit() {
    const std::vector<Vec3>& x = start_->positions();
    if (x.empty()) return;
    const double share = 1 / static_cast<double>(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        middle_ += x[i];
        mean_ += end_[i] - x[i];
    }
    middle_ *= share;
    mean_ *= share;
    Mat3 spread = Mat3::Zero(), turned = Mat3::Zero();
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Vec3 arm = x[i] - middle_;
        spread.noalias() += arm * arm.transpose();
        turned.noalias() += (end_[i] - x[i]) * arm.transpose();
    }
    const double size = spread.trace();
    if (!(size > 0)) return;
    spread.diagonal().array() += min_spread_ratio * size;
    gradient_ = spread.ldlt().solve(turned.transpose()).transpose();
}

double SurfaceTrajectory::rest_of(int vertex) const {
    const Vec3& x = start_->positions()[vertex];
    return (end_[vertex] - x - field(x)).squaredNorm();
}

double SurfaceTrajectory::rest_in(const Box3& box) const {
    double most = 0;
    start_->tree().visit_items([&](const Box3& other) { return other.intersects(box); },
                               [&](int simplex) {
                                   for (const int v : start_->complex().simplices()[simplex].vertices)
                                       if (v >= 0) most = std::max(most, rest_of(v));
                               });
    return std::sqrt(most);
}

double relative_motion(const SurfaceTrajectory& a, const SurfaceTrajectory& b, double separation) {
    const Box3 shared = grown(a.box_, separation).intersection(b.box_);
    if (shared.isEmpty()) return 0;
    const double turn = a.gradient_.norm();
    if (!(turn < 1)) return std::numeric_limits<double>::infinity();
    const double apart = (a.gradient_ - b.gradient_).norm();
    const Vec3 y = shared.center();
    const double common = (a.field(y) - b.field(y)).norm() +
                          apart * (shared.diagonal().norm() / 2 + b.longest_) + turn * separation;
    const auto rest = [&](const SurfaceTrajectory& way) {
        const bool closer = way.start_->deforms() && way.rest_ > negligible_rest_ratio * common;
        return closer ? way.rest_in(grown(shared, separation + way.longest_)) : way.rest_;
    };
    return (1 + bound_rounding_ratio) * (common + rest(a) + rest(b)) / (1 - turn);
}

}  // namespace limpet
