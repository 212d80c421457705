#include "solve/solvers.h"

#include <algorithm>

#include "core/product_blocking.h"
#include "core/text.h"
#include "limpet/error.h"
#include "solve/auto_solver.h"
#include "solve/cone/interior_point.h"
#include "solve/lemke.h"
#include "solve/sweeps/block_pgs.h"
#include "solve/sweeps/nsgs.h"
#include "solve/sweeps/pgs.h"
#include "solve/sweeps/uzawa.h"

namespace limpet {
namespace {

/// Solvers that know one cone take no choice.
template <Report (*method)(const Problem&, const SolveLimits&)>
Report one_cone(const Problem& problem, const SolveLimits& limits, Cone) {
    return method(problem, limits);
}

[[noreturn]] void complain(const std::string& field, std::string_view found,
                           const std::vector<std::string>& allowed) {
    const std::string near = nearest_name(found, allowed);
    throw InputError(field, "there is no '" + std::string(found) + "'" +
                                (near.empty() ? "" : ", did you mean '" + near + "'?") +
                                " Allowed: " + comma_separated(allowed));
}

std::vector<std::string> names(const std::vector<Cone>& cones) {
    std::vector<std::string> names;
    for (const Cone cone : cones) names.emplace_back(cone_name(cone));
    return names;
}

const std::vector<Cone> all_cones = {Cone::Exact, Cone::Pyramid, Cone::Box};

}  // namespace

const std::vector<Solver>& solvers() {
    static const std::vector<Solver> table = {
        {"auto", "nsgs, and interior-point where sweeps crawl", {Cone::Exact}, one_cone<solve_auto>, true},
        {"nsgs",
         "Gauss-Seidel, each contact solved exactly: the general choice",
         {Cone::Exact},
         one_cone<solve_nsgs>,
         true},
        {"interior-point",
         "Newton's method along the central path: for stacks, piles and high accuracy",
         {Cone::Exact},
         one_cone<solve_interior_point>},
        {"block-pgs", "Gauss-Seidel, normal impulse first, then the tangential ones; all cones", all_cones,
         solve_block_pgs, true},
        {"uzawa-local", "bi-potential, iterated at each contact", {Cone::Exact}, one_cone<solve_uzawa_local>},
        {"uzawa-global",
         "bi-potential, one step at each contact and sweep",
         {Cone::Exact},
         one_cone<solve_uzawa_global>},
        {"lemke", "direct, for up to 100 contacts", {Cone::Pyramid}, one_cone<solve_lemke>},
        {"pgs", "without friction: Signorini's law alone", {}, one_cone<solve_pgs>},
    };
    return table;
}

const Solver& find_solver(std::string_view name) {
    std::vector<std::string> allowed;
    for (const Solver& solver : solvers()) {
        if (solver.name == name) return solver;
        allowed.emplace_back(solver.name);
    }
    complain("solver", name, allowed);
}

std::string_view cone_name(Cone cone) {
    return cone == Cone::Exact ? "exact" : cone == Cone::Pyramid ? "pyramid" : "box";
}

Cone find_cone(std::string_view name) {
    for (const Cone cone : all_cones)
        if (cone_name(cone) == name) return cone;
    complain("cone", name, names(all_cones));
}

Report solve(const Problem& problem, const SolverChoice& choice, const SolveLimits& limits) {
    fix_product_blocking();
    const Solver& solver = find_solver(choice.solver);
    const std::vector<Cone>& cones = solver.cones;
    if (choice.cone && std::find(cones.begin(), cones.end(), *choice.cone) == cones.end())
        throw InputError(
            "cone",
            "solver '" + choice.solver + "' has no " + std::string(cone_name(*choice.cone)) + " cone; " +
                (cones.empty() ? "it leaves friction out" : "allowed: " + comma_separated(names(cones))));
    return solver.solve(problem, limits, choice.cone.value_or(cones.empty() ? Cone::Exact : cones.front()));
}

}  // namespace limpet
