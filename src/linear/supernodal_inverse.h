#pragma once

/// Blocks of A⁻¹ from the factor of linear/sparse_cholesky.h.
///
///   half:  A⁻¹[w, n] = Y_wᵀ Y_n,  Y = L⁻¹ P E: upward solves of the nodes on both sides and one product;
///   full:  A⁻¹[w, n] = E_wᵀ Pᵀ L⁻ᵀ Y_n: upward solves of n, downward ones on w's paths to the root.
///
/// The half form wins when both sides are about the same nodes, the full form when w has many more than n (or
/// n than w: A⁻¹ is symmetric). Multiplications are counted to choose.

#include "linear/supernodal_solve.h"

namespace limpet {

enum class InverseForm { Cheapest, Half, Full };

/// out = A⁻¹[wanted, nodes]: 3 rows for each of `wanted`, 3 columns for each of `nodes`.
void inverse_blocks(const SupernodalView& l, const std::vector<int>& nodes, const std::vector<int>& wanted,
                    InverseForm form, MatX& out);

}  // namespace limpet
