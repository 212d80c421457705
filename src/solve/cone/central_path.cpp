#include "solve/cone/central_path.h"

#include <algorithm>
#include <cmath>

namespace limpet {
namespace {

using Vec2 = Eigen::Vector2d;

/// Added to W's diagonal, which may be singular; Newton's method converges all the same.
constexpr double path_proximity = 1e-12;
/// Slopes beyond this part of μ turn, shorter ones go straight.
constexpr double turning_part = 0.25;
/// Below this part of μ, μ − ‖w‖ is not taken as a difference.
constexpr double rounded_off = 1e-4;
constexpr double largest_turn = 1.0;  ///< in one step [rad]

Vec2 slope_of(const PathPoint& at, int i) {
    return at.slope.segment<2>(2 * i);
}

/// μ² − ‖w‖²
double cone_slack(const PathPoint& at, int i, double friction) {
    return at.inside[i] * (2 * friction - at.inside[i]);
}

double step_to_zero(double value, double change) {
    return change < 0 ? -value / change : 1;
}

}  // namespace

double PathResidual::mean() const {
    double sum = open.sum();
    int count = static_cast<int>(open.size());
    for (int i = 0; i < open.size(); ++i)
        if (slides[i]) {
            sum += slip[i];
            ++count;
        }
    return sum / count;
}

double PathResidual::lowest() const {
    double lowest = open.minCoeff();
    for (int i = 0; i < open.size(); ++i)
        if (slides[i]) lowest = std::min(lowest, slip[i]);
    return lowest / mean();
}

double PathResidual::highest() const {
    double highest = open.maxCoeff();
    for (int i = 0; i < open.size(); ++i)
        if (slides[i]) highest = std::max(highest, slip[i]);
    return highest / mean();
}

/// How the slope of a contact moves: its length by `radial`, its direction by `angle`; or straight.
struct CentralPath::Turn {
    bool turns;
    Vec2 change;
    double length, radial, angle;
};

CentralPath::CentralPath(const Problem& problem, double scale)
    : friction_(problem.friction), W_(on_symmetric_pattern(problem.W)) {
    const int n = contacts();
    const double velocity = problem.u0.norm() / std::sqrt(3.0 * n);
    impulse_scale_ = velocity / scale;
    u0_ = problem.u0 / velocity;
    const BlockPattern& pattern = W_.pattern();
    for (int k = 0; k < pattern.blocks(); ++k)
        for (int c = 0; c < 9; ++c) W_.block(k)[c] /= scale;
    for (int i = 0; i < n; ++i) diagonal_.push_back(pattern.find(i, i));
    lu_.analyse(pattern);
    sum_ = BlockMatrix(pattern);
}

PathPoint CentralPath::start() const {
    const int n = contacts();
    PathPoint at{VecX::Ones(n), VecX::Zero(2 * n), VecX::Ones(n), VecX::Ones(n), VecX::Ones(n)};
    for (int i = 0; i < n; ++i)
        if (friction_[i] > 0) {
            at.inside[i] = friction_[i];
            at.speed[i] = 1 / (friction_[i] * friction_[i]);
        }
    return at;
}

VecX CentralPath::impulse(const PathPoint& at) const {
    VecX lambda(3 * contacts());
    for (int i = 0; i < contacts(); ++i) {
        lambda[3 * i] = at.normal[i];
        lambda.segment<2>(3 * i + 1) = at.normal[i] * slope_of(at, i);
    }
    return lambda;
}

PathResidual CentralPath::residual(const PathPoint& at) const {
    const int n = contacts();
    PathResidual out{VecX(3 * n), at.gap.cwiseProduct(at.normal), VecX::Zero(n), std::vector<char>(n)};
    const VecX lambda = impulse(at);
    W_.multiply_rows(0, n, lambda.data(), out.velocity.data());
    out.velocity = -out.velocity - u0_;
    for (int i = 0; i < n; ++i) {
        out.velocity[3 * i] += at.gap[i];
        out.slides[i] = friction_[i] > 0;
        if (out.slides[i]) {
            out.velocity.segment<2>(3 * i + 1) -= at.speed[i] * slope_of(at, i);
            out.slip[i] = at.speed[i] * at.normal[i] * cone_slack(at, i, friction_[i]);
        } else {
            out.velocity.segment<2>(3 * i + 1).setZero();
        }
    }
    return out;
}

bool CentralPath::linearise(const PathPoint& at) {
    const std::size_t numbers = 9 * static_cast<std::size_t>(W_.pattern().blocks());
    std::copy_n(W_.block(0), numbers, sum_.block(0));
    for (int i = 0; i < contacts(); ++i) {
        Eigen::Map<Mat3> block(sum_.block(diagonal_[i]));
        block.diagonal().array() += path_proximity;
        block(0, 0) += at.gap[i] / at.normal[i];
        if (!(friction_[i] > 0)) {
            block(1, 1) += frictionless_weight;
            block(2, 2) += frictionless_weight;
            continue;
        }
        const Vec2 w = slope_of(at, i);
        const double b = at.speed[i] / at.normal[i], a = b / cone_slack(at, i, friction_[i]);
        block.block<2, 1>(1, 0) -= (a * (friction_[i] * friction_[i] + w.squaredNorm()) + b) * w;
        block.block<2, 2>(1, 1) += 2 * a * w * w.transpose() + b * Eigen::Matrix2d::Identity();
    }
    return lu_.factorise(sum_);
}

PathDirection CentralPath::direction(const PathPoint& at, const PathResidual& residual, double tau,
                                     const PathResidual* second_order) const {
    const int n = contacts();
    VecX right = residual.velocity;
    if (second_order) right += second_order->velocity;
    PathDirection d{VecX(), VecX(n), VecX::Zero(n)};
    for (int i = 0; i < n; ++i) {
        const double open = residual.open[i] + (second_order ? second_order->open[i] : 0);
        d.gap[i] = (tau - open) / at.normal[i];
        right[3 * i] += d.gap[i];
        if (!residual.slides[i]) continue;
        const Vec2 w = slope_of(at, i);
        const double slip = residual.slip[i] + (second_order ? second_order->slip[i] : 0);
        d.speed[i] = (tau - slip) / (at.normal[i] * cone_slack(at, i, friction_[i]));
        right.segment<2>(3 * i + 1) -= d.speed[i] * w;
    }
    return solve(at, right, std::move(d));
}

PathResidual CentralPath::second_order(const PathPoint& at, const PathDirection& d, double length) const {
    const int n = contacts();
    PathResidual out{VecX::Zero(3 * n), VecX(n), VecX::Zero(n), std::vector<char>(n)};
    const double square = length * length;
    for (int i = 0; i < n; ++i) {
        const double mu = friction_[i], normal = d.impulse[3 * i];
        out.open[i] = square * normal * d.gap[i];
        out.slides[i] = mu > 0;
        if (!out.slides[i]) continue;
        const Vec2 w = slope_of(at, i), tangential = d.impulse.segment<2>(3 * i + 1);
        const Vec2 turn = (tangential - w * normal) / at.normal[i];
        const double slack = (mu * mu + w.squaredNorm()) * normal - 2 * w.dot(tangential);
        out.slip[i] = square * (d.speed[i] * slack - at.speed[i] * at.normal[i] * turn.squaredNorm());
        out.velocity.segment<2>(3 * i + 1) =
            -square * (d.speed[i] - at.speed[i] * normal / at.normal[i]) * turn;
    }
    return out;
}

PathDirection CentralPath::tangent(const PathPoint& at, double tau) const {
    const int n = contacts();
    VecX right = VecX::Zero(3 * n);
    PathDirection d{VecX(), VecX(n), VecX::Zero(n)};
    for (int i = 0; i < n; ++i) {
        right[3 * i] = d.gap[i] = tau / at.normal[i];
        if (!(friction_[i] > 0)) continue;
        d.speed[i] = tau / (at.normal[i] * cone_slack(at, i, friction_[i]));
        right.segment<2>(3 * i + 1) = -d.speed[i] * slope_of(at, i);
    }
    return solve(at, right, std::move(d));
}

/// Δλ by the factors, refined once; then what `d` has of un and ν less what Δλ takes away.
PathDirection CentralPath::solve(const PathPoint& at, VecX right, PathDirection d) const {
    const int n = contacts();
    lu_.solve(right, d.impulse);
    sum_.subtract_rows(0, n, d.impulse.data(), right.data());
    VecX rest;
    lu_.solve(right, rest);
    d.impulse += rest;
    for (int i = 0; i < n; ++i) {
        const double normal = d.impulse[3 * i];
        d.gap[i] -= at.gap[i] / at.normal[i] * normal;
        if (!(friction_[i] > 0)) {
            d.impulse.segment<2>(3 * i + 1).setZero();
            continue;
        }
        const Vec2 w = slope_of(at, i), tangential = d.impulse.segment<2>(3 * i + 1);
        const double a = at.speed[i] / (at.normal[i] * cone_slack(at, i, friction_[i]));
        d.speed[i] -= a * ((friction_[i] * friction_[i] + w.squaredNorm()) * normal - 2 * w.dot(tangential));
    }
    return d;
}

CentralPath::Turn CentralPath::turn_of(const PathPoint& at, const PathDirection& d, int i) const {
    const Vec2 w = slope_of(at, i);
    Turn turn;
    turn.change = (d.impulse.segment<2>(3 * i + 1) - w * d.impulse[3 * i]) / at.normal[i];
    turn.length = w.norm();
    turn.turns = steps == Steps::Curved && turn.length > turning_part * friction_[i];
    if (turn.turns) {
        const Vec2 along = w / turn.length;
        turn.radial = along.dot(turn.change);
        turn.angle = (along.x() * turn.change.y() - along.y() * turn.change.x()) / turn.length;
    }
    return turn;
}

double CentralPath::longest_step(const PathPoint& at, const PathDirection& d) const {
    double step = 1;
    for (int i = 0; i < contacts(); ++i) {
        const double mu = friction_[i];
        step =
            std::min({step, step_to_zero(at.normal[i], d.impulse[3 * i]), step_to_zero(at.gap[i], d.gap[i])});
        if (!(mu > 0)) continue;
        step = std::min(step, step_to_zero(at.speed[i], d.speed[i]));
        const Turn turn = turn_of(at, d, i);
        if (!turn.turns) {
            step = std::min(step, longest_straight(at, d, i));
            continue;
        }
        step = std::min(
            {step, step_to_zero(at.inside[i], -turn.radial), step_to_zero(mu + turn.length, turn.radial)});
        if (std::abs(turn.angle) * step > largest_turn) step = largest_turn / std::abs(turn.angle);
    }
    return step;
}

/// μ² λn² − ‖λT‖² after a step is c + b step + a step².
struct Straight {
    double a, b, c;
    Straight(const PathPoint& at, const PathDirection& d, int i, double mu) {
        const double normal = at.normal[i], change = d.impulse[3 * i];
        const Vec2 tangential = d.impulse.segment<2>(3 * i + 1);
        a = mu * mu * change * change - tangential.squaredNorm();
        b = 2 * normal * (mu * mu * change - slope_of(at, i).dot(tangential));
        c = normal * normal * cone_slack(at, i, mu);
    }
};

double CentralPath::longest_straight(const PathPoint& at, const PathDirection& d, int i) const {
    const Straight to(at, d, i, friction_[i]);
    const double discriminant = to.b * to.b - 4 * to.a * to.c;
    if (discriminant < 0) return 1;
    const double root = 2 * to.c / (-to.b + std::sqrt(discriminant));
    return root > 0 ? root : 1;
}

PathPoint CentralPath::step(const PathPoint& at, const PathDirection& d, double length) const {
    PathPoint next = at;
    next.gap += length * d.gap;
    next.speed += length * d.speed;
    for (int i = 0; i < contacts(); ++i) {
        next.normal[i] += length * d.impulse[3 * i];
        if (!(friction_[i] > 0)) continue;
        const Turn turn = turn_of(at, d, i);
        const Vec2 w = slope_of(at, i);
        auto slope = next.slope.segment<2>(2 * i);
        if (turn.turns) {
            const double c = std::cos(length * turn.angle), s = std::sin(length * turn.angle);
            const double radius = turn.length + length * turn.radial;
            slope = radius / turn.length * Vec2(c * w.x() - s * w.y(), s * w.x() + c * w.y());
            next.inside[i] = radius > 0 ? at.inside[i] - length * turn.radial : friction_[i] + radius;
        } else {
            const Straight to(at, d, i, friction_[i]);
            const double normal = next.normal[i];
            slope = (at.normal[i] * w + length * d.impulse.segment<2>(3 * i + 1)) / normal;
            next.inside[i] = friction_[i] - slope.norm();
            if (next.inside[i] < rounded_off * friction_[i])
                next.inside[i] = (to.c + length * (to.b + length * to.a)) /
                                 (normal * normal * (friction_[i] + slope.norm()));
        }
    }
    return next;
}

double CentralPath::product(const PathPoint& at, const PathDirection& a, const PathDirection& b) const {
    double sum = 0;
    for (int i = 0; i < contacts(); ++i) {
        const double normal = at.normal[i] * at.normal[i];
        sum += a.impulse[3 * i] * b.impulse[3 * i] / normal + a.gap[i] * b.gap[i] / (at.gap[i] * at.gap[i]);
        if (!(friction_[i] > 0)) continue;
        sum += a.speed[i] * b.speed[i] / (at.speed[i] * at.speed[i]);
        sum += turn_of(at, a, i).change.dot(turn_of(at, b, i).change) / (friction_[i] * friction_[i]);
    }
    return sum;
}

double CentralPath::largest(const PathPoint& at, const PathDirection& d) const {
    double largest = 0;
    for (int i = 0; i < contacts(); ++i) {
        largest =
            std::max({largest, std::abs(d.impulse[3 * i] / at.normal[i]), std::abs(d.gap[i] / at.gap[i])});
        if (friction_[i] > 0)
            largest = std::max({largest, std::abs(d.speed[i] / at.speed[i]),
                                turn_of(at, d, i).change.norm() / friction_[i]});
    }
    return largest;
}

}  // namespace limpet
