#include "solve/polish.h"

#include <Eigen/LU>
#include <cmath>

#include "solve/residual.h"

namespace limpet {
namespace {

/// A factorisation with so many contacts costs about as much as that many sweeps.
constexpr int most_contacts = 50;
constexpr int most_steps = 3;
/// Errors below this are rounding.
constexpr double exact = 1e-13;
/// Part of s that is added to W.
constexpr double proximity = 1e-9;

using Mat2 = Eigen::Matrix2d;
using Vec2 = Eigen::Vector2d;

/// A contact that pushes: its rows F and their derivatives.
struct Pushing {
    int contact;
    Mat3 by_impulse, by_velocity;
    Vec3 F;
};

Pushing stick(int i, const Vec3& u, double s) {
    return {i, Vec3::Constant(proximity * s).asDiagonal(), Mat3::Identity(), u};
}

Pushing slide_freely(int i, const Vec3& u, double s) {
    return {i, Vec3(proximity * s, s, s).asDiagonal(), Vec3(1, 0, 0).asDiagonal(), {u.x(), 0, 0}};
}

Pushing slip(int i, const Vec3& lambda, const Vec3& u, double s, double friction) {
    const Vec2 z = s * lambda.tail<2>() - u.tail<2>();
    const double length = z.norm();
    const Vec2 t = z / length;
    const Mat2 turn = friction * s * lambda.x() / length * (Mat2::Identity() - t * t.transpose());
    Pushing rows = slide_freely(i, u, s);
    rows.by_impulse.bottomRightCorner<2, 2>() -= s * turn;
    rows.by_impulse.bottomLeftCorner<2, 1>() = -s * friction * t;
    rows.by_velocity.bottomRightCorner<2, 2>() = turn;
    rows.F.tail<2>() = s * (lambda.tail<2>() - friction * lambda.x() * t);
    return rows;
}

/// Sets λ of contacts that open to zero; those that push.
std::vector<Pushing> pushing(const Problem& problem, double s, VecX& lambda) {
    const int n = problem.contacts();
    VecX u(lambda.size());
    const auto update_velocities = [&] {
        problem.W.multiply_rows(0, n, lambda.data(), u.data());
        u += problem.u0;
    };
    update_velocities();
    enum class Does { Open, Stick, Slip };
    std::vector<Does> does(n, Does::Open);
    for (int i = 0; i < n; ++i) {
        const double mu = problem.friction[i];
        Vec3 z = s * lambda.segment<3>(3 * i) - u.segment<3>(3 * i);
        const double sliding = u.segment<2>(3 * i + 1).norm(), tangential = z.tail<2>().norm();
        z.x() -= mu * sliding;
        if (mu == 0 ? z.x() <= 0 : mu * tangential <= -z.x())
            lambda.segment<3>(3 * i).setZero();
        else
            does[i] = mu > 0 && tangential <= mu * z.x() ? Does::Stick : Does::Slip;
    }
    update_velocities();
    std::vector<Pushing> rows;
    for (int i = 0; i < n; ++i) {
        const Vec3 own = u.segment<3>(3 * i);
        if (does[i] == Does::Stick) rows.push_back(stick(i, own, s));
        if (does[i] == Does::Slip && problem.friction[i] == 0) rows.push_back(slide_freely(i, own, s));
        if (does[i] == Does::Slip && problem.friction[i] > 0)
            rows.push_back(slip(i, lambda.segment<3>(3 * i), own, s, problem.friction[i]));
    }
    return rows;
}

/// λ after a step; empty where none is worth its cost.
VecX after_step(const Problem& problem, double s, VecX lambda) {
    const std::vector<Pushing> rows = pushing(problem, s, lambda);
    if (rows.empty() || rows.size() > most_contacts) return {};
    const BlockPattern& pattern = problem.W.pattern();
    const auto size = 3 * static_cast<Eigen::Index>(rows.size());
    MatX M = MatX::Zero(size, size);
    VecX F(size);
    for (Eigen::Index i = 0; i < size; i += 3) {
        const Pushing& row = rows[i / 3];
        F.segment<3>(i) = row.F;
        for (Eigen::Index j = 0; j < size; j += 3)
            if (const int k = pattern.find(row.contact, rows[j / 3].contact); k >= 0)
                M.block<3, 3>(i, j) = row.by_velocity * Eigen::Map<const Mat3>(problem.W.block(k));
        M.block<3, 3>(i, i) += row.by_impulse;
    }
    const VecX change = M.partialPivLu().solve(F);
    for (Eigen::Index i = 0; i < size; i += 3)
        lambda.segment<3>(3 * rows[i / 3].contact) -= change.segment<3>(i);
    return lambda;
}

}  // namespace

void polish(const Problem& problem, const SolveLimits& limits, Report& report) {
    if (report.status == SolveStatus::Refused || problem.contacts() == 0) return;
    Residual residual(problem);
    for (int step = 0; step < most_steps && report.residual > exact; ++step) {
        VecX lambda = after_step(problem, residual.scale(), report.lambda);
        if (lambda.size() == 0) break;
        const double error = residual.error(lambda);
        if (!(error < report.residual)) break;
        report.lambda = std::move(lambda);
        report.residual = report.law_residual = error;
    }
    if (report.residual <= limits.tolerance) {
        report.status = SolveStatus::Converged;
        report.reason = {};
    }
}

}  // namespace limpet
