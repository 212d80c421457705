#pragma once

#include "verify/benchmark.h"

namespace limpet::verification {

Benchmark felt_steps();
Benchmark felt_strokes();
Benchmark felt_latency();
Benchmark felt_at_rest();
Benchmark faulty_device();

}  // namespace limpet::verification
