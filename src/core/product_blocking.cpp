#include "core/product_blocking.h"

#include <Eigen/Core>

namespace limpet {

void fix_product_blocking() {
    // L1, L2 and L3 of the processor that tests/golden/hashes.txt was made on [bytes].
    static const bool fixed = [] {
        Eigen::setCpuCacheSizes(48 << 10, 2 << 20, 105 << 20);
        return true;
    }();
    static_cast<void>(fixed);
}

}  // namespace limpet
