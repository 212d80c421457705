#include "solve/lemke.h"

#include <algorithm>
#include <cmath>

#include "core/interruption.h"
#include "linear/dense_lu.h"
#include "solve/problem_check.h"
#include "solve/residual.h"

namespace limpet {
namespace {

/// Entries of a column smaller than this part of its largest do not limit: they are rounding.
constexpr double smallest_pivot = 1e-10;
/// Ratios this near to each other, as parts of 1 + their size, are a tie.
constexpr double tie = 1e-12;
constexpr int pivots_per_row = 20;

/// w = M z + q, free of units: u in units of ‖u⁰‖, λ in units of ‖u⁰‖/s.
struct Complementarity {
    MatX M;
    VecX q;
};

/// Where a contact's unknowns are among z, and the pyramid's axes.
struct Pyramid {
    int first = 0;
    bool friction = false;
    double cosine = 1, sine = 0;
};

/// λ of all contacts = directions × z.
MatX impulse_directions(const std::vector<Pyramid>& pyramids, int rows) {
    MatX directions = MatX::Zero(3 * static_cast<Eigen::Index>(pyramids.size()), rows);
    for (std::size_t i = 0; i < pyramids.size(); ++i) {
        const Pyramid& at = pyramids[i];
        const auto row = static_cast<Eigen::Index>(3 * i);
        directions(row, at.first) = 1;
        if (!at.friction) continue;
        const double x[4] = {at.cosine, -at.cosine, -at.sine, at.sine};
        const double y[4] = {at.sine, -at.sine, at.cosine, -at.cosine};
        for (int k = 0; k < 4; ++k) {
            directions(row + 1, at.first + 1 + k) = x[k];
            directions(row + 2, at.first + 1 + k) = y[k];
        }
    }
    return directions;
}

Complementarity complementarity(const Problem& problem, const std::vector<Pyramid>& pyramids,
                                const MatX& directions, double compliance, double speed) {
    const int n = problem.contacts();
    const BlockPattern& pattern = problem.W.pattern();
    MatX W = MatX::Zero(3 * n, 3 * n);
    for (int i = 0; i < n; ++i)
        for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k)
            W.block<3, 3>(3 * i, 3 * pattern.column[k]) =
                Eigen::Map<const Mat3>(problem.W.block(k)) / compliance;
    Complementarity lcp;
    lcp.M = directions.transpose() * W * directions;
    lcp.q = directions.transpose() * problem.u0 / speed;
    for (int i = 0; i < n; ++i) {
        if (!pyramids[i].friction) continue;
        const int first = pyramids[i].first, sigma = first + 5;
        lcp.M(sigma, first) = problem.friction[i];
        for (int k = 1; k <= 4; ++k) {
            lcp.M(first + k, sigma) = 1;
            lcp.M(sigma, first + k) = -1;
        }
    }
    return lcp;
}

/// Basic variables as functions of the others: basic = values + T others. Variables are numbered w_0 … w_m−1,
/// z_0 … z_m−1, and the artificial one, 2m.
class Tableau {
public:
    explicit Tableau(const Complementarity& lcp)
        : rows_(static_cast<int>(lcp.q.size())), T_(rows_, rows_ + 1), order_(MatX::Identity(rows_, rows_)) {
        values_ = lcp.q;
        T_.leftCols(rows_) = lcp.M;
        T_.col(rows_).setOnes();
        for (int i = 0; i < rows_; ++i) {
            basic_.push_back(i);
            other_.push_back(rows_ + i);
        }
        other_.push_back(artificial());
    }

    enum class End { Solved, Ray, TooLong };
    End run() {
        if (values_.minCoeff() >= 0) return End::Solved;
        int row = first_row(), column = rows_;
        while (pivots_ < pivots_per_row * rows_ + 100) {
            stop_if_interrupted();
            const int left = basic_[row];
            pivot(row, column);
            if (left == artificial()) return End::Solved;
            column = column_of(left < rows_ ? left + rows_ : left - rows_);
            row = limiting_row(column);
            if (row < 0) return End::Ray;
        }
        return End::TooLong;
    }

    int pivots() const { return pivots_; }
    VecX z() const {
        VecX z = VecX::Zero(rows_);
        for (int i = 0; i < rows_; ++i)
            if (basic_[i] >= rows_ && basic_[i] < artificial())
                z[basic_[i] - rows_] = std::max(values_[i], 0.0);
        return z;
    }
    /// Which z are basic.
    std::vector<int> support() const {
        std::vector<int> support;
        for (const int variable : basic_)
            if (variable >= rows_ && variable < artificial()) support.push_back(variable - rows_);
        std::sort(support.begin(), support.end());
        return support;
    }

private:
    int artificial() const { return 2 * rows_; }
    int column_of(int variable) const {
        return static_cast<int>(std::find(other_.begin(), other_.end(), variable) - other_.begin());
    }

    /// Lexicographic comparison of rows a and b, each divided by its scale; the first place is `values`.
    bool before(int a, double scale_a, int b, double scale_b) const {
        for (int j = -1; j < rows_; ++j) {
            const double x = (j < 0 ? values_[a] : order_(a, j)) / scale_a;
            const double y = (j < 0 ? values_[b] : order_(b, j)) / scale_b;
            if (std::abs(x - y) > tie * (1 + std::abs(x) + std::abs(y))) return x < y;
        }
        return a < b;
    }
    int first_row() const {
        int row = 0;
        for (int i = 1; i < rows_; ++i)
            if (before(i, 1, row, 1)) row = i;
        return row;
    }
    /// The row whose variable is the first to reach 0 as that of `column` grows; −1 if none does. The
    /// artificial variable goes first where it can: then it is done.
    int limiting_row(int column) const {
        const double least = smallest_pivot * T_.col(column).cwiseAbs().maxCoeff();
        int row = -1;
        for (int i = 0; i < rows_; ++i) {
            if (!(T_(i, column) < -least)) continue;
            if (row < 0 || before(i, -T_(i, column), row, -T_(row, column))) row = i;
        }
        if (row < 0) return row;
        const double reach = -values_[row] / T_(row, column);
        for (int i = 0; i < rows_; ++i)
            if (basic_[i] == artificial() && T_(i, column) < -least &&
                -values_[i] / T_(i, column) <= reach + tie * (1 + std::abs(reach)))
                return i;
        return row;
    }
    void pivot(int row, int column) {
        const double inverse = 1 / T_(row, column);
        const VecX factors = T_.col(column);
        Eigen::RowVectorXd next = -inverse * T_.row(row);
        next[column] = inverse;
        const double value = -inverse * values_[row];
        const Eigen::RowVectorXd next_order = -inverse * order_.row(row);
        T_.col(column).setZero();
        T_.noalias() += factors * next;
        values_ += factors * value;
        order_.noalias() += factors * next_order;
        T_.row(row) = next;
        values_[row] = value;
        order_.row(row) = next_order;
        std::swap(basic_[row], other_[column]);
        ++pivots_;
    }

    int rows_, pivots_ = 0;
    MatX T_,
        order_;  ///< order: what a perturbation of each row of q, smaller from row to row, does to values
    VecX values_;
    std::vector<int> basic_, other_;
};

/// z anew from the rows where it may differ from 0, free of what pivots gathered in rounding.
VecX polished(const Complementarity& lcp, const std::vector<int>& support) {
    const auto size = static_cast<Eigen::Index>(support.size());
    MatX M(size, size);
    VecX q(size);
    for (Eigen::Index i = 0; i < size; ++i) {
        q[i] = lcp.q[support[i]];
        for (Eigen::Index j = 0; j < size; ++j) M(i, j) = lcp.M(support[i], support[j]);
    }
    const DenseLu factors(M);
    VecX x = -factors.solve(q);
    x -= factors.solve(VecX(M * x + q));
    VecX z = VecX::Zero(lcp.q.size());
    for (Eigen::Index i = 0; i < size; ++i) z[support[i]] = std::max(x[i], 0.0);
    return z;
}

}  // namespace

Report solve_lemke(const Problem& problem, const SolveLimits& limits) {
    if (const auto reason = why_unsolvable_without_bonds(problem); !reason.empty())
        return refused(problem, reason);
    std::vector<Pyramid> pyramids(problem.contacts());
    int rows = 0;
    for (int i = 0; i < problem.contacts(); ++i) {
        const BoxFrame frame = box_frame(Cone::Box, problem.u0[3 * i + 1], problem.u0[3 * i + 2], 1);
        pyramids[i] = {rows, problem.friction[i] > 0, frame.cosine, frame.sine};
        rows += pyramids[i].friction ? 6 : 1;
        if (rows > lemke_most_rows)
            return refused(problem,
                           "lemke is for small problems: at most 100 contacts with friction, or 600 without");
    }
    Residual residual(problem, Cone::Pyramid);
    const double speed = problem.u0.norm();
    Report report;
    report.method = "lemke";
    report.lambda = VecX::Zero(problem.u0.size());
    report.law_residual = residual.error(report.lambda);
    if (!std::isfinite(report.law_residual)) return refused(problem, "numbers are too large to compute with");
    const double start = report.law_residual;
    double least = residual.map();
    if (start > 0) {
        const MatX directions = impulse_directions(pyramids, rows);
        const Complementarity lcp = complementarity(problem, pyramids, directions, residual.scale(), speed);
        Tableau tableau(lcp);
        const Tableau::End end = tableau.run();
        report.iterations = tableau.pivots();
        const double unit = speed / residual.scale();
        const auto take_if_better = [&](const VecX& lambda) {
            const double error = residual.error(lambda);
            if (!(residual.map() < least)) return;
            least = residual.map();
            report.law_residual = error;
            report.lambda = lambda;
        };
        for (const VecX& z : {tableau.z(), polished(lcp, tableau.support())})
            take_if_better(directions * z * unit);
        if (report.law_residual > limits.tolerance && problem.start.size() == problem.u0.size())
            take_if_better(problem.start);
        if (end == Tableau::End::Ray)
            report.reason = "the pivots ended on a ray: no solution was found on their path";
        if (end == Tableau::End::TooLong) report.reason = "the bound on the number of pivots is reached";
    }
    report.residual = natural_map_error(problem, report.lambda);
    report.status =
        report.law_residual <= limits.tolerance ? SolveStatus::Converged : SolveStatus::OutOfSweeps;
    if (report.status == SolveStatus::Converged) report.reason = {};
    if (limits.history) {
        report.history = {start, report.law_residual};
        report.history_iterations = {0, report.iterations};
    }
    return report;
}

}  // namespace limpet
