#pragma once

/// The dense kernel of linear/sparse_cholesky.h: eliminates the first columns of a symmetric dense matrix, a
/// front.
///
///     | F11  ·   |     L11 L11ᵀ = F11,   L21 = F21 L11⁻ᵀ,   U = F22 − L21 L21ᵀ
///     | F21  F22 |
///
/// Blocked and right-looking. Large fronts are updated by tiles in parallel; tiles depend on the sizes alone,
/// so that the result has the same bytes for any number of threads.

namespace limpet {

/// `panel` is [F11; F21], columns of `height` numbers, and becomes [L11; L21]; of F11 and L11 only the lower
/// triangle counts. `update` is F22, columns of height − width numbers, and becomes U: lower triangles.
/// False: F11 is not positive definite.
[[nodiscard]] bool eliminate_front(double* panel, int width, int height, double* update);

}  // namespace limpet
