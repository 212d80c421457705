#pragma once

#include <string_view>
#include <vector>

#include "core/types.h"

namespace limpet {

enum class SolveStatus {
    Converged,    ///< the residual of the law that was solved is within the tolerance
    OutOfSweeps,  ///< the iterations that were allowed are used up, or no more would help (then `reason` says
                  ///< why); λ is the best that was found
    Refused,      ///< the problem cannot be solved as it is; `reason` says why, and λ is zero
};

/// What the problem is one of.
enum class SolveContext {
    Alone,  ///< it is solved once, and may take long
    Step,   ///< a step of a simulation: iterations are few, and some are kept for problems on which sweeps
            ///< crawl
};

struct SolveLimits {
    int iterations = 200;     ///< at most so many sweeps, ≥ 0
    double tolerance = 1e-6;  ///< on the residual of the law that is solved, by residual.h [-], ≥ 0
    bool history = false;     ///< keep the residual of every check
    bool refine = false;      ///< auto: go on to rounding where that is cheap (polish.h, velocity_error.h)
    SolveContext context = SolveContext::Alone;
};

struct Report {
    SolveStatus status = SolveStatus::Converged;
    VecX lambda;
    int iterations = 0;
    double residual = 0;          ///< natural-map error of `lambda` with the exact cone, by residual.h [-]
    double law_residual = 0;      ///< the same by the law that was solved: what the tolerance is about
    double velocity_error = 0;    ///< by velocity_error.h, where impulses are large against velocities [-]
    std::vector<double> history;  ///< residuals in the order of the checks, if asked for
    std::vector<int> history_iterations;  ///< the iteration of each
    std::string_view reason;
    std::string_view
        method;  ///< that found λ: a solver's name, or what `auto` has beside them (auto_solver.h)

    /// A check of the iterate at `iterations`, for the history if `limits` ask for one.
    void looked(const SolveLimits& limits, double error) {
        if (!limits.history) return;
        history.push_back(error);
        history_iterations.push_back(iterations);
    }
};

}  // namespace limpet
