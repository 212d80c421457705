#include "bodies/cloth/cloth_body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "detect/simplex_distance.h"
#include "limpet/error.h"
#include "limpet/threads.h"
#include "limpet/world.h"
#include "support/cloth_meshes.h"
#include "support/soft_bodies.h"

namespace limpet {
namespace {

using ::testing::HasSubstr;

ClothBodyParts cloth_parts(TriMesh mesh) {
    ClothBodyParts parts;
    parts.name = "cloth";
    parts.mesh = std::move(mesh);
    parts.material.density = 300;
    parts.thickness = 1e-3;
    parts.moduli = {200, 20, 0.3, 1e-5};
    return parts;
}

TEST(ClothBody, HasTheMassOfItsAreaAndTheVolumeOfItsThickness) {
    const ClothBody body(cloth_parts(uneven_sheet(0.5, 0.4, 10, 8)));
    EXPECT_NEAR(body.mass(), 300 * 1e-3 * 0.2, 1e-12);
    EXPECT_NEAR(body.volume(), 1e-3 * 0.2, 1e-12);
    EXPECT_EQ(body.complex().radius(), 5e-4);
}

/// Wildly shaken cloth keeps its momentum, and without air also its angular momentum but for the time step.
TEST(ClothBody, KeepsItsMomentumInFreeFlight) {
    ClothBodyParts parts = cloth_parts(uneven_sheet(0.5, 0.4, 10, 8));
    parts.velocity = Vec3(1, 2, -1);
    parts.angular_velocity = Vec3(3, 5, -4);
    ClothBody body(parts);
    const Vec3 before = body.mean_velocity();
    const double h = 0.002;
    run(body, 200, h, Vec3(0, -9.81, 0));
    EXPECT_LT((body.mean_velocity() - before - 200 * h * Vec3(0, -9.81, 0)).norm(), 1e-9);
    EXPECT_GT(body.energies(Vec3::Zero()).elastic, 0);
}

TEST(ClothBody, FallsWithoutStrain) {
    ClothBodyParts parts = cloth_parts(grid_sheet(0.5, 0.4, 10, 8));
    parts.placement.rotation = Eigen::AngleAxisd(0.7, Vec3(1, 1, 0).normalized()).toRotationMatrix();
    ClothBody body(parts);
    run(body, 50, 0.01, Vec3(0, -9.81, 0));
    EXPECT_LT(body.energies(Vec3::Zero()).elastic, 1e-20);
    EXPECT_LT((body.rotation() - parts.placement.rotation).norm(), 1e-9);
}

/// Energy never grows: swung by one corner, what is lost is what implicit Euler takes.
TEST(ClothBody, HangingByACornerLosesEnergy) {
    ClothBodyParts parts = cloth_parts(grid_sheet(0.4, 0.4, 12, 12));
    parts.fixed = {SphereSelection{{0, 0, 0}, 1e-6}};
    ClothBody body(parts);
    const Vec3 gravity(0, -9.81, 0);
    const auto total = [&]() {
        const Energies e = body.energies(gravity);
        return e.kinetic + e.elastic + e.potential;
    };
    double last = total();
    const double scale = body.mass() * 9.81 * 0.4;
    for (int i = 0; i < 200; ++i) {
        run(body, 1, 0.005, gravity);
        EXPECT_LT(total(), last + 1e-3 * scale);
        last = total();
    }
    EXPECT_LT(body.center_of_mass().y(), -0.1);
    EXPECT_EQ(body.positions()[0], Vec3(0, 0, 0));
}

std::string draped_scene(const char* extra = "") {
    return std::string(R"({
      "time": { "step": 0.005, "duration": 1 },
      "materials": { "cotton": { "density": 300, "young": 1e5, "damping": { "stiffness": 0.002 } } },
      "bodies": [
        { "name": "ball", "type": "static", "shape": { "sphere": 0.1 } },
        { "name": "cloth", "type": "cloth", "shape": { "plane": [0.4, 0.4] }, "surface": 0.04, "thickness": 0.002,
          "stretch": 100, "shear": 10, "bend": 1e-5, "material": "cotton", "position": [0, 0.11, 0])") +
           extra + R"( }],
      "contact": { "detection": { "distance": 0.002, "self": true }, "law": { "friction": 0.3 } } })";
}

TEST(ClothBody, LiesOnABallWithItsThicknessBetween) {
    World world(parse_scene(draped_scene()));
    while (world.steps() < 200) world.step();
    const auto x = world.body("cloth").positions();
    const auto triangles = world.body("cloth").triangles();
    const auto at = [&](int v) { return Vec3(x[3 * v], x[3 * v + 1], x[3 * v + 2]); };
    double nearest = 1;
    for (std::size_t t = 0; t < triangles.size(); t += 3)
        nearest = std::min(nearest, nearest_on_triangle(Vec3::Zero(), at(triangles[t]), at(triangles[t + 1]),
                                                        at(triangles[t + 2]))
                                        .point.norm());
    EXPECT_NEAR(nearest, 0.101, 2e-4);
    EXPECT_GT(world.body("cloth").center_of_mass()[1], 0.0);
    EXPECT_TRUE(world.warnings().empty()) << world.warnings().front().sentence;
}

TEST(ClothBody, SameBytesForAnyNumberOfThreadsAndAfterResuming) {
    const auto run_with = [](int threads, bool resume) {
        set_threads(threads);
        auto world = std::make_unique<World>(parse_scene(draped_scene()));
        for (int i = 0; i < 40; ++i) {
            if (resume && i == 25) {
                const WorldState state = world->state();
                world = std::make_unique<World>(parse_scene(draped_scene()));
                world->restore(state);
            }
            world->step();
        }
        set_threads(1);
        return world->state().bodies[1].values;
    };
    const std::vector<double> alone = run_with(1, false);
    EXPECT_EQ(alone, run_with(2, false));
    EXPECT_EQ(alone, run_with(2, true));
}

TEST(ClothBody, DefaultsAreThoseOfAPlate) {
    World world(parse_scene(R"({ "materials": { "m": { "young": 1e5, "poisson": 0.25, "density": 500 } },
        "bodies": [{ "name": "a", "type": "cloth", "material": "m", "shape": { "plane": [2, 1] } }] })"));
    EXPECT_NEAR(world.body("a").mass(), 500 * 0.02 * 2, 1e-9);
    EXPECT_EQ(world.body("a").triangles().size(), 3u * 2 * 20 * 10);
}

TEST(ClothBody, ShellsAndFilesAreSheetsToo) {
    for (const char* shape : {R"({ "sphere": 0.1 })", R"({ "torus": { "radius": 0.1, "tube": 0.03 } })"}) {
        World world(parse_scene(std::string(R"({ "materials": { "m": { "young": 1e5 } },
            "bodies": [{ "name": "a", "type": "cloth", "material": "m", "shape": )") +
                                shape + R"( }], "gravity": [0, 0, 0] })"));
        for (int i = 0; i < 5; ++i) world.step();
        EXPECT_LT(world.last_step().elastic + world.last_step().kinetic, 1e-18);
    }
}

TEST(ClothBody, RefusesBadNumbers) {
    const auto message = [](auto&& change) {
        ClothBodyParts parts = cloth_parts(grid_sheet(0.5, 0.4, 2, 2));
        change(parts);
        try {
            const ClothBody body(std::move(parts));
            return std::string("accepted");
        } catch (const InputError& error) {
            return std::string(error.what());
        }
    };
    EXPECT_THAT(message([](auto& p) { p.thickness = 0; }), HasSubstr("thickness"));
    EXPECT_THAT(message([](auto& p) { p.moduli.bend = -1; }), HasSubstr("bend"));
    EXPECT_THAT(message([](auto& p) { p.moduli.shear = NAN; }), HasSubstr("shear"));
    EXPECT_THAT(message([](auto& p) { p.mesh.vertices[0].x() = NAN; }), HasSubstr("finite"));
    EXPECT_THAT(message([](auto& p) { p.mesh.vertices.emplace_back(0, 0, 0); }), HasSubstr("vertex 9"));
    EXPECT_THAT(message([](auto& p) { p.fixed = {SphereSelection{{9, 9, 9}, 1}}; }), HasSubstr("fixed[0]"));
}

}  // namespace
}  // namespace limpet
