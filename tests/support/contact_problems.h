#pragma once

/// Small contact problems for tests of solvers.

#include <random>

#include "solve/problem.h"

namespace limpet::testing_support {

/// All blocks, or those that are not zero and the diagonal.
inline BlockMatrix blocks_of(const MatX& W, bool all) {
    const int n = static_cast<int>(W.rows() / 3);
    BlockPattern pattern;
    pattern.rows = pattern.columns = n;
    pattern.row_start = {0};
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j)
            if (all || i == j || !W.block<3, 3>(3 * i, 3 * j).isZero(0)) pattern.column.push_back(j);
        pattern.row_start.push_back(pattern.blocks());
    }
    BlockMatrix blocks(pattern);
    for (int i = 0; i < n; ++i)
        for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k)
            Eigen::Map<Mat3>(blocks.block(k)) = W.block<3, 3>(3 * i, 3 * pattern.column[k]);
    return blocks;
}

inline BlockMatrix dense_blocks(const MatX& W) {
    return blocks_of(W, true);
}

inline BlockMatrix sparse_blocks(const MatX& W) {
    return blocks_of(W, false);
}

/// Contacts on a body with `ranks` degrees of freedom.
inline Problem random_problem(int contacts, int ranks, unsigned seed, double friction = 0) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    MatX J(3 * contacts, ranks);
    for (double& x : J.reshaped()) x = normal(random);
    // A free velocity that presses: there is a λ if u⁰ is in the range of J plus a positive part.
    VecX v(ranks);
    for (double& x : v) x = normal(random);
    Problem problem;
    problem.W = dense_blocks(J * J.transpose() / ranks);
    problem.u0 = J * v;
    problem.friction.assign(contacts, friction);
    return problem;
}

inline VecX velocity(const Problem& problem, const VecX& lambda) {
    VecX u(problem.u0.size());
    problem.W.multiply(lambda.data(), u.data());
    return u + problem.u0;
}

}  // namespace limpet::testing_support
