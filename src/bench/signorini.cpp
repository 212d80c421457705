#include "bench/signorini.h"

namespace limpet {

void bench_signorini(BenchSheet& sheet) {
    bench_signorini_problem(sheet);
    bench_signorini_steps(sheet);
    bench_signorini_growth(sheet);
}

}  // namespace limpet
