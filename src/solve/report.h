#pragma once

#include <string_view>
#include <vector>

#include "core/types.h"

namespace limpet {

enum class SolveStatus {
    Converged,    ///< the residual is within the tolerance
    OutOfSweeps,  ///< the iterations that were allowed are used up; λ is the best that was found
    Refused,      ///< the problem cannot be solved as it is; `reason` says why, and λ is zero
};

struct SolveLimits {
    int iterations = 200;     ///< at most so many sweeps, ≥ 0
    double tolerance = 1e-6;  ///< on the residual of residual.h [-], ≥ 0
    bool history = false;     ///< keep the residual of every check
};

struct Report {
    SolveStatus status = SolveStatus::Converged;
    VecX lambda;
    int iterations = 0;
    double residual = 0;          ///< natural-map error of `lambda`, by residual.h [-]
    std::vector<double> history;  ///< residuals in the order of the checks, if asked for
    std::string_view reason;
};

}  // namespace limpet
