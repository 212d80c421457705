/// How a step's stages grow with the number of contacts and with the size of the body.

#include "bench/signorini.h"
#include "bench/step_times.h"
#include "limpet/world.h"

namespace limpet {
namespace {

struct GrowthCase {
    std::array<int, 3> cells;
    double plate;  ///< width [cells]
};

struct SignoriniGrowth {
    const char* title;
    const char* note;
    bool by_contacts;  ///< else by tetrahedra
    std::vector<GrowthCase> cases;
};

/// A case's steady steps, and the stage that is another one when nodes touch for the first time.
void measure_signorini_growth(const SignoriniGrowth& growth, BenchSheet& sheet) {
    const int steps = 24;
    const std::size_t steady = 10;
    BenchTable table{growth.title, growth.note, {"tetrahedra"}, {}};
    const std::vector<std::string> columns = step_columns();
    table.columns.insert(table.columns.end(), columns.begin(), columns.end());
    table.columns.emplace_back("first compliance");
    BenchPlot plot{growth.title, growth.by_contacts ? "contacts" : "tetrahedra", "ms", {}};
    for (const std::string_view name : stage_names) plot.lines.push_back({std::string(name), {}, {}});
    plot.lines.push_back({"first compliance", {}, {}});
    for (const GrowthCase& c : growth.cases) {
        const Scene scene = box_on_plate(c.cells, c.plate);
        const double tetrahedra = World(scene).body("box").tetrahedra();
        const std::vector<StepRecord> records = measure_steps(scene, steps, sheet.quick() ? 1 : 2);
        const auto part = std::span(records).last(steady);
        const double first = worst_ms(records, Stage::Compliance);
        table.rows.push_back({tetrahedra});
        for (const BenchCell& cell : step_cells(part)) table.rows.back().push_back(cell);
        table.rows.back().emplace_back(first);
        const double x = growth.by_contacts ? part.back().contacts : tetrahedra;
        for (std::size_t s = 0; s <= stage_count; ++s) {
            plot.lines[s].x.push_back(x);
            plot.lines[s].y.push_back(s < stage_count ? median_ms(part, static_cast<Stage>(s)) : first);
        }
    }
    sheet.add(std::move(table));
    sheet.add(std::move(plot));
}

}  // namespace

void bench_signorini_growth(BenchSheet& sheet) {
    SignoriniGrowth contacts{
        "Growth with contacts",
        "ms; medians over the last 10 of 24 steps, each stage the smallest of two runs. A slab of 32 × 3 "
        "× 32 cells on plates of different widths. First compliance: the step in which it was "
        "slowest, with a factorisation and A⁻¹ for all nodes that touch.",
        true,
        {}};
    SignoriniGrowth tetrahedra{"Growth with tetrahedra",
                               "ms; as before, with one width of the plate and boxes of different sizes.",
                               false,
                               {}};
    if (sheet.quick()) {
        contacts.cases = {{{4, 2, 4}, 1}, {{4, 2, 4}, 3}};
        tetrahedra.cases = {{{4, 2, 4}, 3}, {{4, 4, 4}, 3}};
    } else {
        for (const double plate : {3.0, 5.0, 9.0, 13.0, 19.0, 31.0})
            contacts.cases.push_back({{32, 3, 32}, plate});
        for (const std::array<int, 3>& cells :
             {std::array{10, 2, 10}, std::array{12, 4, 12}, std::array{14, 5, 14}, std::array{18, 6, 18},
              std::array{22, 9, 22}, std::array{28, 13, 28}})
            tetrahedra.cases.push_back({cells, 9});
    }
    measure_signorini_growth(contacts, sheet);
    measure_signorini_growth(tetrahedra, sheet);
}

}  // namespace limpet
