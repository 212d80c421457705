#pragma once

/// Orders in which the nodes of a symmetric sparse matrix are eliminated so that Cholesky's L fills in
/// little.
///
/// Nested dissection (George 1973): a separator splits the graph, goes last, and so on within the two parts.
/// Parts that are small are ordered by minimum degree, where the separators around them count as neighbours
/// that are never eliminated (Pellegrini, Roman & Amestoy 2000, Concurrency: Pract. Exper. 12); degrees are
/// exact, since small graphs fit in bits.

#include <vector>

#include "linear/block_matrix.h"

namespace limpet {

/// order[k] is the node that goes k-th.
std::vector<int> nested_dissection_order(const BlockPattern& a);

/// Approximate minimum degree (Amestoy, Davis & Duff 1996, SIAM J. Matrix Anal. Appl. 17), by Eigen: what
/// nested dissection is measured against.
std::vector<int> minimum_degree_order(const BlockPattern& a);

}  // namespace limpet
