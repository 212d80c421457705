#pragma once

/// Measurements of how fast Limpet is, beside what papers and other engines report: `limpet bench`.

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "limpet/export.h"

namespace LIMPET_API limpet {

/// Words, or a number; NaN is an empty cell.
using BenchCell = std::variant<std::string, double>;

struct BenchTable {
    std::string title;
    std::string note;  ///< what was measured and how, in a sentence or two
    std::vector<std::string> columns;
    std::vector<std::vector<BenchCell>> rows;
};

/// Lines over x, y logarithmic.
struct BenchPlot {
    std::string title, x_name, y_name;
    struct Line {
        std::string name;
        std::vector<double> x, y;  ///< y and, if logarithmic, x > 0; other points are left out
    };
    std::vector<Line> lines;
    bool even_x = false;  ///< x as it is, not logarithmic
};

struct BenchInfo {
    std::string name;
    std::string description;
};

struct BenchOptions {
    bool quick = false;  ///< small sizes and few repeats: to see that it works, not how fast
    int threads = 0;     ///< at most; 0: as many as there are cores
    /// Only rows whose name begins so, of the tables whose rows are scenes; none: everything.
    std::vector<std::string> rows = {};
    std::function<void(const BenchTable&)> on_table = {};  ///< called as soon as a table is measured
};

struct BenchResult {
    BenchInfo bench;
    int threads = 0;     ///< that could run at the same time
    bool quick = false;  ///< as asked for
    double seconds = 0;  ///< wall time of the whole bench [s]
    std::vector<BenchTable> tables;
    std::vector<BenchPlot> plots;
};

std::vector<BenchInfo> benches();

/// Throws InputError, with the nearest right name, if there is none of this name, or if it has no row whose
/// name begins with one of `rows`.
void require_bench(const std::string& name, const std::vector<std::string>& rows = {});
BenchResult run_bench(const std::string& name, const BenchOptions& options = {});

/// The table in columns, for a terminal.
std::string bench_text(const BenchTable& table);

/// Writes bench.html (readable without a network), bench.csv (a row a number) and bench.json to the folder.
void write_bench(const std::vector<BenchResult>& results, const std::string& folder);

}  // namespace limpet
