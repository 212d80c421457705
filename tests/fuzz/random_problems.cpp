#include "fuzz/random_problems.h"

#include <cmath>
#include <limits>

#include "support/contact_problems.h"

namespace limpet::fuzz {
namespace {

double uniform(Random& random) {
    return 0x1p-53 * static_cast<double>(random() >> 11);
}

double normal(Random& random) {
    // The sum of four is round enough.
    return 1.7 * (uniform(random) + uniform(random) + uniform(random) + uniform(random) - 2);
}

double scale(Random& random) {
    if (one_in(random, 2)) return 1;
    const double widest = one_in(random, 8) ? 200 : one_in(random, 4) ? 60 : 8;
    return std::pow(10.0, widest * (2 * uniform(random) - 1));
}

constexpr double odd_numbers[] = {0,
                                  -1,
                                  1e308,
                                  -1e308,
                                  5e-324,
                                  1e-160,
                                  1e155,
                                  std::numeric_limits<double>::quiet_NaN(),
                                  std::numeric_limits<double>::infinity()};

double odd_number(Random& random) {
    return odd_numbers[random() % std::size(odd_numbers)];
}

double friction(Random& random) {
    switch (pick(random, 0, 9)) {
        case 0:
            return 0;
        case 1:
            return 1e-12;
        case 2:
            return 1e3 * uniform(random);
        case 3:
            return one_in(random, 10) ? odd_number(random) : 1e8;
        default:
            return 2 * uniform(random);
    }
}

/// J of contacts on few bodies, sparse as J of real ones is.
MatX jacobian(Random& random, int contacts) {
    const int ranks = pick(random, 1, one_in(random, 2) ? 3 : 3 * contacts + 3);
    MatX J(3 * contacts, ranks);
    for (double& x : J.reshaped()) x = normal(random);
    const int bodies = pick(random, 1, 4);
    for (int i = 0; i < contacts; ++i)
        for (int k = 0; k < ranks; ++k)
            if (bodies > 1 && k % bodies != i % bodies && !one_in(random, 3))
                J.block<3, 1>(3 * i, k).setZero();
    if (one_in(random, 4) && contacts > 1)
        J.middleRows<3>(3 * pick(random, 0, contacts - 1)) = J.topRows<3>();
    if (one_in(random, 8)) J.row(pick(random, 0, 3 * contacts - 1)).setZero();
    return J;
}

MatX compliance(Random& random, const MatX& J) {
    MatX W = J * J.transpose() / static_cast<double>(J.cols());
    const Eigen::Index n = W.rows();
    if (one_in(random, 4)) {  // rows of different units
        VecX units(n);
        for (double& x : units) x = std::pow(10.0, 8 * uniform(random) - 4);
        W = units.asDiagonal() * W * units.asDiagonal();
    }
    if (one_in(random, 5))
        for (double& w : W.reshaped()) w *= 1 + 1e-3 * normal(random);
    if (one_in(random, 8)) W(pick(random, 0, int(n) - 1), pick(random, 0, int(n) - 1)) = normal(random);
    if (one_in(random, 10)) W.diagonal().array() -= 0.1 * uniform(random);
    if (one_in(random, 12)) {
        const int block = pick(random, 0, int(n) / 3 - 1);
        W.middleRows<3>(3 * block).setZero();
        W.middleCols<3>(3 * block).setZero();
    }
    return W * scale(random);
}

VecX start(Random& random, const Problem& problem) {
    VecX lambda(problem.u0.size());
    const double size = scale(random);
    for (double& x : lambda) x = size * normal(random);
    if (one_in(random, 10)) lambda[pick(random, 0, int(lambda.size()) - 1)] = odd_number(random);
    if (one_in(random, 20)) lambda.conservativeResize(lambda.size() - 1);
    return lambda;
}

}  // namespace

Problem any_problem(Random& random) {
    const int contacts = pick(random, 1, one_in(random, 10) ? 30 : 6);
    const MatX J = jacobian(random, contacts);
    Problem problem;
    problem.W = testing_support::sparse_blocks(compliance(random, J));
    // Half of all free velocities are ones that the bodies can have.
    problem.u0.resize(3 * contacts);
    for (double& u : problem.u0) u = normal(random);
    if (one_in(random, 2)) problem.u0 = J * (J.transpose() * problem.u0);
    for (int i = 0; i < contacts; ++i) {
        if (one_in(random, 6)) problem.u0[3 * i] = 0;
        if (one_in(random, 6)) problem.u0.segment<2>(3 * i + 1).setZero();
        problem.friction.push_back(friction(random));
    }
    problem.u0 *= one_in(random, 15) ? 0 : scale(random);
    if (one_in(random, 15)) problem.friction.assign(contacts, 0);
    if (one_in(random, 20)) problem.u0[pick(random, 0, 3 * contacts - 1)] = odd_number(random);
    if (one_in(random, 20))
        problem.W.block(pick(random, 0, problem.W.pattern().blocks() - 1))[pick(random, 0, 8)] =
            odd_number(random);
    if (one_in(random, 3)) problem.start = start(random, problem);
    return problem;
}

SolveLimits any_limits(Random& random) {
    constexpr int iterations[] = {0, 1, 7, 60, 500};
    constexpr double tolerances[] = {0, 1e-14, 1e-6, 1e-2, 1};
    return {iterations[random() % std::size(iterations)], tolerances[random() % std::size(tolerances)],
            one_in(random, 2), one_in(random, 2)};
}

}  // namespace limpet::fuzz
