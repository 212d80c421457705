#pragma once

namespace limpet {

/// Eigen cuts products of dense matrices into blocks by the cache sizes that it reads from the processor, and
/// sums then come in another order on another machine. From this call on, sizes are fixed and bytes the same
/// everywhere. Whatever starts to simulate or to solve calls it first. Safe from any thread.
void fix_product_blocking();

}  // namespace limpet
