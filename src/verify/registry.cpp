#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>

#include "core/text.h"
#include "limpet/error.h"
#include "verify/adhesion_benchmarks.h"
#include "verify/adhesive_benchmarks.h"
#include "verify/haptic_benchmarks.h"
#include "verify/particle_benchmarks.h"

namespace limpet {
namespace verification {

const std::vector<Benchmark>& benchmarks() {
    static const std::vector<Benchmark> all = {hertz(),
                                               flat_on_flat(),
                                               flat_punch(),
                                               overlap_volume(),
                                               slope_rest(),
                                               slope_sizes(),
                                               two_spheres(),
                                               impacts(),
                                               rest(),
                                               slope_angle(),
                                               sliding_distance(),
                                               sliding_directions(),
                                               pinch_and_hold(),
                                               pinched_cloth(),
                                               sliding_cube(),
                                               rolling_sphere(),
                                               rolling_cylinder(),
                                               can(),
                                               bounces(),
                                               pushed_block(),
                                               partial_slip(),
                                               capstan(),
                                               masonry_arch(),
                                               painleve_rod(),
                                               foreign_problems(),
                                               hanging_cube(),
                                               separation_law(),
                                               separation_rate(),
                                               sphere_pull_off(),
                                               strip_peel(),
                                               peeling_cloth(),
                                               bond_cycles(),
                                               bonding(),
                                               film_peel(),
                                               free_particles(),
                                               squeezed_particles(),
                                               meeting_bodies(),
                                               stuck_pair(),
                                               adhesive_strength(),
                                               attached_muscle(),
                                               felt_steps(),
                                               felt_strokes(),
                                               felt_latency(),
                                               felt_at_rest(),
                                               faulty_device()};
    return all;
}

void Findings::compare(const std::string& what, double measured, double reference, const std::string& unit,
                       std::optional<double> gate) {
    result_.numbers.push_back(
        {what, measured, reference, unit, std::abs(measured - reference) / std::abs(reference), gate});
}

void Findings::expect_below(const std::string& what, double measured, const std::string& unit,
                            std::optional<double> gate) {
    result_.numbers.push_back({what, measured, 0, unit, std::abs(measured), gate});
}

namespace {

std::string upper_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

const Benchmark& benchmark_named(const std::string& id) {
    std::vector<std::string> ids;
    for (const Benchmark& benchmark : benchmarks()) {
        if (benchmark.row.id == upper_case(id)) return benchmark;
        ids.push_back(benchmark.row.id);
    }
    const std::string nearest = nearest_name(upper_case(id), ids);
    throw InputError("", "there is no benchmark \"" + id + "\"" +
                             (nearest.empty() ? "" : ", did you mean \"" + nearest + "\"?") +
                             "; benchmarks: " + comma_separated(ids));
}

}  // namespace
}  // namespace verification

bool VerifyResult::passed() const {
    return breakdown.empty() && worst() &&
           std::all_of(numbers.begin(), numbers.end(), [](const VerifyNumber& n) { return n.passed(); });
}

const VerifyNumber* VerifyResult::worst() const {
    const VerifyNumber* worst = nullptr;
    for (const VerifyNumber& n : numbers) {
        if (!n.gate) continue;
        if (!std::isfinite(n.error)) return &n;
        if (!worst || n.error / *n.gate > worst->error / *worst->gate) worst = &n;
    }
    return worst;
}

std::vector<VerifyRow> verify_rows() {
    std::vector<VerifyRow> rows;
    for (const verification::Benchmark& benchmark : verification::benchmarks()) rows.push_back(benchmark.row);
    return rows;
}

VerifyRow verify_row(const std::string& id) {
    return verification::benchmark_named(id).row;
}

VerifyResult verify(const std::string& id, const VerifySettings& settings) {
    const verification::Benchmark& benchmark = verification::benchmark_named(id);
    VerifyResult result;
    result.row = benchmark.row;
    const auto start = std::chrono::steady_clock::now();
    try {
        verification::Findings findings(result, settings);
        benchmark.run(findings);
    } catch (const BreakdownError& error) {
        result.breakdown = error.what();
    }
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

}  // namespace limpet
