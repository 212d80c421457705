#pragma once

/// The last steps to a solution of Coulomb's law: Newton's method on the law itself, with each contact doing
/// what it does now.
///
///   z = s λ − u − μ‖u_T‖ n          says what a contact does, as in residual.h's natural map
///   open   z in the polar cone      λ = 0
///   stick  z in the cone            u = 0
///   slip   otherwise                u_n = 0,   λ_T = μ λn t,   t = z_T / ‖z_T‖
///
///   (A + B W) Δλ = −F               A, B: derivatives of the rows F above by λ and u, 3×3 blocks
///
/// That is P. Alart's and A. Curnier's method (A mixed formulation for frictional contact problems prone to
/// Newton like solution methods, 1991), without a line search: a step that does not lower the error is not
/// taken. Where contacts do not change what they do, one step is exact to rounding for those that stick.
/// Sweeps stop at a tolerance and leave velocities of that size, with which a body that is held would creep.
/// W may be singular: a little of s is added, which only tells which λ of many is taken. Where contacts slip
/// on a singular W, steps may fail to lower the error; then nothing is changed.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// Lowers the error of the report's λ if that takes no more than one or two factorisations of a small matrix:
/// not with more than 50 contacts that push. Exact cone. Steps are not counted as iterations.
void polish(const Problem& problem, const SolveLimits& limits, Report& report);

}  // namespace limpet
