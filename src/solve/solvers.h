#pragma once

/// Every solver of contact problems by its name: what the command, scenes and bindings choose from.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solve/problem.h"
#include "solve/report.h"
#include "solve/residual.h"

namespace limpet {

struct Solver {
    std::string_view name;
    std::string_view about;   ///< one line
    std::vector<Cone> cones;  ///< the first is the default; none: without friction
    Report (*solve)(const Problem& problem, const SolveLimits& limits, Cone cone);
    bool bonds = false;  ///< whether contacts may have bonds; the others refuse such problems
};

struct SolverChoice {
    std::string solver = "auto";
    std::optional<Cone> cone;  ///< without it the solver's first
};

const std::vector<Solver>& solvers();
/// Throws InputError about the field `solver`, with the nearest name, if there is none of this name.
const Solver& find_solver(std::string_view name);

std::string_view cone_name(Cone cone);
/// Throws InputError about the field `cone`, with the nearest name.
Cone find_cone(std::string_view name);

/// Throws InputError if there is no such solver or it has no such cone.
Report solve(const Problem& problem, const SolverChoice& choice, const SolveLimits& limits);

}  // namespace limpet
