#pragma once

/// Small contact problems for tests of solvers.

#include <Eigen/Geometry>
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

/// A rigid body of six degrees of freedom, gripped by two pads of 2×2 nodes with side × side contacts each:
/// W has rank 30, and 6 side² rows. Nodes hang on springs; pads come nearer, unevenly, and the body falls.
inline Problem gripped_body(int side, unsigned seed, double friction) {
    constexpr int dofs = 6 + 2 * 12;
    const int contacts = 2 * side * side;
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    MatX J = MatX::Zero(3 * contacts, dofs);
    VecX v = VecX::Zero(dofs), inverse(dofs);
    inverse << 20, 20, 20, 2e5, 2e5, 2e5, VecX::Constant(dofs - 6, 4);
    v[1] = -0.05;
    for (int i = 0; i < contacts; ++i) {
        const int pad = i / (side * side), row = i / side % side, column = i % side;
        const double sign = pad == 0 ? 1 : -1, y = 1.6 * row / (side - 1) - 0.8,
                     z = 1.6 * column / (side - 1) - 0.8;
        const Vec3 at = 0.01 * Vec3(-sign, y + 0.05 * uniform(random), z + 0.05 * uniform(random));
        const Vec3 axes[] = {{sign, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (int k = 0; k < 3; ++k) {
            J.block<1, 3>(3 * i + k, 0) = axes[k];
            J.block<1, 3>(3 * i + k, 3) = at.cross(axes[k]);
            for (int node = 0; node < 4; ++node) {
                const double weight = (node / 2 ? 1 + y : 1 - y) * (node % 2 ? 1 + z : 1 - z) / 4;
                J.block<1, 3>(3 * i + k, 6 + 12 * pad + 3 * node) = -weight * axes[k];
            }
        }
    }
    for (int node = 0; node < 8; ++node)
        v[6 + 3 * node] = (node < 4 ? 1 : -1) * (0.2 + 0.02 * uniform(random));
    Problem problem;
    problem.W = dense_blocks(J * inverse.asDiagonal() * J.transpose());
    problem.u0 = J * v;
    for (int i = 0; i < contacts; ++i) problem.u0[3 * i] += 0.05 * (1 + uniform(random));  // gaps over h
    problem.friction.assign(contacts, friction);
    return problem;
}

/// The same with bonds at two contacts of three, some of them dragged.
inline Problem bonded_grip(int side, unsigned seed, double friction, double stiffness) {
    Problem problem = gripped_body(side, seed, friction);
    for (int i = 0; i < problem.contacts(); ++i)
        problem.bonds.push_back({i % 3 ? stiffness : 0.0, 0.01, -0.005 * (i % 4)});
    return problem;
}

inline VecX velocity(const Problem& problem, const VecX& lambda) {
    VecX u(problem.u0.size());
    problem.W.multiply(lambda.data(), u.data());
    return u + problem.u0;
}

}  // namespace limpet::testing_support
