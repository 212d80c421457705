#pragma once

/// Newton's method on the bodies' own equations and the laws of their contacts together, without W.
///
///   g(v) = A v − b − Jᵀ λ(u − δ λ₀),     u = J v + c,     λ(·), S = −∂λ/∂u: near_law.h
///
///   (A + Jᵀ S J) Δv = −g,     v ← v + t Δv;     λ₀ ← λ
///
///   A, J, b, c   node_problem.h           δ    little beside the contact's own compliance   [1/kg]
///   λ₀           impulses of the proximal step: those of the iteration before               [N s]
///
/// A bond in its linear range is a spring between nodes, and a contact that is pressed or sticks a stiff one:
/// all go into one sparse matrix, whose factorisation costs about what one of the body's own does. So it is
/// for bodies with many contacts and sparse equations, as bonded cloth, on whose dense W sweeps crawl. With
/// all contacts doing what they do, a step is exact; what is left is to find out what they do, the
/// semi-smooth Newton method of M. Hintermüller, K. Ito, K. Kunisch, The primal-dual active set strategy as a
/// semismooth Newton method (2003), here in proximal form, which W of any rank allows. t = 1 unless the step
/// would go almost twice too far along its own direction; then it is where the derivative of what is
/// minimised vanishes.
///
/// With given bounds m of friction (near_law.h) A + Jᵀ S J is symmetric, and g the gradient of a convex
/// function. Bounds that follow normal impulses within a step make it unsymmetric; they get to the solution
/// in two or three steps from near it, and nowhere from elsewhere. So bounds are those of λ₀ until the
/// equations nearly hold.

#include <optional>

#include "linear/sparse_cholesky.h"
#include "linear/sparse_lu.h"
#include "solve/node_problem.h"

namespace limpet {

/// Order and tree of the last matrix: the next one mostly has the same pattern. Says nothing of its numbers.
struct NodeFactor {
    BlockPattern pattern;
    SparseCholesky cholesky;
    std::optional<SparseLu> lu;  ///< where contacts slip
};

/// Iterations are solves with a matrix; most are factorised. The best of all that were looked at.
NodeSolution solve_node_newton(const NodeProblem& problem, const SolveLimits& limits, NodeFactor& factor);

}  // namespace limpet
