/// Meshes that are inside out, or have triangles that are: turned round, they do as good ones do, under every
/// detection, as static, rigid and soft bodies.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "limpet/world.h"
#include "shapes/io/mesh_io.h"
#include "shapes/meshes/flipped_triangles.h"
#include "shapes/meshes/primitive_surfaces.h"
#include "support/run_command.h"
#include "support/warnings.h"

namespace limpet {
namespace {

using testing::HasSubstr;
using testing_support::ScratchFolder;

constexpr double landing_radius = 0.05;

/// A ball of triangles that lands on a floor.
struct Landing {
    std::string detection;  ///< its type
    std::string type;       ///< of the ball, or "static": a rigid cube lands on a ball that is held
    std::string surface;    ///< "good.obj", "inside_out.obj", "flipped.obj"
};

void write_meshes(const ScratchFolder& scratch) {
    const TriMesh good = sphere_surface(landing_radius, 0.02);
    std::vector<int> all, some;
    for (int t = 0; t < static_cast<int>(good.triangles.size()); ++t) {
        all.push_back(t);
        if (t % 5 == 0) some.push_back(t);
    }
    const auto write = [&](const TriMesh& mesh, const char* name) {
        write_surface(mesh, (scratch.path() / name).string());
    };
    write(good, "good.obj");
    write(turned(good, all), "inside_out.obj");
    write(turned(good, some), "flipped.obj");
}

std::string landing_ball(const Landing& landing) {
    const std::string mesh = R"("shape": {"file": ")" + landing.surface + R"("}, )";
    if (landing.type == "static")
        return R"({"name": "ball", "type": "static", )" + mesh + R"("position": [0, 0.05, 0]},
            {"name": "cube", "type": "rigid", "density": 1000, "shape": {"box": [0.06, 0.06, 0.06]},
             "position": [0.002, 0.135, 0.001]})";
    if (landing.type == "rigid")
        return R"({"name": "ball", "type": "rigid", "density": 1000, )" + mesh +
               R"("position": [0, 0.055, 0]})";
    return R"({"name": "ball", "type": "soft", "material": "rubber", "element": 0.025, )" + mesh +
           R"("position": [0, 0.055, 0]})";
}

struct Landed {
    std::vector<double> positions;  ///< of all bodies
    double height = 0;              ///< of what fell
    std::string said;               ///< of the ball
};

Landed land(const ScratchFolder& scratch, const Landing& landing) {
    const std::string detection =
        landing.detection == "ldi" ? R"("ldi", "pixel": 0.004, "cell": 0.02)" : '"' + landing.detection + '"';
    World world(load_scene(
        scratch.file("scene.json", R"({"name": "landing", "time": {"step": 0.005, "duration": 1}, "materials":
        {"rubber": {"density": 1000, "young": 1e5, "poisson": 0.3, "damping": {"stiffness": 0.005}}}, "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -0.05, 0]},)" +
                                       landing_ball(landing) + R"(], "contact": {"detection": {"type": )" +
                                       detection + "}}}")));
    for (int i = 0; i < 40; ++i) world.step();
    Landed landed;
    for (std::size_t i = 0; i < world.body_count(); ++i) {
        const auto positions = world.body(i).positions();
        landed.positions.insert(landed.positions.end(), positions.begin(), positions.end());
    }
    landed.height = world.body(landing.type == "static" ? "cube" : "ball").center_of_mass()[1];
    for (const Warning& warning : warnings_of(world, "mesh")) landed.said += warning.sentence + "\n";
    return landed;
}

class TurnedSurfaces : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(TurnedSurfaces, DoAsGoodOnesDo) {
    const ScratchFolder scratch;
    write_meshes(scratch);
    const std::string detection = std::get<0>(GetParam()), type = std::get<1>(GetParam());
    const Landed good = land(scratch, {detection, type, "good.obj"});
    ASSERT_GT(good.height, type == "static" ? 0.12 : 0.04) << "the set-up";
    EXPECT_EQ(good.said, "");
    const Landed inside_out = land(scratch, {detection, type, "inside_out.obj"});
    EXPECT_EQ(inside_out.positions, good.positions);
    EXPECT_THAT(inside_out.said, HasSubstr("the surface was inside out and has been turned round"));
    const Landed flipped = land(scratch, {detection, type, "flipped.obj"});
    EXPECT_EQ(flipped.positions, good.positions);
    EXPECT_THAT(flipped.said, HasSubstr("faced against their neighbours and have been turned round"));
}

INSTANTIATE_TEST_SUITE_P(EveryDetection, TurnedSurfaces,
                         testing::Combine(testing::Values("proximity", "continuous", "ldi"),
                                          testing::Values("static", "rigid", "soft")),
                         [](const auto& of) {
                             return std::string(std::get<0>(of.param)) + "_" + std::get<1>(of.param);
                         });

}  // namespace
}  // namespace limpet
