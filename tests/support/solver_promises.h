#pragma once

/// What every solver promises on every problem, however broken (docs/solvers.md): for the fuzzer and for the
/// inputs it left behind in tests/corpus/fc3d.

#include <string>

#include "solve/solvers.h"

namespace limpet::testing_support {

/// Solves with all solvers and cones; the first promise that one of them breaks, in words; empty: none.
std::string broken_promise(const Problem& problem, const SolveLimits& limits);

}  // namespace limpet::testing_support
