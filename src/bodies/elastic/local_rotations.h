#pragma once

/// How the neighbourhood of each node of an elastic body has turned from one state to another:
///
///   R_i = the rotation nearest to Σ_j (q_j − q_i)(r_j − r_i)ᵀ,     j the other ends of its elements' sides
///
/// q, r positions now and then [m].

#include <vector>

#include "bodies/elastic/elastic_elements.h"

namespace limpet {

/// Of all nodes.
std::vector<Mat3> local_rotations(const ElasticElements& elements, const std::vector<Vec3>& then,
                                  const std::vector<Vec3>& now);

}  // namespace limpet
