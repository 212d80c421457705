#include <fmt/format.h>

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
     bench_volume},
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

}  // namespace

std::vector<BenchInfo> benches() {
    std::vector<BenchInfo> all;
    for (const Entry& entry : entries) all.push_back({entry.name, entry.description});
    return all;
}

void require_bench(const std::string& name) {
    entry_of(name);
}

BenchResult run_bench(const std::string& name, const BenchOptions& options) {
    const Entry& entry = entry_of(name);
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
