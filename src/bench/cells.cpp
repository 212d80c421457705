#include "bench/cells.h"

#include <array>

namespace limpet {
namespace {

constexpr std::array<const char*, 3> rows = {"scenes", "rolling", "growth"};

}  // namespace

void bench_cells(BenchSheet& sheet) {
    if (sheet.has_row(rows[0])) bench_cells_table(sheet);
    if (sheet.has_row(rows[1])) bench_cells_rolling(sheet);
    if (sheet.has_row(rows[2])) bench_cells_growth(sheet);
}

std::vector<std::string> bench_cells_rows() {
    return {rows.begin(), rows.end()};
}

}  // namespace limpet
