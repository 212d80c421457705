/// What layered depth images of two large surfaces cost: all three viewing directions, with volume and
/// gradient. Two creatures of the zoo with 346 k triangles each. Smallest of some repeats; memory is kept
/// from call to call, as a simulation does, and what is known of triangle lists that stay the same, so that
/// the first call takes longer than the smallest one. One thread: the processor's time, which other programs
/// disturb less; two threads: the clock on the wall. Prints the table of docs/layered-depth.md.

#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <ctime>

#include "detect/ldi/overlap_volumes.h"
#include "limpet/threads.h"
#include "shapes/distance/isosurface.h"
#include "shapes/zoo/zoo.h"

namespace limpet {
namespace {

double wall_time() {
    const auto time = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(time).count();
}

double processor_time() {
    return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double milliseconds(int repeats, double (*clock)(), const std::function<void()>& work) {
    double best = 1e300;
    for (int i = 0; i < repeats; ++i) {
        const double start = clock();
        work();
        best = std::min(best, clock() - start);
    }
    return best;
}

struct Case {
    const char* name;
    Vec3 shift;                   ///< of the second body, in sides of the first one's box
    int pixels;                   ///< along the longest side of the images
    std::optional<double> cells;  ///< in pixels
};

void measure(const TriMesh& creature, const Case& one, int repeats) {
    const Vec3 size = bounds(creature.vertices).sizes();
    TriMesh moved = creature;
    for (Vec3& v : moved.vertices) v += one.shift.cwiseProduct(size);
    const std::vector<LdiSurface> surfaces = {{&creature.vertices, &creature.triangles, 0},
                                              {&moved.vertices, &moved.triangles, 1}};
    const Vec3 common = bounds(creature.vertices).intersection(bounds(moved.vertices)).sizes();
    const double pixel = common.maxCoeff() / one.pixels;
    const LdiSettings settings{pixel, one.cells ? std::optional(*one.cells * pixel) : std::nullopt, false};
    LayeredDepth images;
    LdiReport report;
    std::vector<OverlapVolume> found;
    std::array<double, 2> times;
    for (const int threads : {1, 2}) {
        set_threads(threads);
        times[threads - 1] = milliseconds(repeats, threads == 1 ? processor_time : wall_time,
                                          [&] { found = images.overlaps(surfaces, settings, &report); });
    }
    double volume = 0;
    std::size_t gradients = 0;
    for (const OverlapVolume& overlap : found) {
        volume += overlap.volume;
        gradients += overlap.on_first.size() + overlap.on_second.size();
    }
    fmt::print("| {} | {}×{}, {}×{}, {}×{} | {} | {} | {} | {:.3g} | {} | {:.2f} | {:.2f} |\n", one.name,
               report.size[0][0], report.size[0][1], report.size[1][0], report.size[1][1], report.size[2][0],
               report.size[2][1], report.samples, report.layers, found.size(), volume, gradients, times[0],
               times[1]);
}

void run(int repeats) {
    const TriMesh creature = isosurface(zoo_shape("creature", 1), 0.0042);
    const Vec3 size = bounds(creature.vertices).sizes();
    fmt::print("{} triangles each, {:.2f} × {:.2f} × {:.2f} m, smallest of {} runs\n\n",
               creature.triangles.size(), size.x(), size.y(), size.z(), repeats);
    fmt::print(
        "| bodies | images | samples | layers | volumes | volume [m³] | gradients | 1 thread [ms] | 2 "
        "threads [ms] |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (const Case& one : {Case{"overlap a little, images 280 pixels", {0, 0, 0.8}, 280, {}},
                            Case{"the same in cells of 16 pixels", {0, 0, 0.8}, 280, 16.0},
                            Case{"overlap by half, images 280 pixels", {0, 0, 0.5}, 280, {}},
                            Case{"in almost one place, images 280 pixels", {0.02, 0.01, 0.02}, 280, {}}})
        measure(creature, one, repeats);
}

}  // namespace
}  // namespace limpet

int main(int argc, char** argv) {
    limpet::run(argc > 1 ? std::atoi(argv[1]) : 30);
}
