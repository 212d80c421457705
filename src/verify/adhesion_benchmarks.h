#pragma once

/// The benchmarks of adhesion, one file each, listed in registry.cpp with the others.

#include "verify/benchmark.h"

namespace limpet::verification {

Benchmark hanging_cube();
Benchmark separation_law();
Benchmark separation_rate();
Benchmark sphere_pull_off();
Benchmark strip_peel();
Benchmark peeling_cloth();
Benchmark bond_cycles();
Benchmark bonding();
Benchmark film_peel();

}  // namespace limpet::verification
