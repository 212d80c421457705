#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <thread>

#include "bench/bench_parts.h"
#include "core/text.h"
#include "limpet/error.h"
#include "limpet/threads.h"

namespace limpet {
namespace {

struct Entry {
    const char* name;
    const char* description;
    void (*measure)(BenchSheet&);
    std::vector<std::string> (*rows)() = nullptr;  ///< names that `BenchOptions::rows` may choose from
};

constexpr Entry entries[] = {
    {"signorini", "frictionless contact of soft bodies: the papers' LCP, a soft box on a floor, growth",
     bench_signorini},
    {"hapco", "quasi-static bodies with friction: local and global Uzawa, over phases, friction, tolerance",
     bench_hapco},
    {"adhesion", "candy on a block of Jell-O, with and without bonds: contacts and time of every step",
     bench_adhesion},
    {"volume",
     "volume contact by layered depth images: Table 1, Fig. 6 and 7 of J. Allard et al. 2010, growth",
     bench_volume, bench_volume_rows},
    {"cells", "cells that stick: the five scenes of A. Carra et al. 2007, growth to 10 000 cells, rolling",
     bench_cells, bench_cells_rows},
    {"haptics",
     "the haptic loop: latency beside the simulation, energy returned, stability over coupling and hand",
     bench_haptics},
};

const Entry& entry_of(const std::string& name) {
    std::vector<std::string> names;
    for (const Entry& entry : entries) {
        if (name == entry.name) return entry;
        names.emplace_back(entry.name);
    }
    const std::string nearest = nearest_name(name, names);
    throw InputError("", fmt::format("there is no bench \"{}\"{} Benches: {}", name,
                                     nearest.empty() ? "." : fmt::format(", did you mean \"{}\"?", nearest),
                                     comma_separated(names)));
}

void require_rows(const Entry& entry, const std::vector<std::string>& chosen) {
    if (chosen.empty()) return;
    if (!entry.rows) throw InputError("", fmt::format("bench \"{}\" has no rows to choose", entry.name));
    const std::vector<std::string> rows = entry.rows();
    for (const std::string& row : chosen)
        if (std::none_of(rows.begin(), rows.end(),
                         [&](const std::string& name) { return name.starts_with(row); }))
            throw InputError("", fmt::format("bench \"{}\" has no row \"{}\". Rows: {}", entry.name, row,
                                             fmt::join(rows, "; ")));
}

}  // namespace

std::vector<BenchInfo> benches() {
    std::vector<BenchInfo> all;
    for (const Entry& entry : entries) all.push_back({entry.name, entry.description});
    return all;
}

void require_bench(const std::string& name, const std::vector<std::string>& rows) {
    require_rows(entry_of(name), rows);
}

BenchResult run_bench(const std::string& name, const BenchOptions& options) {
    const Entry& entry = entry_of(name);
    require_rows(entry, options.rows);
    set_threads(options.threads);
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    BenchResult result;
    result.bench = {entry.name, entry.description};
    result.threads = options.threads > 0 ? std::min(options.threads, cores) : cores;
    result.quick = options.quick;
    const auto begin = std::chrono::steady_clock::now();
    BenchSheet sheet(result, options);
    entry.measure(sheet);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

}  // namespace limpet
