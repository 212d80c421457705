#pragma once

/// Failures that are known, each by name, with the figure it may reach. What is worse than its figure, or of
/// another kind, is a failure. The list is to become empty.

#include <string>
#include <vector>

#include "physics_fuzz/invariants.h"

namespace limpet::physics_fuzz {

struct ExpectedFailure {
    std::string name;
    std::string invariant;
    double most;  ///< times the invariant's limit
    bool (*applies)(const SceneRun& run, const Violation& violation);
};

const std::vector<ExpectedFailure>& expected_failures();

/// The first that covers the violation; null if none does.
const ExpectedFailure* find_expected(const SceneRun& run, const Violation& violation);

}  // namespace limpet::physics_fuzz
