#include <chrono>

#include "core/text.h"
#include "core/whole_file.h"
#include "limpet/error.h"
#include "limpet/solve.h"
#include "solve/fc3d_file.h"
#include "solve/solvers.h"

namespace limpet {
namespace {

void write_reactions(const std::string& path, const VecX& lambda) {
    std::string text;
    for (Eigen::Index i = 0; i < lambda.size(); ++i)
        text += number_text(lambda[i]) + (i % 3 < 2 ? ' ' : '\n');
    io::save_file(path, text);
}

void write_history(const std::string& path, const Report& report) {
    std::string text = "iteration,error\n";
    for (std::size_t k = 0; k < report.history.size(); ++k)
        text += std::to_string(report.history_iterations[k]) + ',' + number_text(report.history[k]) + '\n';
    io::save_file(path, text);
}

}  // namespace

std::vector<SolverInfo> solver_list() {
    std::vector<SolverInfo> list;
    for (const Solver& solver : solvers()) {
        list.push_back({std::string(solver.name), std::string(solver.about), {}});
        for (const Cone cone : solver.cones) list.back().cones.emplace_back(cone_name(cone));
    }
    return list;
}

SolveResult solve_file(const SolveRequest& request) {
    SolverChoice choice{request.solver, {}};
    const Solver& solver = find_solver(request.solver);
    if (!request.cone.empty()) choice.cone = find_cone(request.cone);
    const Problem problem = read_fc3d(request.problem);
    const SolveLimits limits{request.iterations, request.tolerance, !request.history.empty()};

    const auto start = std::chrono::steady_clock::now();
    const Report report = solve(problem, choice, limits);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

    if (report.status == SolveStatus::Refused)
        throw InputError({{request.problem, 0, "", std::string(report.reason)}});
    if (!request.reactions.empty()) write_reactions(request.reactions, report.lambda);
    if (!request.history.empty()) write_history(request.history, report);
    SolveResult result;
    result.solver = request.solver;
    if (!solver.cones.empty()) result.cone = cone_name(choice.cone.value_or(solver.cones.front()));
    result.contacts = problem.contacts();
    result.iterations = report.iterations;
    result.seconds = elapsed.count();
    result.error = report.residual;
    result.law_error = report.law_residual;
    result.converged = report.status == SolveStatus::Converged;
    result.reason = report.reason;
    result.method = report.method;
    return result;
}

}  // namespace limpet
