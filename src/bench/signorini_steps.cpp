/// Whole steps: the spheres of C. Duriez et al. 2004, and the soft box on a floor that SOFA was measured
/// with.

#include <fmt/format.h>

#include <limits>

#include "bench/signorini.h"
#include "bench/step_times.h"
#include "limpet/world.h"

namespace limpet {
namespace {

template <class Item>
void append(std::vector<Item>& row, const std::vector<Item>& more) {
    row.insert(row.end(), more.begin(), more.end());
}

int tetrahedra_of(const Scene& scene) {
    const World world(scene);
    int sum = 0;
    for (std::size_t i = 0; i < world.body_count(); ++i) sum += world.body(i).tetrahedra();
    return sum;
}

void spheres(BenchSheet& sheet) {
    BenchTable table;
    table.title = "A step of two pressed spheres";
    table.note =
        "ms; medians over steps, stage by stage and of the whole, and the slowest step; each stage is the "
        "smallest of three runs. Pressed: steps in which the caps come nearer; held: when they stay.";
    table.columns = {"spheres", "tetrahedra", "steps"};
    append(table.columns, step_columns());
    const std::pair<const char*, ElasticModel> models[] = {{"linear", ElasticModel::Linear},
                                                           {"corotational", ElasticModel::Corotational}};
    for (const auto& [name, model] : models) {
        const Scene scene = pressed_spheres(model, Dynamics::Implicit, 1, sheet.quick());
        const double tetrahedra = tetrahedra_of(scene);
        // The caps stop after 70 steps.
        const int steps = sheet.quick() ? 12 : 100;
        const std::size_t moving = sheet.quick() ? 6 : 70;
        const std::vector<StepRecord> records = measure_steps(scene, steps, sheet.quick() ? 1 : 3);
        const std::span<const StepRecord> all(records);
        const std::pair<const char*, std::span<const StepRecord>> phases[] = {{"pressed", all.first(moving)},
                                                                              {"held", all.subspan(moving)}};
        for (const auto& [phase, part] : phases) {
            table.rows.push_back({name, tetrahedra, phase});
            append(table.rows.back(), step_cells(part));
        }
    }
    sheet.add(std::move(table));
}

struct BoxCase {
    std::array<int, 3> cells;
    double sofa_ms, aim_ms;
};

void boxes(BenchSheet& sheet) {
    BenchTable table;
    table.title = "A step of a soft box on a floor";
    table.note =
        "ms; medians over steps, stage by stage and of the whole, and the slowest step; each stage is the "
        "smallest of three runs. Touching: the first 20 steps with contacts; resting: the last 40 of 100. "
        "Co-rotational, implicit, without friction. SOFA (2026-08): such boxes of 5.4 k and 12 k tetrahedra "
        "with 139 and 236 contacts, with friction, one thread of the machine that docs/performance.md names.";
    table.columns = {"tetrahedra", "steps"};
    append(table.columns, step_columns());
    append(table.columns, {"SOFA", "aim"});
    const std::vector<BoxCase> cases = sheet.quick()
                                           ? std::vector<BoxCase>{{{3, 3, 3}, no_measurement, no_measurement}}
                                           : std::vector<BoxCase>{{{8, 7, 8}, no_measurement, no_measurement},
                                                                  {{11, 9, 11}, 750, 25},
                                                                  {{15, 12, 14}, 4800, 100}};
    for (const BoxCase& c : cases) {
        const Scene scene = box_on_floor(c.cells);
        const double tetrahedra = tetrahedra_of(scene);
        const int steps = sheet.quick() ? 30 : 100;
        const std::size_t resting = sheet.quick() ? 5 : 40, touching = 20;
        const std::vector<StepRecord> records = measure_steps(scene, steps, sheet.quick() ? 1 : 3);
        const std::pair<const char*, std::span<const StepRecord>> phases[] = {
            {"touching", first_touching(records, touching)}, {"resting", std::span(records).last(resting)}};
        for (const auto& [phase, part] : phases) {
            table.rows.push_back({tetrahedra, phase});
            append(table.rows.back(), step_cells(part));
            append(table.rows.back(), {c.sofa_ms, c.aim_ms});
        }
    }
    sheet.add(std::move(table));
}

}  // namespace

void bench_signorini_steps(BenchSheet& sheet) {
    spheres(sheet);
    boxes(sheet);
}

}  // namespace limpet
