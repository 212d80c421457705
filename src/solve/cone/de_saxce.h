#pragma once

/// Coulomb's law as a sequence of convex problems, for large piles on which sweeps crawl and the central path
/// folds too often to be followed.
///
///   s ← s + α (‖u_T(s)‖ − s),     u(s) the velocity of the cone program with dilatancy s (cone_program.h)
///
///   s   dilatancy of every contact [-];   α  1 in the first rounds, then ½
///
/// A fixed point is a solution (V. Acary, F. Cadoux, C. Lemaréchal, J. Malick 2011). u(s) is unique though λ
/// is not, and each program takes some 25 Newton steps wherever it starts. We deviate: with α = 1 some
/// contacts swing for ever, with ½ they settle; rounds start from a point of the round before in which
/// every contact is still away from its cone's surface; and only every fifth is solved to the end, the others
/// as far as s needs it.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// Iterations are Newton steps, each with one factorisation. The problem's start is returned if it is better
/// than all that was found, but not used otherwise.
Report solve_de_saxce(const Problem& problem, const SolveLimits& limits);

}  // namespace limpet
