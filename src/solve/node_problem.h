#pragma once

/// Contact on the bodies' own equations: what solvers without W solve.
///
///   A v = b + Jᵀ λ,    u = J v + c,    the law of each contact between λ and u
///
///   A      mass, damping and stiffness of all bodies of the group, in 3×3 blocks        [kg]
///   c      positive gap/h on normal rows, and what bodies do that contacts do not move  [m/s]
///   B      J D⁻¹ Jᵀ with D⁻¹ in 3×3 blocks, one per node: sparse, since two contacts
///          meet in it only if they share a node                                         [1/kg]

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

struct NodeProblem {
    BlockMatrix A;                     ///< symmetric, positive definite
    VecX b, v;                         ///< v: where to start from
    std::vector<int> first_node = {};  ///< of each body, and the number of nodes; empty: one body
    std::vector<int> row_start = {0};
    std::vector<NodeRow> rows;  ///< of contact i: row_start[i] to row_start[i + 1]
    VecX c;
    std::vector<double> friction;
    std::vector<Bond> bonds = {};  ///< one per contact, or none at all
    VecX start = {};               ///< λ to start from; empty: zero

    int contacts() const { return static_cast<int>(friction.size()); }
    VecX times_A(const VecX& x) const;
    /// J v + c.
    VecX contact_velocities(const VecX& v) const;
    /// Jᵀ λ.
    VecX transposed_rows_times(const VecX& lambda) const;
};

struct NodeSolution {
    Report report;
    VecX v, u;      ///< u = J v + c
    VecX p;         ///< A v − b: the impulses that v carries, Jᵀ λ once it has converged
    BlockMatrix B;  ///< the compliance that contacts felt
};

/// The contacts alone, as if nodes were moved by D⁻¹: u = B λ + c.
Problem problem_of_contacts(const NodeProblem& problem, const std::vector<Mat3>& D_inverse);

/// The inverse of each diagonal block of A.
std::vector<Mat3> inverse_diagonal(const BlockMatrix& A);
/// The product of a block diagonal matrix and x.
VecX times_blocks(const std::vector<Mat3>& diagonal, const VecX& x);

/// Sets u⁰ so that the contacts' u is the given one: u⁰ = u − B λ. It stays where it is in memory.
void set_velocities(Problem& contacts, const VecX& lambda, const VecX& u);

}  // namespace limpet
