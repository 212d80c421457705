#include "bench/volume.h"

namespace limpet {

void bench_volume(BenchSheet& sheet) {
    if (!sheet.some_rows()) {
        bench_volume_parting(sheet);
        bench_volume_snake(sheet);
    }
    if (sheet.has_row(volume_growth_row)) bench_volume_growth(sheet);
    bench_volume_table(sheet);
}

}  // namespace limpet
