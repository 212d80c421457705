#pragma once

/// The last steps to a solution: Newton's method on the laws themselves, with each contact doing what it does
/// now (law_rows.h), without a line search: a step that does not lower the error is not taken.
///
/// Sweeps stop at a tolerance and leave velocities of that size, with which a body that is held would creep.
/// Where W is singular a step may fail to lower the error; then a shorter one is tried, and if none helps,
/// nothing is changed.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// With more contacts that push or are bonded, problems are not polished: a factorisation costs about as much
/// as that many sweeps. Where bodies are at rest, which is where they would creep, one in a while will do,
/// since all later steps start from it.
constexpr int most_polished = 50, most_polished_at_rest = 150;

/// Lowers the error of the report's λ if that takes no more than one or two factorisations of a small matrix.
/// Exact cone. Steps are not counted as iterations.
void polish(const Problem& problem, const SolveLimits& limits, Report& report);

}  // namespace limpet
