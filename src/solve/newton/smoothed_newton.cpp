#include "solve/newton/smoothed_newton.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "core/interruption.h"
#include "solve/newton/law_system.h"
#include "solve/newton/smooth_laws.h"
#include "solve/problem_check.h"
#include "solve/residual.h"

namespace limpet {
namespace {

/// Part of the problem's velocities that smoothing begins with, one after the other where a walk fails, and
/// at most comes to.
constexpr double beginnings[] = {0.1, 1e-2, 1e-3}, most_smoothing = 1;
/// σ, and what θ is multiplied by where no step helps.
constexpr double smaller[] = {0.01, 0.1, 0.3, 0.5, 0.7, 0.85}, larger = 3;
/// ‖F_θ‖/(θ √(3n)) below which smaller θ are tried, and β.
constexpr double near_enough = 0.05, near_after = 0.1;
constexpr int most_smoothed_halvings = 5;
/// Of what the linear rows promise, a step must bring so much.
constexpr double least_smoothed_gain = 0.05;
/// Contacts whose F depends no more than this on u move by themselves.
constexpr double nearly_open = 1e-7;
/// Part of s that is added to W.
constexpr double smoothed_proximity = 1e-12;

/// A place on the way, and steps from it.
class SmoothedWalk {
public:
    SmoothedWalk(const Problem& problem, const SolveLimits& limits)
        : problem_(problem), limits_(limits), residual_(problem), s_(residual_.scale()) {
        lambda_ = first_guess(problem);
        report_.lambda = lambda_;
        report_.residual = residual_.error(lambda_);
        report_.looked(limits, report_.residual);
        root_ = std::sqrt(static_cast<double>(lambda_.size()));
        speed_ =
            std::max({problem.u0.norm(), s_ * lambda_.norm(), velocities(problem, lambda_).norm()}) / root_;
        theta_ = beginnings[0] * speed_;
    }

    bool done() const {
        return report_.residual <= limits_.tolerance || report_.iterations >= limits_.iterations ||
               !report_.reason.empty();
    }

    void advance() {
        linearise();
        ++report_.iterations;
        if (smooth_less() || report_.residual <= limits_.tolerance || correct()) return;
        theta_ *= larger;
        if (theta_ > most_smoothing * speed_) begin_again();
    }

    Report report() {
        report_.method = "smoothed-newton";
        report_.law_residual = report_.residual;
        report_.status =
            report_.residual <= limits_.tolerance ? SolveStatus::Converged : SolveStatus::OutOfSweeps;
        return std::move(report_);
    }

private:
    void begin_again() {
        if (++beginning_ == std::size(beginnings)) {
            report_.reason = "Newton steps on smoothed laws do not help";
            return;
        }
        theta_ = beginnings[beginning_] * speed_;
        lambda_ = report_.lambda;
    }

    LawRows rows(int i, const VecX& lambda, const VecX& u, double theta) const {
        const Vec3 l = lambda.segment<3>(3 * i), v = u.segment<3>(3 * i);
        return theta > 0 ? smooth_law_rows(problem_, i, l, v, s_, theta) : law_rows(problem_, i, l, v, s_);
    }

    VecX laws(const VecX& lambda, const VecX& u, double theta) const {
        VecX F(lambda.size());
        for (int i = 0; i < problem_.contacts(); ++i) F.segment<3>(3 * i) = rows(i, lambda, u, theta).F;
        return F;
    }
    /// ‖F_θ‖/√(3n).
    double distance(const VecX& lambda, double theta) const {
        return laws(lambda, velocities(problem_, lambda), theta).norm() / root_;
    }

    void linearise() {
        u_ = velocities(problem_, lambda_);
        std::vector<LawRows> all;
        alone_.clear();
        for (int i = 0; i < problem_.contacts(); ++i) {
            all.push_back(rows(i, lambda_, u_, theta_));
            if (all.back().by_velocity.cwiseAbs().maxCoeff() >= nearly_open) continue;
            all.back().open = true;
            alone_.push_back({i, all.back().by_impulse.inverse()});
        }
        system_.emplace(problem_, std::move(all), smoothed_proximity * s_);
    }

    /// λ after the step that is to lead to F_θ = 0.
    VecX after(double theta) {
        const VecX F = laws(lambda_, u_, theta);
        VecX change = VecX::Zero(F.size());
        for (const auto& [i, inverse] : alone_) change.segment<3>(3 * i) = -inverse * F.segment<3>(3 * i);
        VecX lambda = lambda_ + system_->step(F, std::move(change));
        look(lambda);
        return lambda;
    }

    bool smooth_less() {
        after(0);
        if (distance(lambda_, theta_) > near_enough * theta_) return false;
        for (const double sigma : smaller) {
            if (report_.residual <= limits_.tolerance) return true;
            VecX lambda = after(sigma * theta_);
            if (!(distance(lambda, sigma * theta_) <= near_after * sigma * theta_)) continue;
            lambda_ = std::move(lambda);
            theta_ *= sigma;
            return true;
        }
        return false;
    }

    bool correct() {
        const VecX target = after(theta_);
        const double before = distance(lambda_, theta_);
        double part = 1;
        for (int i = 0; i <= most_smoothed_halvings; ++i, part /= 2) {
            VecX there = lambda_ + part * (target - lambda_);
            if (!(distance(there, theta_) <= (1 - least_smoothed_gain * part) * before)) continue;
            lambda_ = std::move(there);
            look(lambda_);
            return true;
        }
        return false;
    }

    void look(const VecX& lambda) {
        const double error = residual_.error(lambda);
        report_.looked(limits_, error);
        if (!(error < report_.residual)) return;
        report_.residual = error;
        report_.lambda = lambda;
    }

    struct Alone {
        int contact;
        Mat3 inverse;
    };

    const Problem& problem_;
    SolveLimits limits_;
    Residual residual_;
    double s_, root_ = 0, speed_ = 0, theta_ = 0;
    std::size_t beginning_ = 0;
    VecX lambda_, u_;
    std::vector<Alone> alone_;
    std::optional<LawSystem> system_;
    Report report_;
};

}  // namespace

Report solve_smoothed_newton(const Problem& problem, const SolveLimits& limits) {
    SmoothedWalk walk(problem, limits);
    while (!walk.done()) {
        stop_if_interrupted();
        walk.advance();
    }
    return walk.report();
}

}  // namespace limpet
