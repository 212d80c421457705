#include "solve/newton/law_rows.h"

#include <algorithm>
#include <cmath>

#include "solve/newton/law_system.h"

namespace limpet {
namespace {

using Mat2 = Eigen::Matrix2d;
using Vec2 = Eigen::Vector2d;

/// b with its derivatives by λ and u of the contact.
struct Bound {
    double size;
    Eigen::RowVector3d by_impulse = Eigen::RowVector3d::Zero(), by_velocity = Eigen::RowVector3d::Zero();
};

Bound tangential_bound(double mu, const Bond& bond, const Vec3& lambda, const Vec3& u, double s) {
    const Vec2 strain = u.tail<2>() + Vec2(bond.drag_t, bond.drag_b);
    const double length = strain.norm();
    Bound bound{mu * std::max(lambda.x() - u.x() / s, 0.0) - bond.k * length};
    if (!(bound.size > 0)) return {0};
    bound.by_impulse.x() = mu;
    bound.by_velocity.x() = -mu / s;
    if (length > 0) bound.by_velocity.tail<2>() = -bond.k / length * strain;
    return bound;
}

}  // namespace

VecX velocities(const Problem& problem, const VecX& lambda) {
    VecX u(lambda.size());
    problem.W.multiply_rows(0, problem.contacts(), lambda.data(), u.data());
    return u + problem.u0;
}

LawRows law_rows(const Problem& problem, int i, const Vec3& lambda, const Vec3& u, double s) {
    const Bond bond = problem.bond(i);
    const double k = bond.k, scale = s / (1 + s * k);
    const bool slack = (bond.pulls_only || u.x() > 0) && u.x() < bond.slack;
    const double stretch = slack ? 0 : u.x() > 0 ? u.x() - bond.slack : u.x();
    const double spring = scale * (lambda.x() + k * stretch);
    const bool wall = !bond.pulls_only && (bond.slack > 0 ? spring > u.x() : s * lambda.x() > u.x());
    if (!wall && k == 0) return {s * Mat3::Identity(), Mat3::Zero(), s * lambda, true};
    LawRows rows{Mat3::Zero(), Mat3::Identity(), u};
    if (!wall) {
        rows.by_impulse(0, 0) = scale;
        rows.by_velocity(0, 0) = slack ? 0 : scale * k;
        rows.F.x() = spring;
    }
    const Bound b = tangential_bound(problem.friction[i], bond, lambda, u, s);
    const Vec2 f = lambda.tail<2>() + k * (u.tail<2>() + Vec2(bond.drag_t, bond.drag_b));
    const Vec2 z = scale * f - u.tail<2>();
    const double length = z.norm();
    if (b.size > 0 && length <= scale * b.size) return rows;
    const Vec2 t = length > 0 ? Vec2(z / length) : Vec2(Vec2::Zero());
    const Mat2 turn = length > 0 ? Mat2(scale * b.size / length * (Mat2::Identity() - t * t.transpose()))
                                 : Mat2(Mat2::Zero());
    rows.by_impulse.bottomRows<2>() = -scale * t * b.by_impulse;
    rows.by_impulse.bottomRightCorner<2, 2>() += scale * (Mat2::Identity() - turn);
    rows.by_velocity.bottomRows<2>() = -scale * t * b.by_velocity;
    rows.by_velocity.bottomRightCorner<2, 2>() += scale * k * Mat2::Identity() + (1 - scale * k) * turn;
    rows.F.tail<2>() = scale * (f - b.size * t);
    return rows;
}

double law_norm(const Problem& problem, const VecX& lambda, double s) {
    const VecX u = velocities(problem, lambda);
    double sum = 0;
    for (int i = 0; i < problem.contacts(); ++i)
        sum += law_rows(problem, i, lambda.segment<3>(3 * i), u.segment<3>(3 * i), s).F.squaredNorm();
    return std::sqrt(sum);
}

VecX after_newton_step(const Problem& problem, double s, const VecX& lambda, const NewtonStep& how) {
    const VecX u = velocities(problem, lambda);
    const int n = problem.contacts();
    std::vector<LawRows> rows;
    rows.reserve(n);
    VecX F(3 * n), opening = VecX::Zero(3 * n);
    for (int i = 0; i < n; ++i) {
        rows.push_back(law_rows(problem, i, lambda.segment<3>(3 * i), u.segment<3>(3 * i), s));
        F.segment<3>(3 * i) = rows.back().F;
        if (rows.back().open) opening.segment<3>(3 * i) = -lambda.segment<3>(3 * i);
    }
    const int acting = LawSystem::acting(rows);
    if (acting == 0 || acting > how.most_contacts) return {};
    return lambda + LawSystem(problem, std::move(rows), how.proximity * s).step(F, opening);
}

}  // namespace limpet
