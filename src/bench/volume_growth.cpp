/// How volume contact grows with triangles, pixels and cells, each alone.

#include "bench/step_times.h"
#include "bench/volume.h"

namespace limpet {
namespace {

struct Growth {
    std::string title, note, x_name;
    struct Point {
        double x;
        Scene scene;
    };
    std::vector<Point> points;
};

double mean_equations(std::span<const StepRecord> steps) {
    double sum = 0;
    for (const StepRecord& s : steps) sum += 3.0 * s.contacts;
    return steps.empty() ? 0 : sum / static_cast<double>(steps.size());
}

void measure(const Growth& growth, BenchSheet& sheet) {
    const int steps = sheet.quick() ? 8 : 60;
    BenchTable table{growth.title, growth.note, {growth.x_name, "equations"}, {}};
    const std::vector<std::string> columns = step_columns();
    table.columns.insert(table.columns.end(), columns.begin(), columns.end());
    BenchPlot plot{growth.title, growth.x_name, "ms, or equations", {}};
    for (const char* name : {"equations", "contacts", "compliance", "solve", "stabilise"})
        plot.lines.push_back({name, {}, {}});
    for (const Growth::Point& point : growth.points) {
        const std::vector<StepRecord> records = measure_steps(point.scene, steps, sheet.quick() ? 1 : 2);
        const std::span<const StepRecord> part = first_touching(records, 40);
        const double equations = mean_equations(part);
        table.rows.push_back({point.x, equations});
        for (const BenchCell& cell : step_cells(part)) table.rows.back().push_back(cell);
        const double y[] = {equations, median_ms(part, Stage::Contacts), median_ms(part, Stage::Compliance),
                            median_ms(part, Stage::Solve), median_ms(part, Stage::Stabilise)};
        for (std::size_t l = 0; l < std::size(y); ++l) {
            plot.lines[l].x.push_back(point.x);
            plot.lines[l].y.push_back(y[l]);
        }
    }
    sheet.add(std::move(table));
    sheet.add(std::move(plot));
}

/// The dragons as they meet.
Scene meeting_creatures() {
    Scene scene = load_scene("volume_creatures");
    scene.bodies[2].position[1] -= 0.09;
    return scene;
}

}  // namespace

void bench_volume_growth(BenchSheet& sheet) {
    const char* how = "ms; medians over the first 40 steps that touch, each stage the smallest of two runs. ";
    Growth triangles{"Growth with triangles",
                     std::string(how) + "Two rigid dragons that meet; pixels of 1.2 mm.",
                     "triangles",
                     {}};
    Growth pixels{"Growth with pixels",
                  std::string(how) + "The dragons of 41 k triangles each; pixels along a metre.",
                  "pixels/m",
                  {}};
    Growth cells{"Growth with cells",
                 std::string(how) + "The snake on the floor; cells along a metre.",
                 "cells/m",
                 {}};
    const auto with_pixel = [](Scene scene, double pixel) {
        scene.contact->detection.pixel = pixel;
        return scene;
    };
    if (sheet.quick()) {
        for (Growth* growth : {&triangles, &pixels, &cells}) growth->points = {{1, coarse(snake(0.1))}};
    } else {
        for (const int count : {40'000, 80'000, 170'000, 350'000, 692'000}) {
            const Scene scene = with_triangles(meeting_creatures(), count);
            triangles.points.push_back({static_cast<double>(triangles_of(scene)), scene});
        }
        const Scene coarser = with_triangles(meeting_creatures(), 82'000);
        for (const double pixel : {0.0048, 0.0034, 0.0024, 0.0017, 0.0012, 0.00085, 0.0006})
            pixels.points.push_back({1 / pixel, with_pixel(coarser, pixel)});
        for (const double cell : {0.2, 0.1, 0.066, 0.033, 0.02, 0.014, 0.01})
            cells.points.push_back({1 / cell, snake(cell)});
    }
    measure(triangles, sheet);
    measure(pixels, sheet);
    measure(cells, sheet);
}

}  // namespace limpet
