#pragma once

/// Iterative constraint anticipation: contact without W. Two relaxations, one in the other: over the bodies'
/// own equations, and, in each of its iterations, over the contacts.
///
///   A v = b + Jᵀ λ,    u = J v + c,    the law of each contact between λ and u
///
///   λ  ←  the law with u = B λ + J v̄ + c,   B = J D⁻¹ Jᵀ,   v̄ = y + D⁻¹ (b − A y)
///   v  ←  v̄ + D⁻¹ Jᵀ λ,                     y = v + θ (v − v_before)
///
///   A   mass, damping and stiffness of all bodies of the group, in 3×3 blocks        [kg]
///   D   its diagonal blocks, times a number that makes D ≥ A                         [kg]
///   c   positive gap/h on normal rows, and what bodies do that contacts do not move  [m/s]
///   B   sparse: two contacts meet in it only if they share a node                    [1/kg]
///
/// M. A. Otaduy, R. Tamstorf, D. Steinemann, M. Gross, Implicit contact handling for deformable objects
/// (2009), §5. There D are the diagonal blocks, and θ = 0. We deviate: D is scaled so that every iteration is
/// a step of the projected gradient in the metric of D, which cannot diverge, and y looks ahead as Y.
/// Nesterov (1983) does, starting over where that points back (B. O'Donoghue, E. Candès 2015).
///
/// The error is the largest of three, both free of units: the natural map of (λ, u) as residual.h has it,
/// with s of B; what is left of the bodies' equations, ‖D⁻¹ r‖ over ‖v‖ or ‖D⁻¹ b‖, the larger, with r = b +
/// Jᵀ λ − A v; and what is left of a body's momentum, |(Σ A)⁻¹ Σ r| over the fastest node's speed, with sums
/// over all nodes of the body. Whole bodies settle last, where D is far larger than their mass.

#include <vector>

#include "linear/block_matrix.h"
#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// One node's part of a contact's rows.
struct NodeRow {
    int node;
    Mat3 weight;
};

struct AnticipationProblem {
    BlockMatrix A;                     ///< symmetric, positive definite
    VecX b, v;                         ///< v: where to start from
    std::vector<int> first_node = {};  ///< of each body, and the number of nodes; empty: one body
    std::vector<int> row_start = {0};
    std::vector<NodeRow> rows;  ///< of contact i: row_start[i] to row_start[i + 1]
    VecX c;
    std::vector<double> friction;
    std::vector<Bond> bonds = {};  ///< one a contact, or none at all
    VecX start = {};               ///< λ to start from; empty: zero

    int contacts() const { return static_cast<int>(friction.size()); }
};

struct AnticipationResult {
    Report report;                ///< iterations are the outer ones
    VecX v, u;                    ///< u = J v + c
    VecX p;                       ///< A v − b: the impulses that v carries, Jᵀ λ once it has converged
    BlockMatrix B;                ///< the compliance that contacts felt
    std::vector<Mat3> D_inverse;  ///< of each node
};

AnticipationResult solve_anticipation(const AnticipationProblem& problem, const SolveLimits& limits);

}  // namespace limpet
