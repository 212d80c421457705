#pragma once

/// Contact problems as nobody would pose them: for the fuzzer.

#include <random>

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet::fuzz {

using Random = std::mt19937_64;

/// Sound or not: W with too few ranks, zero, negative or missing blocks, asymmetric; contacts that occur
/// twice; scales from 1e-200 to 1e200; friction zero, huge or negative; numbers that are none; starts that
/// make no sense.
Problem any_problem(Random& random);

SolveLimits any_limits(Random& random);

/// Whole number in [low, high].
inline int pick(Random& random, int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}
inline bool one_in(Random& random, int n) {
    return random() % static_cast<unsigned>(n) == 0;
}

}  // namespace limpet::fuzz
