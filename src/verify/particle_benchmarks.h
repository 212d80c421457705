#pragma once

/// The benchmarks of particles, one file each, listed in registry.cpp with the others.

#include "verify/benchmark.h"

namespace limpet::verification {

Benchmark free_particles();
Benchmark squeezed_particles();

}  // namespace limpet::verification
