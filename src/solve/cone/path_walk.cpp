#include "solve/cone/path_walk.h"

#include <algorithm>
#include <cmath>

namespace limpet {
namespace {

constexpr double to_the_boundary = 0.99;
/// Products within these factors of their mean: near the path.
constexpr double near_low = 0.3, near_high = 3;
/// Near the path, aim at least this far ahead, whatever the predictor says.
constexpr double boldest = 0.3;
/// Products below this part of their mean: back to the path first.
constexpr double far_low = 0.05, hold = 0.8;
/// Without a τ lower by half in so many steps, walk carefully.
constexpr int steps_without_progress = 16, most_changes = 20;
/// The corrector has converged when relative changes are below this.
constexpr double converged = 0.03;
constexpr int most_corrections = 4, first_corrections = 40;
constexpr int most_doubts = 3;
constexpr double first_part = 0.3, shortest_part = 1e-4, longest_part = 0.9;
/// ln τ changes by no more than this in a step.
constexpr double longest_arc = 3;

double centring(const PathResidual& residual, double gained, double step) {
    double sigma = std::pow(std::clamp(gained, 1e-6, 1.0), step > 0.1 ? 3 : 1);
    sigma = std::max(sigma, 0.9 * std::pow(1 - step, 3));
    const double lowest = residual.lowest();
    if (lowest > near_low && residual.highest() < near_high) return std::min(sigma, boldest);
    if (lowest < far_low) return std::max(sigma, hold);
    return sigma;
}

PathDirection times(double factor, PathDirection d) {
    d.impulse *= factor;
    d.gap *= factor;
    d.speed *= factor;
    return d;
}

PathDirection sum(PathDirection a, const PathDirection& b) {
    a.impulse += b.impulse;
    a.gap += b.gap;
    a.speed += b.speed;
    return a;
}

}  // namespace

bool PathWalk::advance() {
    return careful_ ? careful_step() : quick_step();
}

bool PathWalk::quick_step() {
    const PathResidual residual = path_.residual(at_);
    const double tau = residual.mean();
    if (!std::isfinite(tau) || !path_.linearise(at_)) return false;
    const double velocity = residual.velocity.norm() / std::sqrt(3.0 * path_.contacts());
    if (path_.orientation() > 0 && residual.lowest() > near_low && residual.highest() < near_high &&
        velocity < 10 * tau)
        near_ = Place{at_, tau};
    if (tau < lowest_tau_ / 2) {
        lowest_tau_ = tau;
        since_lowest_ = 0;
    } else if (++since_lowest_ > steps_without_progress) {
        if (!near_ || ++changes_ > most_changes) return false;
        start_careful();
        return true;
    }
    PathDirection d = path_.direction(at_, residual, 0, nullptr);
    const double reach = path_.longest_step(at_, d);
    const double gained = path_.residual(path_.step(at_, d, reach)).mean() / tau;
    const PathResidual second_order = path_.second_order(at_, d, reach);
    const double sigma = centring(residual, gained, reach);
    d = path_.direction(at_, residual, sigma * tau, reach > 0.1 ? &second_order : nullptr);
    at_ = path_.step(at_, d, std::min(1.0, to_the_boundary * path_.longest_step(at_, d)));
    return true;
}

void PathWalk::start_quick() {
    careful_ = false;
    path_.steps = CentralPath::Steps::Straight;
    at_ = safe_.at;
    lowest_tau_ = safe_.tau;
    since_lowest_ = 0;
}

/// The sense of the step before; unless the determinant's sign says again and again that another branch has
/// been caught that runs the other way.
void PathWalk::choose_sense(const PathDirection& along) {
    if (path_.product(at_, along, *tangent_) + 1 < 0) sense_ = -sense_;
    doubts_ = sense_ == -path_.orientation() ? 0 : doubts_ + 1;
    if (doubts_ < most_doubts) return;
    sense_ = -path_.orientation();
    doubts_ = 0;
}

void PathWalk::start_careful() {
    careful_ = true;
    tangent_.reset();
    sense_ = -1;
    part_ = first_part;
    corrections_ = doubts_ = 0;
    path_.steps = CentralPath::Steps::Curved;
    at_ = near_->at;
    tau_ = near_->tau;
    safe_ = *near_;
}

/// One step of the corrector; when it has converged, a step along the path.
bool PathWalk::careful_step() {
    const PathResidual residual = path_.residual(at_);
    if (!std::isfinite(residual.mean()) || !path_.linearise(at_)) {
        go_back();
        return true;
    }
    const PathDirection along = path_.tangent(at_, tau_);
    const PathDirection back = path_.direction(at_, residual, tau_, nullptr);
    const double square = path_.product(at_, along, along) + 1;
    const double shift = -path_.product(at_, back, along) / square;
    const PathDirection d = sum(back, times(shift, along));
    const double size = path_.largest(at_, d);
    if (size < converged) {
        if (tangent_) {
            choose_sense(along);
            if (corrections_ <= 1) part_ = std::min(2 * part_, longest_part);
        }
        at_ = path_.step(at_, d, 1);
        tau_ *= std::exp(shift);
        safe_ = {at_, tau_};
        tangent_ = along;
        if (path_.orientation() > 0 && tau_ < lowest_tau_ / 10) {
            start_quick();
            return true;
        }
        predict();
        return true;
    }
    const bool inside = path_.longest_step(at_, d) >= 1 && std::abs(shift) < longest_arc;
    ++corrections_;
    if (!tangent_ && corrections_ < first_corrections) {
        at_ = path_.step(at_, d, std::min(1.0, 0.9 * path_.longest_step(at_, d)));
        return true;
    }
    if (corrections_ > most_corrections || !inside || (corrections_ > 2 && size > 0.5)) {
        go_back();
        return true;
    }
    at_ = path_.step(at_, d, 1);
    tau_ *= std::exp(shift);
    return true;
}

void PathWalk::predict() {
    const PathDirection d = times(sense_ * longest_arc, *tangent_);
    const double step = part_ * path_.longest_step(at_, d);
    at_ = path_.step(at_, d, step);
    tau_ *= std::exp(step * sense_ * longest_arc);
    corrections_ = 0;
}

void PathWalk::go_back() {
    part_ /= 3;
    if (!tangent_ || part_ < shortest_part) {
        start_quick();
        return;
    }
    at_ = safe_.at;
    tau_ = safe_.tau;
    predict();
}

}  // namespace limpet
