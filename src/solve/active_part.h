#pragma once

/// Contacts that stay open are left out of a solve.
///
///   1  two sweeps of nsgs over all contacts, from the problem's start
///   2  the part: contacts that push after these, and those with a bond; solved alone, the others with λ = 0
///   3  those that do not push leave it, once each; u of all contacts: those that would overlap join it, and
///      2 is done again
///
/// Detection finds everything that may touch within the step; of soft bodies at rest some fifth of it does.
/// A sweep costs as the square of the number of contacts, and a small part of W stays in the processor's
/// cache. What counts is the error of the whole problem.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// The problem of some contacts, in their order, as if the others were not there; it starts from their λ.
Problem part_of(const Problem& problem, const std::vector<int>& contacts, const VecX& lambda);

/// `solve` solves the parts, and the whole if most contacts push. `first_round`: iterations for the first
/// part; each takes twice as many as the one before, since the part may still grow. The problem has been
/// checked (problem_check.h).
Report solve_active_part(const Problem& problem, const SolveLimits& limits,
                         Report (*solve)(const Problem&, const SolveLimits&), int first_round = 10);

}  // namespace limpet
