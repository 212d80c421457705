#pragma once

/// Rounds of sweeps (nsgs.h), each followed by a few proximal Newton steps (proximal_newton.h), for problems
/// on which neither gets to the end alone. Sweeps go far and leave errors that come and go; proximal steps
/// halve what a round has left at once, and gain little later. The best λ of all is returned.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// Iterations are sweeps and Newton steps. For problems without bonds.
Report solve_proximal_sweeps(const Problem& problem, const SolveLimits& limits);

}  // namespace limpet
