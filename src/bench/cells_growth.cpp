/// A ball of n cells that an attractor presses together: time of a step, memory, and what is left of overlap.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/cells.h"
#include "bench/heap_memory.h"
#include "bench/stopwatch.h"
#include "limpet/audit.h"
#include "limpet/threads.h"
#include "limpet/world.h"

namespace limpet {
namespace {

constexpr int warm_up = 30;  ///< steps until zones have formed
constexpr int timed = 10;    ///< steps, of which the median counts
/// Of one aggregate: what has not come that far by then is measured where it is [ms].
constexpr double most_processor_time = 120e3;
/// The audit looks at whole surfaces, and takes longer than steps do.
constexpr int most_audited = 1000;

struct Aggregate {
    long steps = 0;
    double ms = 0;         ///< of a step
    double processor = 0;  ///< the same, of all processors together [ms]
    double share = 0;      ///< of particles that collide
    double zones = 0;
    double kilobytes = 0;  ///< per cell
    double overlap = 0;    ///< the deepest, by a cell's radius
};

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

Aggregate measure_aggregate(int cells, int threads) {
    set_threads(threads);
    const Scene scene = cell_aggregate(cells);
    const double before = heap_bytes();
    World world(scene);
    std::vector<double> ms, processor;
    const double begin = processor_milliseconds();
    const auto is_late = [&] { return processor_milliseconds() - begin > most_processor_time; };
    while (world.steps() < warm_up + timed && (ms.empty() || !is_late())) {
        const double start = processor_milliseconds();
        world.step();
        if (world.steps() <= warm_up && !is_late()) continue;
        ms.push_back(world.last_step().ms_total);
        processor.push_back(processor_milliseconds() - start);
    }
    Aggregate found;
    found.steps = world.steps();
    found.kilobytes = (heap_bytes() - before) / 1024 / cells;
    found.ms = median_of(std::move(ms));
    found.processor = median_of(std::move(processor));
    found.share = world.last_step().colliding_share;
    found.zones = world.last_step().zones;
    if (cells > most_audited) {
        found.overlap = std::nan("");
        return found;
    }
    OverlapAudit audit(0);
    for (const Overlap& overlap : audit.check(world.frame()))
        found.overlap = std::max(found.overlap, overlap.depth / cell_radius(scene));
    return found;
}

}  // namespace

void bench_cells_growth(BenchSheet& sheet) {
    const std::vector<int> sizes =
        sheet.quick() ? std::vector<int>{13, 25} : std::vector<int>{25, 100, 1000, 10'000};
    BenchTable table;
    table.title = "Growth with the number of cells";
    table.note = fmt::format(
        "Cells of 42 particles, packed, that start towards the middle at {} 1/s of their distance, so that "
        "all meet at once, whatever their number; median of {} steps after {}, or of fewer once {} s of "
        "processor "
        "time are over. Processor: time of all threads together, which other programs take no part of. "
        "Memory: "
        "what is allocated after the last step, per cell. Overlap: the deepest of two cells, as the audit "
        "finds "
        "it in whole surfaces, edges included, by a cell's radius; of up to {} cells.",
        contraction_rate, timed, warm_up, most_processor_time / 1000, most_audited);
    table.columns = {"cells", "threads",     "particles",    "steps",       "share",
                     "zones", "ms per step", "processor ms", "kB per cell", "overlap"};
    BenchPlot plot{"Time of a step over cells", "cells", "ms", {}};
    for (const int threads : {1, 2}) {
        const std::string name = fmt::format("{} thread{}", threads, threads > 1 ? "s" : "");
        BenchPlot::Line line{name, {}, {}}, processor{name + ", processor time", {}, {}};
        for (const int cells : sizes) {
            const Aggregate a = measure_aggregate(cells, threads);
            table.rows.push_back({double(cells), double(threads), 42.0 * cells, double(a.steps), a.share,
                                  a.zones, a.ms, a.processor, a.kilobytes, a.overlap});
            line.x.push_back(cells);
            line.y.push_back(a.ms);
            processor.x.push_back(cells);
            processor.y.push_back(a.processor);
        }
        for (BenchPlot::Line* measured : {&line, &processor}) {
            measured->name += fmt::format(", exponent {:.2f}", growth_exponent(*measured));
            plot.lines.push_back(std::move(*measured));
        }
    }
    set_threads(sheet.threads());
    sheet.add(std::move(table));
    sheet.add(std::move(plot));
}

}  // namespace limpet
