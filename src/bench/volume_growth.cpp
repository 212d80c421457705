/// How the parts of a step with volume contact grow with triangles, pixels and cells, each alone: two soft
/// balls in one pose, which nothing that is measured changes.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numeric>

#include "bench/stopwatch.h"
#include "bench/volume.h"
#include "bodies/make_body.h"
#include "compliance/group_problem.h"
#include "contact/volume/make_volume_contacts.h"
#include "solve/solvers.h"
#include "step/separate_overlaps.h"

namespace limpet {
namespace {

constexpr double growth_step = 0.005;  ///< [s]
constexpr const char* timed_parts[] = {"images", "contacts", "W", "solve", "stabilise"};

struct Size {
    double surface, pixel, cell;  ///< edges of triangles, pixels and cells [m]
};

struct VolumeGrowth {
    std::string title, note, x_name;
    std::vector<Size> sizes;
    double (*x)(const Size& size, int triangles, int contacts);
};

/// Two balls of 0.2 m, beside the grid's walls, that overlap by 8 mm and move against each other.
Scene two_balls(double surface) {
    Scene scene;
    Material& gel = scene.materials["gel"];
    gel.density = 1000;
    gel.young = 1e5;
    gel.poisson = 0.4;
    for (int i = 0; i < 2; ++i) {
        const double side = i == 0 ? -1 : 1;
        BodyDescription ball;
        ball.name = i == 0 ? "left" : "right";
        ball.type = BodyType::Soft;
        ball.material = "gel";
        ball.shape = SphereShape{0.1};
        ball.element = 0.02;
        ball.surface = surface;
        ball.position = {side * 0.096 + 0.0021, 0.0037, 0.0043};
        ball.velocity = {-side * 0.1, side * 0.02, 0};
        scene.bodies.push_back(ball);
    }
    return scene;
}

struct VolumeTimes {
    int triangles = 0, contacts = 0;
    std::array<double, std::size(timed_parts)> ms{};
};

VolumeTimes measure_balls(const Size& size, int repeats) {
    const auto bodies = make_bodies(two_balls(size.surface));
    VolumeTimes result;
    std::vector<LdiSurface> surfaces;
    std::vector<const std::vector<Vec3>*> positions;
    for (int i = 0; i < 2; ++i) {
        const Surface& surface = bodies[i]->surface();
        bodies[i]->free_motion({0, growth_step, Vec3::Zero()});
        surfaces.push_back({&surface.positions, &surface.triangles, i, 1, {}});
        positions.push_back(&surface.positions);
        result.triangles += static_cast<int>(surface.triangles.size());
    }
    LayeredDepth images;
    std::vector<OverlapVolume> overlaps;
    std::vector<Contact> contacts;
    const auto smallest = [&](auto&& work) { return smallest_milliseconds(repeats, work); };
    result.ms[0] = smallest([&] { overlaps = images.overlaps(surfaces, {size.pixel, size.cell, false}); });
    result.ms[1] = smallest([&] { contacts = make_volume_contacts(overlaps, positions, size.pixel, false); });
    result.contacts = static_cast<int>(contacts.size());

    std::vector<int> all(contacts.size());
    std::iota(all.begin(), all.end(), 0);
    GroupProblem group;
    result.ms[2] = smallest([&] { group = build_group(contacts, all, bodies, growth_step); });
    const Problem problem{
        .W = group.W, .u0 = group.u0, .friction = std::vector<double>(contacts.size(), 0.5), .start = {}};
    const SolveLimits limits{.iterations = 200, .tolerance = 1e-6};
    result.ms[3] = smallest([&] { find_solver("auto").solve(problem, limits, Cone::Exact); });

    const VolumeDepths depths{size.pixel / 2, size.pixel / 2, size.pixel};
    for (int i = 0; i < repeats; ++i) {
        VecX lambda;
        const double ms = milliseconds_of([&] {
            lambda = separating_impulses(gaps_of(contacts, all), group.W, depths, growth_step, limits);
            for (const BodyRows& body : group.bodies)
                body.body->add_displacements(body.rows, lambda, growth_step);
        });
        result.ms[4] = i == 0 ? ms : std::min(result.ms[4], ms);
        for (const BodyRows& body : group.bodies)
            body.body->add_displacements(body.rows, -lambda, growth_step);
    }
    return result;
}

void measure_volume_growth(const VolumeGrowth& growth, BenchSheet& sheet) {
    BenchTable table{growth.title, growth.note, {growth.x_name, "equations"}, {}};
    BenchPlot plot{growth.title, growth.x_name, "ms", {}};
    for (const char* part : timed_parts) {
        table.columns.emplace_back(part);
        plot.lines.push_back({part, {}, {}});
    }
    for (const Size& size : growth.sizes) {
        const VolumeTimes measured = measure_balls(size, sheet.quick() ? 2 : 60);
        const double x = growth.x(size, measured.triangles, measured.contacts);
        table.rows.push_back({x, 3.0 * measured.contacts});
        for (std::size_t p = 0; p < std::size(timed_parts); ++p) {
            table.rows.back().emplace_back(measured.ms[p]);
            plot.lines[p].x.push_back(x);
            plot.lines[p].y.push_back(measured.ms[p]);
        }
    }
    table.rows.push_back({std::string("slope"), std::string("")});
    for (BenchPlot::Line& line : plot.lines) {
        table.rows.back().emplace_back(growth_exponent(line));
        line.name += fmt::format(", slope {:.2f}", growth_exponent(line));
    }
    sheet.add(std::move(table));
    sheet.add(std::move(plot));
}

}  // namespace

void bench_volume_growth(BenchSheet& sheet) {
    const std::string how =
        "ms, the smallest of 60 calls, of two soft balls of 0.2 m with elements of 20 mm that overlap by 8 "
        "mm, in the same pose for all. Images: all three, with volumes and gradients. W: without the "
        "factorisation. Stabilise: one solve, and the bodies moved by it. Slope: of the line through the "
        "logarithms. ";
    VolumeGrowth triangles{"Growth with triangles",
                           how + "Pixels of 1 mm, cells of 20 mm.",
                           "triangles",
                           {},
                           [](const Size&, int count, int) { return static_cast<double>(count); }};
    VolumeGrowth pixels{"Growth with pixels",
                        how + "Triangles of 2 mm, cells of 20 mm; pixels along a metre.",
                        "pixels/m",
                        {},
                        [](const Size& size, int, int) { return 1 / size.pixel; }};
    VolumeGrowth cells{"Growth with cells",
                       how + "Triangles of 2 mm, pixels of 1 mm; cells that touch.",
                       "contacts",
                       {},
                       [](const Size&, int, int contacts) { return static_cast<double>(contacts); }};
    if (sheet.quick()) {
        triangles.sizes = {{0.02, 0.004, 0.04}, {0.014, 0.004, 0.04}};
        pixels.sizes = {{0.02, 0.004, 0.04}, {0.02, 0.003, 0.04}};
        cells.sizes = {{0.02, 0.004, 0.04}, {0.02, 0.004, 0.02}};
    } else {
        for (const double surface : {0.0075, 0.0053, 0.0037, 0.0026, 0.0019, 0.0013, 0.0009})
            triangles.sizes.push_back({surface, 0.001, 0.02});
        for (const double pixel : {0.004, 0.0028, 0.002, 0.0014, 0.001, 0.0007, 0.0005, 0.00035})
            pixels.sizes.push_back({0.002, pixel, 0.02});
        for (const double cell : {0.04, 0.028, 0.02, 0.014, 0.01, 0.007, 0.005, 0.0035})
            cells.sizes.push_back({0.002, 0.001, cell});
    }
    measure_volume_growth(triangles, sheet);
    measure_volume_growth(pixels, sheet);
    measure_volume_growth(cells, sheet);
}

}  // namespace limpet
