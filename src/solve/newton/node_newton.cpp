#include "solve/newton/node_newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/interruption.h"
#include "solve/newton/near_law.h"
#include "solve/problem_check.h"
#include "solve/residual.h"

namespace limpet {
namespace {

/// δ: of a contact's own compliance B_ii. Walls are so much stiffer than nodes, and a proximal step leaves so
/// much of the last one's error.
constexpr double proximity_ratio = 1e-5;
/// Laws are softened up to the contact's own compliance.
constexpr double max_proximity_ratio = 1;
/// Steps with bounds that follow normal impulses, in a row, and what they may multiply the error by.
constexpr int most_coupled_steps = 8;
constexpr double coupled_growth = 10;
/// A full step that leaves no more than this share of the slope along it, with either sign, is taken.
constexpr double kept_slope = 0.9;
/// Evaluations of a line search.
constexpr int max_line_search = 20;
constexpr double searched_slope = 0.1;
/// A shorter step leads nowhere.
constexpr double least_part = 1e-2;
/// What is left of the bodies' equations, of velocities, when a proximal step is done.
constexpr double settled_equations = 1e-9;

/// How a walk goes on where full steps do not get there.
struct Manner {
    double near_equations;  ///< left of the bodies' equations, from which on bounds follow normal impulses
    double softening;       ///< of all laws where contacts change again and again what they do
    int patience;           ///< iterations in a row that did not halve the error before that
    int most_stalls;        ///< steps in a row that led nowhere before that
};
/// The first is quicker and gets lost in one step of some hundred, as where a pressed tape buckles; the
/// second starts over from the problem's start.
constexpr Manner eager{1e-5, 10, 20, 3}, careful{settled_equations, 100, 25, 1000};
constexpr int eager_iterations = 60;

BlockPattern pattern_with_contacts(const NodeProblem& p) {
    const BlockPattern& own = p.A.pattern();
    std::vector<std::vector<int>> columns(own.rows);
    bool any = false;
    for (int i = 0; i < p.contacts(); ++i)
        for (int k = p.row_start[i]; k < p.row_start[i + 1]; ++k)
            for (int l = p.row_start[i]; l < p.row_start[i + 1]; ++l)
                if (own.find(p.rows[k].node, p.rows[l].node) < 0) {
                    columns[p.rows[k].node].push_back(p.rows[l].node);
                    any = true;
                }
    if (!any) return own;
    BlockPattern pattern{own.rows, own.columns, {0}, {}};
    for (int row = 0; row < own.rows; ++row) {
        std::vector<int>& added = columns[row];
        added.insert(added.end(), own.column.begin() + own.row_start[row],
                     own.column.begin() + own.row_start[row + 1]);
        std::sort(added.begin(), added.end());
        added.erase(std::unique(added.begin(), added.end()), added.end());
        pattern.column.insert(pattern.column.end(), added.begin(), added.end());
        pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
    }
    return pattern;
}

/// A + Jᵀ S J.
class ContactMatrix {
public:
    ContactMatrix(const NodeProblem& problem, NodeFactor& factor) : p_(problem), factor_(factor) {
        BlockPattern pattern = pattern_with_contacts(problem);
        const bool known = pattern.rows == factor.pattern.rows && pattern.column == factor.pattern.column &&
                           pattern.row_start == factor.pattern.row_start;
        if (!known) {
            factor = NodeFactor();
            factor.pattern = pattern;
        }
        alone_ = BlockMatrix(std::move(pattern));
        const BlockPattern& own = p_.A.pattern();
        for (int row = 0; row < own.rows; ++row)
            for (int k = own.row_start[row]; k < own.row_start[row + 1]; ++k)
                std::copy_n(p_.A.block(k), 9, alone_.block(alone_.pattern().find(row, own.column[k])));
    }

    /// False: it is not positive definite.
    bool factorise(const std::vector<NearAnswer>& laws) {
        is_symmetric_ =
            std::all_of(laws.begin(), laws.end(), [](const NearAnswer& a) { return a.is_symmetric; });
        BlockMatrix matrix = alone_;
        for (int i = 0; i < p_.contacts(); ++i)
            for (int k = p_.row_start[i]; k < p_.row_start[i + 1]; ++k) {
                const Mat3 left = p_.rows[k].weight.transpose() * laws[i].stiffness;
                for (int l = p_.row_start[i]; l < p_.row_start[i + 1]; ++l)
                    Eigen::Map<Mat3>(matrix.block(matrix.pattern().find(p_.rows[k].node, p_.rows[l].node))) +=
                        left * p_.rows[l].weight;
            }
        if (is_symmetric_) return factor_.cholesky.factorise(matrix);
        if (!factor_.lu) factor_.lu.emplace().analyse(factor_.pattern);
        return factor_.lu->factorise(matrix);
    }
    VecX solve(const VecX& b) const {
        VecX x;
        if (is_symmetric_)
            factor_.cholesky.solve(b, x);
        else
            factor_.lu->solve(b, x);
        return x;
    }

private:
    const NodeProblem& p_;
    NodeFactor& factor_;
    BlockMatrix alone_;  ///< A
    bool is_symmetric_ = true;
};

class NodeNewton {
public:
    NodeNewton(const NodeProblem& problem, NodeFactor& factor, const Manner& manner)
        : p_(problem),
          manner_(manner),
          matrix_(problem, factor),
          D_inverse_(inverse_diagonal(problem.A)),
          contacts_(problem_of_contacts(problem, D_inverse_)),
          v_(problem.v),
          near_(problem.start.size() > 0 ? problem.start : VecX::Zero(3 * Eigen::Index(problem.contacts()))) {
        for (int i = 0; i < p_.contacts(); ++i) {
            const double* own = contacts_.diagonal(i);
            delta_.push_back(proximity_ratio * (own[0] + own[4] + own[8]) / 3);
        }
        has_friction_ = std::any_of(p_.friction.begin(), p_.friction.end(), [](double mu) { return mu > 0; });
        laws_.resize(delta_.size());
        reference_ = times_D_inverse(p_.b).norm();
        go_to(v_);
    }

    const Problem& contacts() const { return contacts_; }
    /// One Newton step; false if the matrix is not positive definite.
    bool step() {
        if (!matrix_.factorise(laws_)) return false;
        const VecX direction = matrix_.solve(-g_);
        const double part = length_of(direction);
        stalls_ = part < least_part ? stalls_ + 1 : 0;
        go_to(v_ + part * direction);
        return true;
    }
    /// The law's error, or what is left of the bodies' equations.
    double error() {
        set_velocities(contacts_, lambda_, u_);
        return std::max(natural_map_error(contacts_, lambda_), left());
    }
    /// Goes on from a solution with softer laws.
    void soften(const NodeSolution& from) {
        if (softness_ * manner_.softening * proximity_ratio > max_proximity_ratio) return;
        softness_ *= manner_.softening;
        stalls_ = 0;
        for (double& delta : delta_) delta *= manner_.softening;
        near_ = from.report.lambda;
        go_to(from.v);
    }
    /// The next proximal step, if this one is done.
    void settle() {
        if (left() > settled_equations) return;
        near_ = lambda_;
        go_to(v_);
    }
    bool is_stuck() const { return stalls_ >= manner_.most_stalls; }
    bool is_near() const { return left() <= manner_.near_equations; }
    bool is_coupled() const { return coupled_; }
    void couple() {
        coupled_ = has_friction_;
        if (coupled_) go_to(v_);
    }
    /// Goes on from a solution with given bounds.
    void decouple(const NodeSolution& from) {
        coupled_ = false;
        near_ = from.report.lambda;
        go_to(from.v);
    }
    void describe(NodeSolution& solution) const {
        solution.report.lambda = lambda_;
        solution.v = v_;
        solution.u = u_;
        solution.p = Av_ - p_.b;
    }
    BlockMatrix take_B() { return std::move(contacts_.W); }

private:
    double left() const {
        return times_D_inverse(g_).norm() /
               std::max({reference_, v_.norm(), std::numeric_limits<double>::min()});
    }
    VecX times_D_inverse(const VecX& x) const { return times_blocks(D_inverse_, x); }
    NearAnswer law(int i, const VecX& u) const {
        const auto at = 3 * Eigen::Index(i);
        const Bond bond = p_.bonds.empty() ? Bond() : p_.bonds[i];
        const Vec3 near = u.segment<3>(at) - delta_[i] * near_.segment<3>(at);
        if (coupled_) return near_law(bond, p_.friction[i], delta_[i], near);
        return near_law_within(bond, p_.friction[i] * std::max(near_[at], 0.0), delta_[i], near);
    }
    void go_to(VecX v) {
        v_ = std::move(v);
        Av_ = p_.times_A(v_);
        u_ = p_.contact_velocities(v_);
        lambda_.resize(u_.size());
        for (int i = 0; i < p_.contacts(); ++i) {
            laws_[i] = law(i, u_);
            lambda_.segment<3>(3 * Eigen::Index(i)) = laws_[i].lambda;
        }
        g_ = Av_ - p_.b - p_.transposed_rows_times(lambda_);
    }
    /// t.
    double length_of(const VecX& direction) const {
        const VecX along = p_.contact_velocities(direction) - p_.c;
        const double at_start = (Av_ - p_.b).dot(direction), curvature = direction.dot(p_.times_A(direction));
        const auto slope = [&](double t) {
            const VecX u = u_ + t * along;
            double sum = at_start + t * curvature;
            for (int i = 0; i < p_.contacts(); ++i)
                sum -= law(i, u).lambda.dot(along.segment<3>(3 * Eigen::Index(i)));
            return sum;
        };
        const double first = -g_.dot(direction);
        if (!(first > 0) || slope(1) <= kept_slope * first) return 1;
        double low = 0, high = 1, at_low = -first, at_high = slope(1), t = 1;
        for (int k = 0; k < max_line_search; ++k) {
            t = std::clamp(low - at_low * (high - low) / (at_high - at_low), low + 0.1 * (high - low),
                           high - 0.1 * (high - low));
            const double there = slope(t);
            if (std::abs(there) <= searched_slope * first) break;
            (there < 0 ? low : high) = t;
            (there < 0 ? at_low : at_high) = there;
        }
        return t;
    }

    const NodeProblem& p_;
    Manner manner_;
    ContactMatrix matrix_;
    std::vector<Mat3> D_inverse_;
    Problem contacts_;  ///< with B; its u⁰ is set to judge
    std::vector<double> delta_;
    VecX v_, Av_, u_, lambda_, g_;
    VecX near_;  ///< λ₀
    std::vector<NearAnswer> laws_;
    double reference_ = 0, softness_ = 1;
    bool has_friction_ = false, coupled_ = false;
    int stalls_ = 0;  ///< steps in a row that led nowhere
};

/// Goes on until `iterations` in all; the best of all that were looked at.
void walk(NodeNewton& newton, const Manner& manner, const SolveLimits& limits, int iterations,
          NodeSolution& best) {
    Report& report = best.report;
    double halved = std::numeric_limits<double>::infinity(), at_coupling = 0;
    int tries = 0, coupled_steps = 0;
    while (report.iterations < iterations && report.law_residual > limits.tolerance) {
        stop_if_interrupted();
        if (!newton.step()) {
            report.reason = "the matrix of bodies and contacts is not positive definite";
            return;
        }
        ++report.iterations;
        const double error = newton.error();
        report.looked(limits, error);
        if (error < report.law_residual) {
            report.law_residual = error;
            newton.describe(best);
        }
        const bool near = newton.is_near();
        newton.settle();
        if (newton.is_coupled()) {
            // From a solution with given bounds it gets there in a few steps, or not at all.
            if (++coupled_steps > most_coupled_steps || error > coupled_growth * at_coupling)
                newton.decouple(best);
        } else if (near) {
            newton.couple();
            coupled_steps = 0;
            at_coupling = error;
        }
        ++tries;
        if (report.law_residual < halved / 2) {
            halved = report.law_residual;
            tries = 0;
        } else if (tries > manner.patience || newton.is_stuck()) {
            newton.soften(best);
            tries = 0;
        }
    }
}

}  // namespace

NodeSolution solve_node_newton(const NodeProblem& problem, const SolveLimits& limits, NodeFactor& factor) {
    NodeSolution best;
    NodeNewton newton(problem, factor, eager);
    Report& report = best.report;
    report.method = "newton";
    newton.describe(best);
    if (const auto reason = why_unsolvable(newton.contacts()); !reason.empty()) {
        report = refused(newton.contacts(), reason);
        return best;
    }
    report.law_residual = std::numeric_limits<double>::infinity();
    walk(newton, eager, limits, std::min(eager_iterations, limits.iterations), best);
    if (report.law_residual > limits.tolerance && report.iterations < limits.iterations) {
        NodeNewton again(problem, factor, careful);
        walk(again, careful, limits, limits.iterations, best);
    }
    report.residual = report.law_residual;
    report.status =
        report.law_residual <= limits.tolerance ? SolveStatus::Converged : SolveStatus::OutOfSweeps;
    if (report.status == SolveStatus::Converged) report.reason = {};
    best.B = newton.take_B();
    return best;
}

}  // namespace limpet
