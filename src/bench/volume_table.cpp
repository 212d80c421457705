/// Table 1 of J. Allard et al. 2010, at its numbers of triangles and about its sizes of images, measured
/// here.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <ctime>
#include <limits>

#include "bench/volume.h"
#include "limpet/world.h"

namespace limpet {
namespace {

/// A row of the paper's table.
struct PaperRow {
    const char* name;
    double objects;
    int triangles;
    const char* image;
    double layers, contacts;
    std::array<double, 4> ms;  ///< collision detection, contact modelling, mechanical motion, solver
    double rate;               ///< iterations (steps) a second
};

struct Case {
    PaperRow paper;
    Scene scene;
    int steps;
};

std::vector<Case> paper_cases() {
    std::vector<Case> cases = {
        {{"organs", 9, 550'000, "224×168", 32, 16, {22.69, 1.35, 17.85, 32.45}, 13.3},
         load_scene("volume_organs"),
         240},
        {{"octopuses", 3, 46'000, "392×352", 28, 110, {5.67, 1.20, 43.43, 12.34}, 15.6},
         load_scene("volume_octopuses"),
         200},
        {{"grasp", 2, 9'000, "112×112", 14, 10, {2.73, 0.97, 7.36, 6.18}, 54.0},
         load_scene("volume_grasp"),
         300},
        {{"creatures", 2, 692'000, "280×240", 22, 16, {18.48, 1.15, 0.48, 4.08}, 41.1},
         load_scene("volume_creatures"),
         200},
        {{"10 toys", 10, 205'000, "456×456", 24, 99, {16.61, 1.64, 71.24, 34.82}, 7.29},
         load_scene("volume_toys"),
         240},
        {{"20 toys", 20, 379'000, "1232×472", 34, 242, {28.79, 2.37, 146.94, 207.02}, 2.44},
         load_scene("volume_toys_20"),
         240},
        {{"40 toys", 40, 725'000, "1232×528", 46, 544, {44.45, 3.43, 309.48, 723.83}, 0.88},
         load_scene("volume_toys_40"),
         240},
    };
    const PaperRow snakes[] = {{"snake, 1", 1, 7'000, "560×336", 10, 1, {3.45, 1.01, 2.72, 1.53}, 109},
                               {"snake, 6", 1, 7'000, "560×336", 10, 6, {3.41, 1.00, 2.87, 1.86}, 104},
                               {"snake, 18", 1, 7'000, "560×336", 10, 18, {3.45, 0.95, 2.98, 3.09}, 91.9},
                               {"snake, 41", 1, 7'000, "560×336", 10, 41, {3.46, 0.84, 2.99, 7.62}, 65.3}};
    for (int i = 0; i < 4; ++i)
        cases.insert(
            cases.begin() + 3 + i,
            {snakes[i], snake(snake_cells[i] > 0 ? std::optional(snake_cells[i]) : std::nullopt), 200});
    return cases;
}

std::vector<Case> quick_cases() {
    return {{{"snake, 6",
              1,
              1'800,
              "",
              no_measurement,
              no_measurement,
              {no_measurement, no_measurement, no_measurement, no_measurement},
              no_measurement},
             coarse(snake(0.2)),
             10}};
}

/// Means over the steps with contacts.
struct Means {
    double contacts = 0, most = 0, total = 0, layers = 0;
    std::array<double, 4> ms{};
    double processor = 0;  ///< time of all threads [ms]
    std::array<int, 2> image{};
};

struct MeasuredStep {
    StepRecord record;
    double processor;  ///< time of all threads: other programs add little to it [ms]
};

std::vector<MeasuredStep> measured(const Scene& scene, int count) {
    World world(scene);
    std::vector<MeasuredStep> steps;
    for (int i = 0; i < count; ++i) {
        const std::clock_t start = std::clock();
        world.step();
        const double ticks = static_cast<double>(std::clock() - start);
        steps.push_back({world.last_step(), 1e3 * ticks / CLOCKS_PER_SEC});
    }
    return steps;
}

Means means_of(const std::vector<MeasuredStep>& steps) {
    Means m;
    double count = 0;
    const auto of = [](const StepRecord& s, Stage stage) { return s.ms[static_cast<std::size_t>(stage)]; };
    for (const auto& [s, processor] : steps) {
        if (s.contacts == 0) continue;
        count += 1;
        m.processor += processor;
        m.contacts += s.contacts;
        m.most = std::max(m.most, static_cast<double>(s.contacts));
        m.total += s.ms_total;
        m.ms[0] += of(s, Stage::Detect);
        m.ms[1] += of(s, Stage::Contacts) + of(s, Stage::Compliance);
        m.ms[2] += of(s, Stage::FreeMotion);
        m.ms[3] += of(s, Stage::Solve) + of(s, Stage::Correct) + of(s, Stage::Stabilise);
        m.layers = std::max(m.layers, static_cast<double>(s.image_layers));
        if (s.image_size[0] * s.image_size[1] > m.image[0] * m.image[1]) m.image = s.image_size;
    }
    if (count == 0) return m;
    for (double* value : {&m.contacts, &m.total, &m.processor, &m.ms[0], &m.ms[1], &m.ms[2], &m.ms[3]})
        *value /= count;
    return m;
}

}  // namespace

std::vector<std::string> bench_volume_rows() {
    std::vector<std::string> rows;
    for (const Case& c : paper_cases()) rows.emplace_back(c.paper.name);
    rows.emplace_back(volume_growth_row);
    return rows;
}

void bench_volume_table(BenchSheet& sheet) {
    BenchTable table;
    table.title = "J. Allard et al. 2010, Table 1, and here";
    table.note =
        "ms, means over the steps with contacts. The paper's detection holds all images of a step; here "
        "those "
        "of the stabilisation, the last of which the next step starts from, are in \"solver\" (solve, "
        "correct, "
        "stabilise), and \"detection\" is what is left of them. \"modelling\" holds W here. The paper's "
        "contacts are their most. \"processor\" is the time of all threads in a step, which other programs "
        "hardly "
        "change. Its "
        "machine: Core i7 975 and GeForce GTX 285. It does not give its numbers of tetrahedra. Floors and "
        "walls are not counted as objects.";
    table.columns = {"scene",  "of",         "objects", "triangles", "tetrahedra", "image",
                     "layers", "n contacts", "most",    "detection", "modelling",  "motion",
                     "solver", "steps/s",    "ratio",   "processor"};
    for (const Case& c : sheet.quick() ? quick_cases() : paper_cases()) {
        if (!sheet.has_row(c.paper.name)) continue;
        const Scene scene = sheet.quick() ? c.scene : with_triangles(c.scene, c.paper.triangles);
        double triangles = 0, tetrahedra = 0, objects = 0;
        {
            const World world(scene);
            for (std::size_t i = 0; i < world.body_count(); ++i) {
                const BodyView body = world.body(i);
                triangles += static_cast<double>(body.triangles().size()) / 3;
                tetrahedra += body.tetrahedra();
                objects += !std::holds_alternative<BoxShape>(scene.bodies[i].shape);
            }
        }
        const Means m = means_of(measured(scene, c.steps));
        const double rate = 1e3 / m.total;
        table.rows.push_back({c.paper.name, "here", objects, triangles, tetrahedra,
                              fmt::format("{}×{}", m.image[0], m.image[1]), m.layers, m.contacts, m.most,
                              m.ms[0], m.ms[1], m.ms[2], m.ms[3], rate, rate / c.paper.rate, m.processor});
        if (!sheet.quick())
            table.rows.push_back({"", "paper", c.paper.objects, static_cast<double>(c.paper.triangles),
                                  no_measurement, c.paper.image, c.paper.layers, no_measurement,
                                  c.paper.contacts, c.paper.ms[0], c.paper.ms[1], c.paper.ms[2],
                                  c.paper.ms[3], c.paper.rate, no_measurement, no_measurement});
    }
    if (!table.rows.empty()) sheet.add(std::move(table));
}

}  // namespace limpet
