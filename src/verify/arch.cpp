/// F10. A semicircular arch of equal rigid blocks, without mortar, under its own weight. It stands if there
/// is a line of thrust within the blocks, and if friction carries it across the joints:
///
///   thickness ≥ 0.1075 of the mean radius (M. Milankovitch 1907),     μ ≥ 0.39 at 0.115
///
/// for 21 blocks both limits are the same to the digits given. So it stands at t/R = 0.115 and μ = 0.45,
/// falls at t/R = 0.100, and slides apart at μ = 0.30. Standing is: after 5 s no point is further than a
/// thousandth of the thickness from where it was, and nothing moves; fallen: the crown is below half its
/// height.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double mean_radius = 1;

struct Arch {
    std::string name;
    std::string block;  ///< its mesh's file
    double thickness;   ///< over the mean radius
    double friction;
    double step;  ///< [s]
    bool stands;
};

void build(Findings& findings, const Arch& arch, VerifyPlot& plot) {
    findings.progress(arch.name);
    Scene scene = load_scene("verify_arch");
    scene.time.step = arch.step;
    scene.contact->law.friction = Friction(arch.friction);
    std::vector<std::string> blocks;
    for (BodyDescription& body : scene.bodies) {
        if (body.type != BodyType::Rigid) continue;
        std::string& file = std::get<FileShape>(body.shape).file;
        file = std::filesystem::path(file).replace_filename(arch.block).string();
        blocks.push_back(body.name);
    }
    const std::string key = blocks[blocks.size() / 2];
    World world(std::move(scene));
    std::vector<std::vector<double>> start;
    for (const std::string& block : blocks) start.push_back(vertices_of(world, block));
    const double height = world.body(key).center_of_mass()[1];
    VerifyLine line{arch.name, {}, {}};
    const double end = findings.quick() ? 2 : 5;
    const long steps = std::lround(end / arch.step);
    double crown = height;
    while (world.steps() < steps && crown > 0.5 * height) {
        world.step();
        crown = world.body(key).center_of_mass()[1];
        if (world.steps() % std::max(1L, steps / 100) != 0) continue;
        line.x.push_back(world.time());
        line.y.push_back(crown);
    }
    double moved = 0, speed = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        moved = std::max(moved, furthest(world.body(blocks[i]).positions(), start[i]));
        speed = std::max(speed, largest_speed(world, blocks[i]));
    }
    if (arch.stands) {
        findings.expect_below("furthest point from its place, over the thickness, " + arch.name,
                              moved / (arch.thickness * mean_radius), "", 1e-3);
        findings.expect_below("largest speed at the end, " + arch.name, speed, "m/s", 1e-4);
    } else {
        findings.expect_below("crown, of its height, " + arch.name, crown / height, "", 0.5);
    }
    plot.lines.push_back(std::move(line));
}

void run_arch(Findings& findings) {
    const std::string thick = "arch_block_115.obj", thin = "arch_block_100.obj";
    VerifyPlot plot{"Height of the keystone", "time [s]", "height [m]", {}};
    plot.lines.push_back({"stands", {0, 5}, {1, 1}, true});
    for (const double step : findings.quick() ? std::vector{1e-2} : std::vector{5e-3, 1e-2}) {
        const std::string with = fmt::format("step {:g} ms", 1e3 * step);
        build(findings, {"t/R 0.115, friction 0.45, " + with, thick, 0.115, 0.45, step, true}, plot);
        build(findings, {"t/R 0.100, friction 0.45, " + with, thin, 0.1, 0.45, step, false}, plot);
        build(findings, {"t/R 0.115, friction 0.30, " + with, thick, 0.115, 0.30, step, false}, plot);
    }
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark masonry_arch() {
    return {{"F10", "a semicircular arch of 21 rigid blocks",
             "stands at t/R 0.115, friction 0.45; falls at 0.100; slides apart at friction 0.30",
             "stand or fall", "verify_arch"},
            run_arch};
}

}  // namespace limpet::verification
