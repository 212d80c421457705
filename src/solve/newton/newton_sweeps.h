#pragma once

/// Newton steps on the laws of all contacts (law_rows.h), with sweeps between them.
///
///   λ ← λ − (A + B W)⁻¹ F,     then, if the error is not within the tolerance, sweeps of nsgs, more after a
///   step that did not help
///
/// Sweeps find out cheaply what each contact does, and crawl along what all contacts do together; Newton
/// steps are the other way round. Bonds that are stiff against the bodies, k W ≫ 1, make contacts do much
/// together: a bonded patch is one body. What is returned is the best λ of all that were looked at.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// Ends before the tolerance, with a reason, if some steps in a row have not helped, or if more than
/// `most_contacts` are not open. An iteration is a step with its sweeps. The problem has been checked
/// (problem_check.h).
Report solve_newton_sweeps(const Problem& problem, const SolveLimits& limits, int most_contacts);

}  // namespace limpet
