#pragma once

/// Problems whose impulses are large against their velocities, as where a heavy body lies on a light one.
///
///   e = ‖F‖ / max(‖u⁰‖, ‖u‖)          F, s: residual.h
///
/// The error of residual.h is relative to s‖λ‖ as well. In stacks and arches that is up to 100 ‖u⁰‖; under a
/// body that is a million times heavier it is 10⁶ ‖u⁰‖, and velocities may be wrong by ‖u⁰‖ itself within a
/// tolerance of 10⁻⁶: the heavy body falls through the light one. W is then so ill-conditioned that sweeps
/// crawl; Newton's steps on the laws (law_rows.h), whose systems are solved directly, do not.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// Lowers e where s‖λ‖ > 100 ‖u⁰‖ and at most 150 contacts act, and sets the report's `velocity_error` there.
/// Exact cone. Steps count as iterations.
void refine_velocities(const Problem& problem, const SolveLimits& limits, Report& report);

}  // namespace limpet
