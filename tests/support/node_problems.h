#pragma once

/// Contact problems on nodes, for tests of solvers without W.

#include <random>

#include "solve/node_problem.h"
#include "support/block_matrices.h"
#include "support/contact_problems.h"
#include "support/dense_algebra.h"

namespace limpet::testing_support {

/// Contacts on a lattice of nodes; each hangs on three of them.
inline NodeProblem on_a_lattice(int contacts, double friction, unsigned seed) {
    NodeProblem problem;
    problem.A = random_matrix(grid_pattern(4, 4, 3), static_cast<int>(seed));
    const int nodes = problem.A.rows();
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    problem.b = VecX(3 * nodes);
    for (double& x : problem.b) x = normal(random);
    for (int i = 0; i < contacts; ++i) {
        for (int k = 0; k < 3; ++k) {
            Mat3 weight;
            for (double& x : weight.reshaped()) x = normal(random) / 3;
            problem.rows.push_back({(7 * i + 5 * k) % nodes, weight});
        }
        problem.row_start.push_back(static_cast<int>(problem.rows.size()));
    }
    problem.c = VecX::Zero(3 * contacts);
    for (int i = 0; i < contacts; ++i) problem.c[3 * i] = 0.3 * (i % 3 - 1);
    problem.friction.assign(contacts, friction);
    problem.v = solve_dense(dense(problem.A), problem.b);
    return problem;
}

/// The same with W = J A⁻¹ Jᵀ, dense.
inline Problem with_compliance(const NodeProblem& problem) {
    const MatX A = dense(problem.A);
    MatX J = MatX::Zero(3 * problem.contacts(), A.rows());
    for (int i = 0; i < problem.contacts(); ++i)
        for (int k = problem.row_start[i]; k < problem.row_start[i + 1]; ++k)
            J.block<3, 3>(3 * i, 3 * problem.rows[k].node) += problem.rows[k].weight;
    Problem full;
    full.W = dense_blocks(J * solve_dense(A, J.transpose()));
    full.u0 = J * solve_dense(A, problem.b) + problem.c;
    full.friction = problem.friction;
    full.bonds = problem.bonds;
    return full;
}

}  // namespace limpet::testing_support
