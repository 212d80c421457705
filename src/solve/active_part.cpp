#include "solve/active_part.h"

#include <algorithm>
#include <cmath>

#include "solve/problem_check.h"
#include "solve/residual.h"
#include "solve/sweeps/nsgs.h"

namespace limpet {
namespace {

constexpr int first_sweeps = 2;
/// Of the contacts: a larger part is no gain over the whole.
constexpr double largest_part = 0.75;
constexpr int most_rounds = 12;
/// What a part leaves adds to what the others leave: its tolerance, and how it falls where that was too much.
constexpr double share_of_part = 0.7, part_tolerance_decrease = 0.3;
/// Of the tolerance: what contacts outside of the part may overlap by, all together.
constexpr double share_of_others = 0.3;

/// Which contacts take part, and the best λ so far.
class ActivePart {
public:
    ActivePart(const Problem& problem, const SolveLimits& limits)
        : problem_(problem),
          limits_(limits),
          residual_(problem),
          in_(problem.contacts(), false),
          left_(problem.contacts(), false) {
        best_.lambda = first_guess(problem);
        best_.residual = residual_.error(best_.lambda);
        best_.looked(limits, best_.residual);
    }

    void sweep() {
        NsgsSweep sweep(problem_);
        VecX lambda = best_.lambda;
        for (int i = 0; i < first_sweeps && left() > 0; ++i, ++best_.iterations) sweep(lambda);
        for (int i = 0; i < problem_.contacts(); ++i) in_[i] = problem_.bond(i).k > 0 || lambda[3 * i] > 0;
        now_ = lambda;
        look("nsgs");
    }

    /// λ of the part; false if the part is not solved to `tolerance`.
    bool solve_part(int iterations, double tolerance, Report (*solve)(const Problem&, const SolveLimits&)) {
        std::vector<int> contacts;
        for (int i = 0; i < problem_.contacts(); ++i)
            if (in_[i]) contacts.push_back(i);
        const Report report =
            solve(part_of(problem_, contacts, now_), {std::min(iterations, left()), tolerance});
        now_.setZero();
        for (std::size_t k = 0; k < contacts.size(); ++k)
            now_.segment<3>(3 * contacts[k]) = report.lambda.segment<3>(3 * static_cast<Eigen::Index>(k));
        best_.iterations += report.iterations;
        look(report.method);
        leave_out(contacts);
        return report.status == SolveStatus::Converged;
    }

    /// False if none would overlap that are not in the part already.
    bool take_overlapping() {
        VecX u(now_.size());
        problem_.W.multiply_rows(0, problem_.contacts(), now_.data(), u.data());
        u += problem_.u0;
        const double scale = std::max(u.norm(), problem_.u0.norm());
        const double harmless =
            share_of_others * limits_.tolerance * scale / std::sqrt(static_cast<double>(problem_.contacts()));
        bool any = false;
        for (int i = 0; i < problem_.contacts(); ++i) {
            if (in_[i] || u[3 * i] >= -harmless) continue;
            in_[i] = any = true;
        }
        return any;
    }

    bool is_most() const {
        const auto size = static_cast<double>(std::count(in_.begin(), in_.end(), true));
        return size > largest_part * static_cast<double>(in_.size());
    }
    bool done() const { return best_.residual <= limits_.tolerance || left() == 0; }
    int left() const { return std::max(0, limits_.iterations - best_.iterations); }
    const VecX& lambda() const { return best_.lambda; }
    Report report() {
        best_.law_residual = best_.residual;
        best_.status =
            best_.residual <= limits_.tolerance ? SolveStatus::Converged : SolveStatus::OutOfSweeps;
        return std::move(best_);
    }

private:
    /// Of the part, what does not push: λ that are still far off let far too many overlap. None is left out
    /// twice, so that parts cannot take turns.
    void leave_out(const std::vector<int>& contacts) {
        for (const int i : contacts) {
            if (left_[i] || problem_.bond(i).k > 0 || now_[3 * i] > 0) continue;
            left_[i] = true;
            in_[i] = false;
        }
    }
    void look(std::string_view method) {
        const double error = residual_.error(now_);
        best_.looked(limits_, error);
        if (!(error < best_.residual)) return;
        best_.residual = error;
        best_.lambda = now_;
        best_.method = method;
    }

    const Problem& problem_;
    SolveLimits limits_;
    Residual residual_;
    std::vector<bool> in_, left_;  ///< in the part; left out of it before
    VecX now_;
    Report best_;
};

}  // namespace

Problem part_of(const Problem& problem, const std::vector<int>& contacts, const VecX& lambda) {
    std::vector<int> place(problem.contacts(), -1);
    for (std::size_t k = 0; k < contacts.size(); ++k) place[contacts[k]] = static_cast<int>(k);
    const BlockPattern& whole = problem.W.pattern();
    BlockPattern pattern;
    pattern.rows = pattern.columns = static_cast<int>(contacts.size());
    pattern.row_start = {0};
    std::vector<int> block_of;
    for (const int i : contacts) {
        for (int k = whole.row_start[i]; k < whole.row_start[i + 1]; ++k) {
            if (place[whole.column[k]] < 0) continue;
            pattern.column.push_back(place[whole.column[k]]);
            block_of.push_back(k);
        }
        pattern.row_start.push_back(pattern.blocks());
    }
    Problem part;
    part.judges_work = problem.judges_work;
    part.W = BlockMatrix(std::move(pattern));
    part.W_is = problem.W_is;
    for (std::size_t k = 0; k < block_of.size(); ++k)
        std::copy_n(problem.W.block(block_of[k]), 9, part.W.block(static_cast<int>(k)));
    part.u0.resize(3 * static_cast<Eigen::Index>(contacts.size()));
    part.start.resize(part.u0.size());
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const int i = contacts[k];
        const auto to = 3 * static_cast<Eigen::Index>(k);
        part.u0.segment<3>(to) = problem.u0.segment<3>(3 * i);
        part.start.segment<3>(to) = lambda.segment<3>(3 * i);
        part.friction.push_back(problem.friction[i]);
        if (problem.has_bonds()) part.bonds.push_back(problem.bond(i));
    }
    return part;
}

Report solve_active_part(const Problem& problem, const SolveLimits& limits,
                         Report (*solve)(const Problem&, const SolveLimits&), int first_round) {
    ActivePart part(problem, limits);
    if (part.done()) return part.report();
    part.sweep();
    double tolerance = share_of_part * limits.tolerance;
    int iterations = first_round;
    for (int round = 0; round < most_rounds && !part.done() && !part.is_most(); ++round, iterations *= 2) {
        const bool solved = part.solve_part(iterations, tolerance, solve);
        if (!part.done() && !part.take_overlapping() && solved) tolerance *= part_tolerance_decrease;
    }
    if (part.done()) return part.report();
    Problem whole = problem;
    whole.start = part.lambda();
    Report report = solve(whole, {part.left(), limits.tolerance, limits.history});
    Report before = part.report();
    report.iterations += before.iterations;
    const bool better = report.status != SolveStatus::Refused && report.residual <= before.residual;
    if (better) return report;
    before.iterations = report.iterations;
    return before;
}

}  // namespace limpet
