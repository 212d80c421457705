#include "bench/step_times.h"

#include <algorithm>
#include <numeric>

#include "limpet/world.h"

namespace limpet {
namespace {

template <class Value>
double median(std::span<const StepRecord> steps, Value&& value) {
    std::vector<double> all;
    for (const StepRecord& step : steps) all.push_back(value(step));
    if (all.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto middle = all.begin() + static_cast<long>(all.size() / 2);
    std::nth_element(all.begin(), middle, all.end());
    return *middle;
}

double total_ms(const StepRecord& step) {
    return step.ms_total;
}

}  // namespace

std::vector<StepRecord> measure_steps(const Scene& scene, int steps, int repeats) {
    std::vector<StepRecord> best;
    for (int r = 0; r < repeats; ++r) {
        World world(scene);
        for (int i = 0; i < steps; ++i) {
            world.step();
            const StepRecord& now = world.last_step();
            if (r == 0) best.push_back(now);
            for (std::size_t s = 0; s < stage_count; ++s) best[i].ms[s] = std::min(best[i].ms[s], now.ms[s]);
            best[i].ms_total = std::accumulate(best[i].ms.begin(), best[i].ms.end(), 0.0);
        }
    }
    return best;
}

std::span<const StepRecord> first_touching(const std::vector<StepRecord>& steps, std::size_t count) {
    const auto first =
        std::find_if(steps.begin(), steps.end(), [](const StepRecord& s) { return s.contacts > 0; });
    const auto left = static_cast<std::size_t>(steps.end() - first);
    return {first, std::min(count, left)};
}

double median_ms(std::span<const StepRecord> steps, Stage stage) {
    return median(steps, [&](const StepRecord& s) { return s.ms[static_cast<std::size_t>(stage)]; });
}

double worst_ms(std::span<const StepRecord> steps, Stage stage) {
    double worst = 0;
    for (const StepRecord& s : steps) worst = std::max(worst, s.ms[static_cast<std::size_t>(stage)]);
    return worst;
}

std::vector<std::string> step_columns() {
    std::vector<std::string> columns = {"n contacts"};
    columns.insert(columns.end(), stage_names.begin(), stage_names.end());
    columns.insert(columns.end(), {"total", "worst"});
    return columns;
}

std::vector<BenchCell> step_cells(std::span<const StepRecord> steps) {
    std::vector<BenchCell> cells = {median(steps, [](const StepRecord& s) { return s.contacts; })};
    for (std::size_t s = 0; s < stage_count; ++s) cells.emplace_back(median_ms(steps, static_cast<Stage>(s)));
    cells.emplace_back(median(steps, total_ms));
    double worst = 0;
    for (const StepRecord& s : steps) worst = std::max(worst, total_ms(s));
    cells.emplace_back(worst);
    return cells;
}

}  // namespace limpet
