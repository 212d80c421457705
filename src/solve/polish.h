#pragma once

/// The last steps to a solution: Newton's method on the laws themselves, with each contact doing what it does
/// now (law_rows.h), without a line search: a step that does not lower the error is not taken.
///
/// Sweeps stop at a tolerance and leave velocities of that size, with which a body that is held would creep.
/// Where contacts slip on a singular W, steps may fail to lower the error; then nothing is changed.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// Lowers the error of the report's λ if that takes no more than one or two factorisations of a small matrix:
/// not with more than 50 contacts that push or are bonded. Exact cone. Steps are not counted as iterations.
void polish(const Problem& problem, const SolveLimits& limits, Report& report);

}  // namespace limpet
