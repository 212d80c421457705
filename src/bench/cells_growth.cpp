/// A ball of n cells that an attractor presses together: time of a step, memory, and what is left of overlap.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/cells.h"
#include "bench/heap_memory.h"
#include "limpet/audit.h"
#include "limpet/threads.h"
#include "limpet/world.h"

namespace limpet {
namespace {

constexpr int warm_up = 30;  ///< steps until zones have formed
constexpr int timed = 10;    ///< steps, of which the median counts

struct Aggregate {
    double ms = 0;     ///< of a step
    double share = 0;  ///< of particles that collide
    double zones = 0;
    double kilobytes = 0;  ///< per cell
    double overlap = 0;    ///< the deepest, by a cell's radius
};

Aggregate measure_aggregate(int cells, int threads) {
    set_threads(threads);
    const Scene scene = cell_aggregate(cells);
    const double before = heap_bytes();
    World world(scene);
    std::vector<double> ms;
    while (world.steps() < warm_up + timed) {
        world.step();
        if (world.steps() > warm_up) ms.push_back(world.last_step().ms_total);
    }
    std::nth_element(ms.begin(), ms.begin() + timed / 2, ms.end());
    Aggregate found;
    found.kilobytes = (heap_bytes() - before) / 1024 / cells;
    found.ms = ms[timed / 2];
    found.share = world.last_step().colliding_share;
    found.zones = world.last_step().zones;
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
        "Cells of 42 particles, packed around an attractor that presses them together; median of {} steps "
        "after {}. Memory: what is allocated after the last step, per cell. Overlap: the deepest of two "
        "cells, as the audit finds it in whole surfaces, edges included, by a cell's radius.",
        timed, warm_up);
    table.columns = {"cells", "threads",     "particles",   "share",
                     "zones", "ms per step", "kB per cell", "overlap"};
    BenchPlot plot{"Time of a step over cells", "cells", "ms", {}};
    for (const int threads : {1, 2}) {
        BenchPlot::Line line{fmt::format("{} thread{}", threads, threads > 1 ? "s" : ""), {}, {}};
        for (const int cells : sizes) {
            const Aggregate a = measure_aggregate(cells, threads);
            table.rows.push_back({double(cells), double(threads), 42.0 * cells, a.share, a.zones, a.ms,
                                  a.kilobytes, a.overlap});
            line.x.push_back(cells);
            line.y.push_back(a.ms);
        }
        line.name += fmt::format(", exponent {:.2f}", growth_exponent(line));
        plot.lines.push_back(std::move(line));
    }
    set_threads(sheet.threads());
    sheet.add(std::move(table));
    sheet.add(std::move(plot));
}

}  // namespace limpet
