#pragma once

/// Interior-point method for Coulomb's law with the exact cone: Newton's method along the central path
/// (central_path.h), for problems where sweeps crawl.
///
///   predictor   towards τ = 0, as far as the domain lets it: step a_p
///   corrector   towards σ τ with the predictor's second-order terms added, σ from what the predictor gained
///
/// S. Mehrotra, On the implementation of a primal-dual interior point method (1992), carried over to
/// equations that are not those of an optimisation problem. We deviate: second-order terms are what the
/// equations have at the predictor's point, so that they hold for curved steps too; and where the path has
/// turned back, which the sign of the determinant shows, τ is raised until it runs forwards again.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// Iterations are Newton steps, each with one factorisation of W + D. The problem's start is returned if it
/// is better than all that was found, but not used otherwise.
Report solve_interior_point(const Problem& problem, const SolveLimits& limits);

}  // namespace limpet
