#pragma once

/// Solving one frictional contact problem from a file: what `limpet solve` does.

#include <string>
#include <vector>

#include "limpet/export.h"

namespace LIMPET_API limpet {

struct SolverInfo {
    std::string name;
    std::string about;  ///< one line
    std::vector<std::string>
        cones;  ///< exact, pyramid, box; the first is the default; none: without friction
};
std::vector<SolverInfo> solver_list();

struct SolveRequest {
    std::string problem;  ///< .fc3d or .fc3d.gz
    std::string solver = "auto";
    std::string cone;         ///< empty: the solver's default
    double tolerance = 1e-6;  ///< on the error of the law that is solved, >= 0 [-]
    int iterations = 10000;   ///< at most, >= 0
    std::string reactions;    ///< file for the impulses, three numbers a line; empty: none
    std::string history;      ///< CSV file for iteration and error; empty: none
};

struct SolveResult {
    std::string solver, cone;  ///< cone is empty without friction
    int contacts = 0, iterations = 0;
    double seconds = 0;    ///< wall time of solving alone [s]
    double error = 0;      ///< natural map with the exact cone, free of units
    double law_error = 0;  ///< the same by the law that was solved
    bool converged = false;
    std::string reason;  ///< why it ended early, if it did
    std::string method;  ///< that found the impulses; of `auto`, the one that won
};

/// Throws InputError if the file, the solver or the cone is wrong, or the problem is one that nobody can
/// solve.
SolveResult solve_file(const SolveRequest& request);

}  // namespace limpet
