#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "core/text.h"
#include "limpet/error.h"
#include "limpet/solve.h"
#include "limpet/threads.h"

namespace limpet::command {

namespace {

struct SolveOptions {
    SolveRequest request;
    int threads = 0;
    bool json = false, list = false;
};

void print_json(const SolveResult& result) {
    fmt::print("{{\"solver\": \"{}\", ", result.solver);
    if (!result.cone.empty()) fmt::print("\"cone\": \"{}\", ", result.cone);
    fmt::print(
        "\"contacts\": {}, \"iterations\": {}, \"seconds\": {}, \"error\": {}, \"law_error\": {}, "
        "\"converged\": {}, \"method\": \"{}\"",
        result.contacts, result.iterations, number_text(result.seconds), number_text(result.error),
        number_text(result.law_error), result.converged, result.method);
    if (!result.reason.empty()) fmt::print(", \"reason\": \"{}\"", result.reason);
    fmt::print("}}\n");
}

void print_words(const SolveResult& result, const SolveRequest& request) {
    const std::string law = result.cone.empty() ? "no friction" : result.cone + " cone";
    fmt::print("{} contacts, {} ({})\n", result.contacts, result.solver, law);
    fmt::print("{} after {} iterations, {:.4g} ms\n", result.converged ? "converged" : "not converged",
               result.iterations, 1e3 * result.seconds);
    fmt::print("error: {:.3g} (tolerance {:g})\n", result.law_error, request.tolerance);
    if (result.cone != "exact") fmt::print("error with the exact cone: {:.3g}\n", result.error);
    if (!result.reason.empty()) fmt::print("note: {}\n", result.reason);
    for (const std::string& file : {request.reactions, request.history})
        if (!file.empty()) fmt::print("written to {}\n", file);
}

void list_solvers() {
    for (const SolverInfo& solver : solver_list())
        fmt::print("{:15} {} [{}]\n", solver.name, solver.about,
                   solver.cones.empty() ? "no friction" : comma_separated(solver.cones));
}

int solve(const SolveOptions& options) {
    if (options.list) {
        list_solvers();
        return done;
    }
    if (options.request.problem.empty())
        throw InputError("PROBLEM", "is missing: a .fc3d or .fc3d.gz file, or --list");
    set_threads(options.threads);
    const SolveResult result = solve_file(options.request);
    if (options.json)
        print_json(result);
    else
        print_words(result, options.request);
    return done;
}

}  // namespace

Action add_solve(CLI::App& app) {
    auto options = std::make_shared<SolveOptions>();
    SolveRequest& request = options->request;
    app.add_option("PROBLEM", request.problem, "Contact problem, .fc3d or .fc3d.gz");
    app.add_option("--solver", request.solver, "See --list [auto]")->check(not_empty);
    app.add_option("--cone", request.cone, "exact, pyramid or box, where the solver has the choice")
        ->check(not_empty);
    app.add_option("--tol", request.tolerance, "Error to reach [1e-6]")->check(CLI::Range(0.0, 1.0));
    app.add_option("--iterations", request.iterations, "At most so many [10000]")
        ->check(CLI::Range(0, 1'000'000'000));
    app.add_option("--threads", options->threads, "At most this many threads [all cores]")
        ->check(CLI::Range(1, 1024));
    app.add_flag("--json", options->json, "Print one JSON object");
    app.add_option("--reactions", request.reactions, "Write the impulses, three numbers a line")
        ->check(not_empty);
    app.add_option("--history", request.history, "Write iteration and error of every look at it, as CSV")
        ->check(not_empty);
    app.add_flag("--list", options->list, "List the solvers");
    return [options] { return solve(*options); };
}

}  // namespace limpet::command
