#pragma once

/// Interior-point method for Coulomb's law with the exact cone, for problems where sweeps crawl: walks along
/// the central path (central_path.h, path_walk.h) until the natural-map error is within the tolerance.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// Iterations are Newton steps, each with one factorisation of W + D. The problem's start is returned if it
/// is better than all that was found, but not used otherwise, except that a walk that has not found anything
/// better after 200 steps ends.
Report solve_interior_point(const Problem& problem, const SolveLimits& limits);

}  // namespace limpet
