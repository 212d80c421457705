#pragma once

/// The benchmarks of virtual adhesives and attachments, listed in registry.cpp with the others.

#include "verify/benchmark.h"

namespace limpet::verification {

Benchmark meeting_bodies();
Benchmark stuck_pair();
Benchmark adhesive_strength();
Benchmark attached_muscle();

}  // namespace limpet::verification
