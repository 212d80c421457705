#pragma once

/// The solver for those who don't want to choose one: sweeps while they pay, Newton steps where sweeps crawl.
///
///   1  nsgs, in rounds that grow. After each, the error's fall says how many sweeps are left:
///      ln(error / tolerance) / fall per sweep
///   2  more than a walk along the central path would cost: interior_point, once; with bonds, which it
///      does not know, newton_sweeps
///   3  where the walk does not get past the sweeps in 200 steps, or gets stuck: de_saxce, then
///      proximal_sweeps
///   4  nsgs again from the best λ, as long as it gains
///
/// Of more than 40 contacts, those that stay open are left out first (active_part.h). In a step of a
/// simulation some iterations are kept for rescue.h, which walks where W is singular and sweeps crawl. Where
/// refinement is asked for, polish.h then takes small problems with friction or bonds from the tolerance to
/// rounding, and velocity_error.h goes on where heavy bodies lie on light ones. Problems without friction go
/// to pgs first. What is returned is the best λ of all, never worse than the problem's start. Decisions
/// depend on errors and counts alone, never on a clock.
///
/// The report's method is pgs, nsgs, accelerated-nsgs, newton-sweeps, interior-point, cone-programs,
/// proximal-sweeps, smoothed-newton, polish or velocity-steps; empty: the start was good enough.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// Iterations are sweeps and Newton steps; walks over the whole problem only come with 300 iterations left.
Report solve_auto(const Problem& problem, const SolveLimits& limits);

}  // namespace limpet
