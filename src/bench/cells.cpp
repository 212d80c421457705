#include "bench/cells.h"

namespace limpet {

void bench_cells(BenchSheet& sheet) {
    bench_cells_table(sheet);
    bench_cells_rolling(sheet);
    bench_cells_growth(sheet);
}

}  // namespace limpet
