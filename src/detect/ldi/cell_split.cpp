#include "detect/ldi/cell_split.h"

#include <algorithm>

namespace limpet::ldi {

int cell_of(double x, double cell) {
    return static_cast<int>(std::clamp(std::floor(x / cell), -2e9, 2e9));
}

}  // namespace limpet::ldi
