#pragma once

namespace limpet {

/// What an energy is between, for comparisons that need no more. [J]
struct EnergyRange {
    double low = 0, high = 0;
};

}  // namespace limpet
