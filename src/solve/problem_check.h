#pragma once

/// What every solver asks of a problem before it starts.

#include <string_view>

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// Why nobody can solve it; empty if nothing is wrong. Sizes that do not fit, numbers that are not finite,
/// friction below 0, contacts without compliance along their normal, or so little that impulses overflow,
/// diagonal blocks that are not positive semi-definite (beyond rounding).
std::string_view why_unsolvable(const Problem& problem);

/// The same for solvers that know no bonds.
std::string_view why_unsolvable_without_bonds(const Problem& problem);

/// λ to start from: the problem's, or zero. Contacts without friction start from what of it pushes.
VecX first_guess(const Problem& problem);

/// The report of a solver that does not start.
Report refused(const Problem& problem, std::string_view reason);

}  // namespace limpet
