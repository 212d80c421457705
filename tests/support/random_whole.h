#pragma once

/// Whole numbers at random, the same with every standard library.

#include <random>

namespace limpet::testing_support {

using Random = std::mt19937_64;

/// From `from` to `to`, both included.
inline int whole(Random& random, int from, int to) {
    return from + static_cast<int>(random() % static_cast<unsigned>(to - from + 1));
}

}  // namespace limpet::testing_support
