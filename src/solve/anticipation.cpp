#include "solve/anticipation.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "core/interruption.h"
#include "solve/problem_check.h"
#include "solve/residual.h"
#include "solve/sweeps/adhesive_contact.h"
#include "solve/sweeps/one_contact.h"
#include "solve/sweeps/sweeps.h"

namespace limpet {
namespace {

/// Sweeps over the contacts in each outer iteration: more do not pay, since v̄ moves on.
constexpr int inner_sweeps = 5;
/// Of the tolerance: sweeps that change λ by less, of λ, are the last.
constexpr double still = 1e-2;
/// Of D⁻¹A: so many products estimate its largest eigenvalue from below ...
constexpr int estimating_products = 12;
/// ... which this makes a bound.
constexpr double safely = 1.1;

class Relaxation {
public:
    explicit Relaxation(const NodeProblem& problem) : p_(problem), D_inverse_(inverse_diagonal(problem.A)) {
        const double scale = safely * largest_eigenvalue();
        for (Mat3& d : D_inverse_) d /= scale;
        make_parts();
        inner_ = problem_of_contacts(p_, D_inverse_);
    }

    const Problem& contacts() const { return inner_; }
    Problem& contacts() { return inner_; }

    VecX times_D_inverse(const VecX& x) const { return times_blocks(D_inverse_, x); }
    /// J v + c. `u` stays where it is in memory: sweeps look there.
    void rows_times(const VecX& v, VecX& u) const {
        const VecX velocities = p_.contact_velocities(v);
        u = velocities;
    }
    /// The largest velocity by which a body as a whole misses its equations, of which `left` is left. Nodes
    /// that A couples with no other one, such as a rigid body's, count one by one.
    double drift(const VecX& left) const {
        double largest = 0;
        for (std::size_t k = 0; k + 1 < part_start_.size(); ++k) {
            Vec3 sum = Vec3::Zero();
            for (int i = part_start_[k]; i < part_start_[k + 1]; ++i)
                sum += left.segment<3>(3 * Eigen::Index(i));
            largest = std::max(largest, (part_mass_inverse_[k] * sum).norm());
        }
        return largest;
    }
    VecX transposed_rows_times(const VecX& lambda) const { return p_.transposed_rows_times(lambda); }

private:
    /// By the power method from a fixed start.
    double largest_eigenvalue() const {
        VecX x(p_.b.size());
        for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = 1 + 0.5 * std::cos(1.7 * double(i));
        double largest = 1;
        for (int k = 0; k < estimating_products; ++k) {
            x /= x.norm();
            x = times_D_inverse(p_.times_A(x));
            largest = std::max(largest, x.norm());
        }
        return largest;
    }

    void make_parts() {
        const std::vector<int> whole = {0, p_.A.rows()};
        const std::vector<int>& bodies = p_.first_node.empty() ? whole : p_.first_node;
        const BlockPattern& pattern = p_.A.pattern();
        const auto is_alone = [&](int i) { return pattern.row_start[i + 1] - pattern.row_start[i] == 1; };
        for (std::size_t k = 0; k + 1 < bodies.size(); ++k)
            for (int i = bodies[k]; i < bodies[k + 1]; ++i)
                if (i == bodies[k] || is_alone(i)) part_start_.push_back(i);
        part_start_.push_back(p_.A.rows());
        for (std::size_t k = 0; k + 1 < part_start_.size(); ++k) {
            Mat3 sum = Mat3::Zero();
            for (int j = pattern.row_start[part_start_[k]]; j < pattern.row_start[part_start_[k + 1]]; ++j)
                sum += Eigen::Map<const Mat3>(p_.A.block(j));
            part_mass_inverse_.push_back(sum.inverse());
        }
    }

    const NodeProblem& p_;
    std::vector<Mat3> D_inverse_;
    std::vector<int> part_start_;          ///< nodes that move as one: a body's, or one that is alone
    std::vector<Mat3> part_mass_inverse_;  ///< (Σ A)⁻¹ of each [1/kg]
    Problem inner_;
};

/// The sweeps of nsgs.h for one B and many u⁰, which change where they are.
class InnerSweeps {
public:
    explicit InnerSweeps(const Problem& contacts)
        : rows_(contacts), bonded_(adhesive_contacts(contacts, Cone::Exact)) {
        for (int i = 0; i < contacts.contacts(); ++i)
            contacts_.emplace_back(rows_.own_block(i), contacts.friction[i]);
    }

    void run(double tolerance, VecX& lambda) {
        for (int k = 0; k < inner_sweeps; ++k) {
            const double change = rows_.sweep(lambda, [&](int i, Lanes u, double* own) {
                if (!bonded_.empty() && bonded_[i])
                    bonded_[i]->update(u[0], u[1], u[2], own, passes_at_a_bond);
                else
                    contacts_[i].solve(u[0], u[1], u[2], own);
            });
            if (change <= still * still * tolerance * tolerance * lambda.squaredNorm()) return;
        }
    }

private:
    SweepRows rows_;
    std::vector<OneContact> contacts_;
    std::vector<std::optional<AdhesiveContact>> bonded_;
};

/// The law's error of λ beside the velocities that it has to do with, which are not B λ + u⁰ here.
double law_error(Problem& contacts, const VecX& lambda, const VecX& u) {
    set_velocities(contacts, lambda, u);
    return natural_map_error(contacts, lambda);
}

}  // namespace

NodeSolution solve_anticipation(const NodeProblem& problem, const SolveLimits& limits) {
    Relaxation relaxation(problem);
    Problem& contacts = relaxation.contacts();
    VecX lambda = problem.start.size() > 0 ? problem.start : VecX::Zero(3 * Eigen::Index(problem.contacts()));
    // Products with A are the larger part of an iteration; A y is a combination of those that are known.
    VecX v = problem.v, Av = problem.times_A(v), y = v, Ay = Av;
    const double reference = relaxation.times_D_inverse(problem.b).norm();
    double theta = 1;
    NodeSolution best;
    best.v = v;
    best.p = Av - problem.b;
    VecX u;
    relaxation.rows_times(v, u);
    best.u = u;
    Report& report = best.report;
    report.method = "anticipation";
    report.lambda = lambda;
    if (const auto reason = why_unsolvable(contacts); !reason.empty()) {
        report = refused(contacts, reason);
        return best;
    }
    InnerSweeps sweeps(contacts);
    report.law_residual = std::numeric_limits<double>::infinity();
    while (report.iterations < limits.iterations && report.law_residual > limits.tolerance) {
        stop_if_interrupted();
        const VecX ahead = y + relaxation.times_D_inverse(problem.b - Ay);
        relaxation.rows_times(ahead, contacts.u0);
        sweeps.run(limits.tolerance, lambda);
        const VecX push = relaxation.transposed_rows_times(lambda);
        const VecX next = ahead + relaxation.times_D_inverse(push);
        ++report.iterations;
        const VecX A_next = problem.times_A(next);
        const VecX rest = problem.b + push - A_next;
        const double left =
            std::max(relaxation.times_D_inverse(rest).norm() / std::max({reference, next.norm(), 1e-300}),
                     relaxation.drift(rest) / std::max(next.lpNorm<Eigen::Infinity>(), 1e-300));
        relaxation.rows_times(next, u);
        const double error = std::max(left, law_error(contacts, lambda, u));
        report.looked(limits, error);
        if (error < report.law_residual) {
            report.law_residual = error;
            report.lambda = lambda;
            best.v = next;
            best.p = A_next - problem.b;
            best.u = u;
        }
        const bool turned = (y - next).dot(next - v) > 0;
        const double next_theta = turned ? 1 : (1 + std::sqrt(1 + 4 * theta * theta)) / 2;
        const double ahead_by = turned ? 0 : (theta - 1) / next_theta;
        y = next + ahead_by * (next - v);
        Ay = A_next + ahead_by * (A_next - Av);
        theta = next_theta;
        v = next;
        Av = A_next;
    }
    report.residual = report.law_residual;
    report.status =
        report.law_residual <= limits.tolerance ? SolveStatus::Converged : SolveStatus::OutOfSweeps;
    best.B = std::move(contacts.W);
    return best;
}

}  // namespace limpet
