#pragma once

/// What a simulation does with small problems that sweeps do not solve: more contacts than degrees of freedom
/// bring W without full rank, on which sweeps crawl without end.
///
///   without bonds    interior_point.h
///   with bonds       smoothed_newton.h, since the former does not know them
///
/// Both take some 25 factorisations, and a λ from the middle of all that solve the problem. There, contacts
/// are well inside of what they do, and the next step of the simulation starts next to its own solution.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// Of the iterations that are allowed, those to take before rescue(). Without bonds, auto walks by itself
/// where there are many.
int before_rescue(const Problem& problem, int iterations);

/// Goes on from the report's λ with the iterations that it has left. A few more by the `usual` method come
/// first, which may do if it is close; with more than 150 contacts that act, 250 with bonds, all are by that
/// method. Only contacts that push, are bonded or would overlap take part (active_part.h).
void rescue(const Problem& problem, const SolveLimits& limits,
            Report (*usual)(const Problem&, const SolveLimits&), Report& report);

}  // namespace limpet
