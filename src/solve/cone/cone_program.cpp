#include "solve/cone/cone_program.h"

#include <algorithm>
#include <cmath>

namespace limpet {
namespace {

/// Impulses are larger than velocities where bodies lie on each other.
constexpr double first_impulse = 10;
constexpr double to_the_border = 0.995;

double normal_factor(double friction) {
    return friction > 0 ? 1 / friction : 1;
}

}  // namespace

ConeProgram::ConeProgram(const Problem& problem, double scale)
    : friction_(problem.friction), W_(on_symmetric_pattern(problem.W)) {
    const int n = contacts();
    const double velocity = problem.u0.norm() / std::sqrt(3.0 * n);
    impulse_scale_ = velocity / scale;
    u0_ = problem.u0 / velocity;
    const BlockPattern& pattern = W_.pattern();
    for (int i = 0; i < n; ++i) {
        u0_[3 * i] *= normal_factor(friction_[i]);
        if (!(friction_[i] > 0)) u0_.segment<2>(3 * i + 1).setZero();
        for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k) {
            Eigen::Map<Mat3> block(W_.block(k));
            block /= scale;
            block.row(0) *= normal_factor(friction_[i]);
            block.col(0) *= normal_factor(friction_[pattern.column[k]]);
        }
        diagonal_.push_back(pattern.find(i, i));
    }
    lu_.analyse(pattern);
    sum_ = W_;
    scaling_.resize(n);
}

ConeProgram::Point ConeProgram::start() const {
    Point at{VecX::Zero(3 * contacts()), VecX::Zero(3 * contacts())};
    for (int i = 0; i < contacts(); ++i) {
        at.x[3 * i] = first_impulse;
        at.z[3 * i] = 1;
    }
    return at;
}

VecX ConeProgram::velocity(const VecX& x) const {
    VecX u(x.size());
    W_.multiply_rows(0, contacts(), x.data(), u.data());
    u += u0_;
    for (int i = 0; i < contacts(); ++i)
        if (!(friction_[i] > 0)) u.segment<2>(3 * i + 1).setZero();
    return u;
}

VecX ConeProgram::missing(const VecX& dilatancy, const Point& at) const {
    VecX out = velocity(at.x) - at.z;
    for (int i = 0; i < contacts(); ++i) out[3 * i] += dilatancy[i];
    return out;
}

double ConeProgram::infeasibility(const VecX& dilatancy, const Point& at) const {
    return missing(dilatancy, at).norm();
}

VecX ConeProgram::sliding(const Point& at) const {
    const VecX u = velocity(at.x);
    VecX out(contacts());
    for (int i = 0; i < contacts(); ++i) out[i] = u.segment<2>(3 * i + 1).norm();
    return out;
}

VecX ConeProgram::solution(const Point& at) const {
    VecX lambda = impulse_scale_ * at.x;
    for (int i = 0; i < contacts(); ++i) lambda[3 * i] *= normal_factor(friction_[i]);
    return lambda;
}

bool ConeProgram::linearise(const Point& at) {
    const std::size_t numbers = 9 * static_cast<std::size_t>(W_.pattern().blocks());
    std::copy_n(W_.block(0), numbers, sum_.block(0));
    for (int i = 0; i < contacts(); ++i) {
        scaling_[i] = nesterov_todd_scaling(at.x.segment<3>(3 * i), at.z.segment<3>(3 * i));
        Eigen::Map<Mat3> block(sum_.block(diagonal_[i]));
        block += scaling_[i].inverse * scaling_[i].inverse;
        if (!(friction_[i] > 0)) block.diagonal().tail<2>().array() += frictionless_weight;
    }
    return lu_.factorise(sum_);
}

/// The Newton step that adds `missing` to z − S (W S x + u⁰) − s e and makes the scaled products change by
/// `product`: G⁻¹ Δx + G Δz = v \ product.
ConeProgram::Point ConeProgram::direction(const VecX& missing, const VecX& product) const {
    const int n = contacts();
    VecX right = -missing, change(3 * n), rest;
    for (int i = 0; i < n; ++i) {
        change.segment<3>(3 * i) = jordan_quotient(product.segment<3>(3 * i), scaling_[i].v);
        right.segment<3>(3 * i) += scaling_[i].inverse * change.segment<3>(3 * i);
        if (!(friction_[i] > 0)) right.segment<2>(3 * i + 1).setZero();
    }
    Point d;
    lu_.solve(right, d.x);
    sum_.subtract_rows(0, n, d.x.data(), right.data());
    lu_.solve(right, rest);
    d.x += rest;
    d.z.resize(3 * n);
    for (int i = 0; i < n; ++i) {
        if (!(friction_[i] > 0)) d.x.segment<2>(3 * i + 1).setZero();
        d.z.segment<3>(3 * i) =
            scaling_[i].inverse * (change.segment<3>(3 * i) - scaling_[i].inverse * d.x.segment<3>(3 * i));
    }
    return d;
}

double ConeProgram::longest_step(const Point& at, const Point& d) const {
    double step = 1 / to_the_border;
    for (int i = 0; i < contacts(); ++i)
        step = std::min({step, way_to_the_border(at.x.segment<3>(3 * i), d.x.segment<3>(3 * i)),
                         way_to_the_border(at.z.segment<3>(3 * i), d.z.segment<3>(3 * i))});
    return step;
}

bool ConeProgram::step(const VecX& dilatancy, Point& at) {
    const int n = contacts();
    if (!linearise(at)) return false;
    const VecX missing = this->missing(dilatancy, at);
    VecX product(3 * n);
    for (int i = 0; i < n; ++i) product.segment<3>(3 * i) = -jordan_product(scaling_[i].v, scaling_[i].v);
    Point d = direction(missing, product);
    const double tau = gap(at), reach = std::min(1.0, longest_step(at, d));
    const double gained = gap({at.x + reach * d.x, at.z + reach * d.z}) / tau;
    const double aim = std::pow(std::clamp(gained, 1e-3, 1.0), 3) * tau;
    for (int i = 0; i < n; ++i) {
        product[3 * i] += aim;
        product.segment<3>(3 * i) -= jordan_product(scaling_[i].inverse * d.x.segment<3>(3 * i),
                                                    scaling_[i].G * d.z.segment<3>(3 * i));
    }
    d = direction(missing, product);
    const double length = to_the_border * longest_step(at, d);
    at.x += length * d.x;
    at.z += length * d.z;
    return at.x.allFinite() && at.z.allFinite();
}

}  // namespace limpet
