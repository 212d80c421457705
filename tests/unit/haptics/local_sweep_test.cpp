/// Sweeps by columns against the solver's, by rows: the same iterates.

#include "haptics/local_sweep.h"

#include <gtest/gtest.h>

#include <random>

#include "solve/sweeps/nsgs.h"
#include "support/block_matrices.h"

namespace limpet::haptics {
namespace {

/// Contacts that stick, slide and are open, some of them with bonds.
Problem mixed_problem(int contacts, bool bonded, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    const auto any = [&] { return normal(random); };
    const MatX root = MatX::NullaryExpr(3 * contacts, 3 * contacts, any);
    Problem problem;
    problem.W = full_blocks(root * root.transpose() / contacts + MatX::Identity(3 * contacts, 3 * contacts));
    // AdhesiveContact's axes come from u⁰ for boxes alone.
    problem.u0 = VecX::NullaryExpr(3 * contacts, any);
    for (int i = 0; i < contacts; ++i) problem.friction.push_back(0.1 * (i % 7));
    if (!bonded) return problem;
    problem.bonds.resize(contacts);
    for (int i = 0; i < contacts; i += 3)
        problem.bonds[i] = {0.3 + 0.1 * (i % 4), 0.1 * any(), 0.1 * any(), 0, false};
    return problem;
}

TEST(LocalSweep, HasTheIteratesOfTheSolversSweep) {
    for (const bool bonded : {false, true})
        for (const int contacts : {1, 2, 13, 60}) {
            const Problem problem = mixed_problem(contacts, bonded, 7U * contacts);
            NsgsSweep twin(problem);
            LocalSweep sweep;
            sweep.resize(contacts);
            sweep.compliance() = dense(problem.W);
            for (int i = 0; i < contacts; ++i) sweep.set_contact(i, problem.friction[i], problem.bond(i));
            VecX expected = VecX::Zero(3 * contacts);
            VecX lambda = VecX::Zero(3 * contacts + 9), u = lambda, u0 = lambda;
            u0.head(3 * contacts) = problem.u0;
            // From somewhere, as the last tick leaves it.
            for (int i = 0; i < contacts; i += 2) expected[3 * i] = lambda[3 * i] = 0.1;
            sweep.begin(u0, lambda, u);
            for (int k = 0; k < 12; ++k) {
                twin(expected);
                sweep(lambda, u);
                ASSERT_LT((lambda.head(3 * contacts) - expected).norm(), 1e-11 * (1 + expected.norm()))
                    << contacts << " contacts, sweep " << k;
            }
            const VecX full = dense(problem.W) * expected + problem.u0;
            EXPECT_LT((u.head(3 * contacts) - full).norm(), 1e-11 * (1 + full.norm()));
            int open = 0;
            for (int i = 0; i < contacts; ++i) open += expected[3 * i] == 0;
            if (contacts > 10) {
                EXPECT_GT(open, 0);
            }
        }
}

/// Another problem of another size in the same place.
TEST(LocalSweep, CanBeUsedAgain) {
    LocalSweep sweep;
    for (const int contacts : {20, 5, 30}) {
        const Problem problem = mixed_problem(contacts, contacts == 5, 11);
        sweep.resize(contacts);
        sweep.compliance() = dense(problem.W);
        for (int i = 0; i < contacts; ++i) {
            sweep.set_contact(i, problem.friction[i], problem.bond(i));
            EXPECT_EQ(sweep.has_bond(i), problem.bond(i).k > 0);
        }
        NsgsSweep twin(problem);
        VecX lambda = VecX::Zero(3 * contacts), expected = lambda, u = lambda;
        sweep.begin(problem.u0, lambda, u);
        sweep(lambda, u);
        twin(expected);
        EXPECT_LT((lambda - expected).norm(), 1e-12 * (1 + expected.norm()));
    }
}

}  // namespace
}  // namespace limpet::haptics
