#pragma once

/// What the solvers that factorise W in every step share: how they begin and end, and what is too much.

#include <functional>

#include "solve/problem.h"
#include "solve/report.h"
#include "solve/residual.h"

namespace limpet {

/// A minute a step, and factors of some gigabytes.
constexpr double most_flops = 1e12;
constexpr std::string_view too_many_flops = "the factors of W would be too large";

/// Takes the report on from the problem's start; see offer().
using NewtonRun = std::function<void(Residual& residual, Report& report)>;

/// Checks the problem, calls `run` unless its start is good enough, and returns the best λ. Bonds are
/// refused.
Report run_newton(std::string_view method, const Problem& problem, const SolveLimits& limits,
                  const NewtonRun& run);

/// A λ that was found: into the history, and kept if it is the best. Returns false, and leaves the reason, if
/// impulses grow without bound.
bool offer(const VecX& lambda, const Problem& problem, const SolveLimits& limits, Residual& residual,
           Report& report);

}  // namespace limpet
