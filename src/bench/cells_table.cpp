/// Section 5 of A. Carra, J.-L. Martiel, E. Promayon, Virtual Adhesive: a Way to Handle Sticky Collisions in
/// Surgical and Biological Simulators (VRIPHYS 2007): five scenes, measured here.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "bench/cells.h"
#include "bench/stopwatch.h"
#include "limpet/threads.h"
#include "limpet/world.h"

namespace limpet {
namespace {

struct PaperScene {
    const char* name;
    double particles, triangles, ms;  ///< as the paper says; ms of detection and response
    Scene scene;
};

std::vector<PaperScene> paper_scenes() {
    const Scene pairs = load_scene("cells_pair");
    return {{"six spheres on a plane", 693, 1280, 549, load_scene("cells_plane")},
            {"two spheres, high κ", 84, 160, 10, with_bodies(pairs, {"sticky_top", "sticky_bottom"})},
            {"two spheres, low κ", 84, 160, 2, with_bodies(pairs, {"loose_top", "loose_bottom"})},
            {"ball on a plane", 217, 368, 33, load_scene("cells_roll")},
            {"four creatures", 567, 1040, 576, load_scene("cells_bunnies")},
            {"25 cells", 1050, 2000, 777, load_scene("cells_aggregate")}};
}

constexpr int repeats = 3;

/// Means over the steps in which particles collide.
struct CellTimes {
    double steps = 0, detect = 0, respond = 0, free_motion = 0, processor = 0, share = 0;
};

double ms_of(const StepRecord& step, std::initializer_list<Stage> stages) {
    double sum = 0;
    for (const Stage stage : stages) sum += step.ms[static_cast<std::size_t>(stage)];
    return sum;
}

CellTimes measure_cells(const Scene& scene, bool quick) {
    const long steps = quick ? 20 : std::lround(scene.time.duration / scene.time.step);
    CellTimes times;
    std::vector<double> processor(steps, std::numeric_limits<double>::infinity());
    std::vector<StepRecord> best(steps);
    for (int r = 0; r < (quick ? 1 : repeats); ++r) {
        World world(scene);
        for (long i = 0; i < steps; ++i) {
            const double start = processor_milliseconds();
            world.step();
            processor[i] = std::min(processor[i], processor_milliseconds() - start);
            const std::array<double, stage_count> before = best[i].ms;
            best[i] = world.last_step();
            for (std::size_t s = 0; r > 0 && s < stage_count; ++s)
                best[i].ms[s] = std::min(best[i].ms[s], before[s]);
        }
    }
    for (long i = 0; i < steps; ++i) {
        const StepRecord& step = best[i];
        if (step.colliding_particles == 0) continue;
        times.steps += 1;
        times.detect += ms_of(step, {Stage::Detect});
        times.respond +=
            ms_of(step, {Stage::Contacts, Stage::Compliance, Stage::Solve, Stage::Correct, Stage::Stabilise});
        times.free_motion += ms_of(step, {Stage::FreeMotion});
        times.processor += processor[i];
        times.share += step.colliding_share;
    }
    const double count = std::max(1.0, times.steps);
    for (double* value : {&times.detect, &times.respond, &times.free_motion, &times.processor, &times.share})
        *value /= count;
    return times;
}

double count_in(const Scene& scene, bool triangles) {
    const World world(scene);
    double sum = 0;
    for (std::size_t i = 0; i < world.body_count(); ++i)
        sum += static_cast<double>(triangles ? world.body(i).triangles().size()
                                             : world.body(i).positions().size()) /
               3;
    return sum;
}

}  // namespace

void bench_cells_table(BenchSheet& sheet) {
    BenchTable table;
    table.title = "A. Carra et al. 2007, section 5, and here";
    table.note =
        "ms per step on one thread, smallest of three runs, means over the steps in which particles collide. "
        "Detect, respond and free motion: wall time. Step: time of the processor, which other programs take "
        "no part of, of the whole step. The paper's times are of detection and response, on a Xeon 5140 of "
        "2.33 GHz, and it gives no step. Response: contacts, compliance, solve, "
        "correct, stabilise; the particles' own motion is not in it. Share: of all particles, those that "
        "collide. The "
        "paper's four bunnies are four bears of the zoo here.";
    table.columns = {"scene",  "of",      "particles",   "triangles", "share",       "steps",
                     "detect", "respond", "free motion", "step",      "paper / step"};
    set_threads(1);
    for (const PaperScene& paper : paper_scenes()) {
        const CellTimes t = measure_cells(paper.scene, sheet.quick());
        table.rows.push_back({paper.name, "here", count_in(paper.scene, false), count_in(paper.scene, true),
                              t.share, t.steps, t.detect, t.respond, t.free_motion, t.processor,
                              t.steps > 0 ? paper.ms / t.processor : no_measurement});
        table.rows.push_back({"", "paper", paper.particles, paper.triangles, no_measurement, no_measurement,
                              no_measurement, no_measurement, no_measurement, paper.ms, no_measurement});
    }
    set_threads(sheet.threads());
    sheet.add(std::move(table));
}

}  // namespace limpet
