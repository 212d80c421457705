#include "support/solver_promises.h"

#include <algorithm>
#include <cmath>

#include "solve/problem_check.h"

namespace limpet::testing_support {
namespace {

/// Without friction, as pgs sees a problem.
Problem smooth(Problem problem) {
    std::fill(problem.friction.begin(), problem.friction.end(), 0.0);
    return problem;
}

/// What the solver starts from: lemke from zero, pgs from what of the start pushes.
VecX start_of(const Problem& problem, std::string_view solver) {
    VecX start = first_guess(problem);
    if (solver == "lemke") start.setZero();
    if (solver == "pgs")
        for (int i = 0; i < problem.contacts(); ++i)
            start.segment<3>(3 * i) = Vec3(std::max(0.0, start[3 * i]), 0, 0);
    return start;
}

bool same(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)) + 1e-14;
}

bool same_bytes(const Report& a, const Report& b) {
    return a.lambda == b.lambda && a.iterations == b.iterations && a.residual == b.residual;
}

std::string broken_by_refusal(const Report& report) {
    if (report.reason.empty()) return "refuses without a reason";
    if (!report.lambda.isZero(0)) return "refuses, but λ is not zero";
    return "";
}

std::string broken_by_result(const Problem& problem, const Solver& solver, Cone cone,
                             const SolveLimits& limits, const Report& report) {
    if (!(report.residual >= 0 && report.law_residual >= 0)) return "an error is not a number";
    if (solver.name != "lemke" && report.iterations > limits.iterations)
        return "more iterations than allowed";
    const bool within = report.law_residual <= limits.tolerance;
    if (within != (report.status == SolveStatus::Converged)) return "status and error differ";
    const Problem law = solver.cones.empty() ? smooth(problem) : problem;
    Residual residual(law, cone);
    if (!same(residual.error(report.lambda), report.law_residual)) return "the error is not that of its λ";
    const double start = residual.error(start_of(problem, solver.name));
    if (report.law_residual > start && !same(report.law_residual, start)) return "λ is worse than the start";
    return "";
}

std::string broken_by(const Problem& problem, const Solver& solver, Cone cone, const SolveLimits& limits) {
    const Report report = solver.solve(problem, limits, cone);
    if (report.lambda.size() != problem.u0.size()) return "λ has another size than u⁰";
    if (!report.lambda.allFinite()) return "λ is not finite";
    if (report.status == SolveStatus::Refused) return broken_by_refusal(report);
    if (!why_unsolvable(problem).empty()) return "does not refuse";
    if (const std::string broken = broken_by_result(problem, solver, cone, limits, report); !broken.empty())
        return broken;
    return same_bytes(report, solver.solve(problem, limits, cone)) ? ""
                                                                   : "a second solve gives other numbers";
}

}  // namespace

std::string broken_promise(const Problem& problem, const SolveLimits& limits) {
    for (const Solver& solver : solvers()) {
        const std::vector<Cone> cones = solver.cones.empty() ? std::vector{Cone::Exact} : solver.cones;
        for (const Cone cone : cones)
            if (const std::string broken = broken_by(problem, solver, cone, limits); !broken.empty())
                return std::string(solver.name) + ", " + std::string(cone_name(cone)) + ": " + broken;
    }
    return "";
}

}  // namespace limpet::testing_support
