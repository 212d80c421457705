#include "bodies/acceleration_field.h"

#include <gtest/gtest.h>

#include "limpet/error.h"
#include "limpet/world.h"

namespace limpet {
namespace {

std::vector<Attractor> kinds_of_attractors() {
    std::vector<Attractor> all;
    for (const Falloff falloff : {Falloff::None, Falloff::Linear, Falloff::InverseSquare})
        all.push_back({Vec3(0.1, -0.2, 0.3), 4, falloff, 0.5, 0.01});
    all.push_back({Vec3(0.1, -0.2, 0.3), -3, Falloff::None, 0, 0.01});
    return all;
}

TEST(Attractors, AccelerationIsThePotentialsGradient) {
    for (const Attractor& attractor : kinds_of_attractors())
        for (const double distance : {1e-4, 5e-3, 0.02, 0.2, 0.45, 0.6, 3.0}) {
            const Vec3 x = attractor.position + distance * Vec3(2, -1, 2) / 3;
            const double step = 1e-6;
            for (int k = 0; k < 3; ++k) {
                const Vec3 d = step * Vec3::Unit(k);
                const double slope = (attractor.potential(x + d) - attractor.potential(x - d)) / (2 * step);
                EXPECT_NEAR(attractor.acceleration(x)[k], -slope, 1e-7) << distance;
            }
        }
}

TEST(Attractors, AreAsStrongAsTheFieldsSay) {
    const auto pull = [](Falloff falloff, double range, double distance) {
        const Attractor attractor{Vec3::Zero(), 6, falloff, range, 1e-6};
        const Vec3 a = attractor.acceleration(Vec3(distance, 0, 0));
        EXPECT_LE(a.x(), 0);
        EXPECT_EQ(a.y(), 0);
        return a.norm();
    };
    EXPECT_NEAR(pull(Falloff::None, 0, 0.01), 6, 1e-6);
    EXPECT_NEAR(pull(Falloff::None, 0, 1000), 6, 1e-9);
    EXPECT_NEAR(pull(Falloff::None, 2, 1.99), 6, 1e-9);
    EXPECT_EQ(pull(Falloff::None, 2, 2.01), 0);
    EXPECT_NEAR(pull(Falloff::Linear, 2, 0.5), 4.5, 1e-9);
    EXPECT_EQ(pull(Falloff::Linear, 2, 2.01), 0);
    EXPECT_NEAR(pull(Falloff::InverseSquare, 2, 2), 3, 1e-9);
    EXPECT_NEAR(pull(Falloff::InverseSquare, 2, 2000), 6e-6, 1e-11);
}

TEST(Attractors, ThePotentialIsContinuousAndTheCentreIsStill) {
    for (const Attractor& attractor : kinds_of_attractors()) {
        EXPECT_EQ(attractor.acceleration(attractor.position), Vec3::Zero());
        EXPECT_TRUE(std::isfinite(attractor.potential(attractor.position)));
        if (attractor.range == 0) continue;
        const Vec3 inside = attractor.position + Vec3(0.5 - 1e-9, 0, 0), outside = inside + Vec3(2e-9, 0, 0);
        EXPECT_NEAR(attractor.potential(inside), attractor.potential(outside), 1e-7);
    }
}

const char* const one_of_each = R"({
    "gravity": [0, 0, 0], "time": { "step": 1e-3, "duration": 1 },
    "materials": { "soft": { "density": 1000, "young": 1e4, "poisson": 0.3 } },
    "bodies": [
      { "name": "rigid", "type": "rigid", "shape": { "sphere": 0.05 }, "density": 1000, "position": [1, 0, 0] },
      { "name": "soft", "type": "soft", "shape": { "box": [0.1, 0.1, 0.1] }, "element": 0.05, "material": "soft",
        "position": [0, 1, 0] },
      { "name": "cloth", "type": "cloth", "shape": { "plane": [0.1, 0.1] }, "surface": 0.02, "material": "soft",
        "position": [0, 0, 1] },
      { "name": "cell", "type": "particles", "shape": { "sphere": 0.05 }, "surface": 0.03, "mass": 0.1,
        "shape_memory": 20, "position": [-1, 0, 0] },
      { "name": "still", "type": "static", "shape": { "sphere": 0.05 }, "position": [0, -1, 0] }
    ],
    "attractors": [{ "position": [0, 0, 0], "strength": 2 }] })";

/// Every kind of body that moves comes with S; static ones stay.
TEST(Attractors, PullEveryBodyThatMoves) {
    World world(parse_scene(one_of_each));
    for (int i = 0; i < 200; ++i) world.step();
    // Symplectic Euler's own way in 0.2 s, and a little less of what is not pulled in one direction alone.
    const double way = 2 * 1e-6 * 200 * 201 / 2;
    EXPECT_NEAR(1 - world.body("rigid").center_of_mass()[0], way, 1e-6 * way);
    EXPECT_NEAR(1 - world.body("soft").center_of_mass()[1], way, 5e-3 * way);
    EXPECT_NEAR(1 - world.body("cloth").center_of_mass()[2], way, 5e-3 * way);
    EXPECT_NEAR(1 + world.body("cell").center_of_mass()[0], way, 5e-3 * way);
    EXPECT_EQ(world.body("still").center_of_mass()[1], -1);
}

/// A body that swings through an attractor keeps T + V.
TEST(Attractors, EnergyIsKept) {
    for (const char* falloff : {"none", "linear", "inverse-square"})
        for (const char* body : {"rigid", "cell"}) {
            Scene scene = parse_scene(one_of_each, ".",
                                      {std::string("attractors[0].falloff=") + falloff,
                                       "attractors[0].range=2", "attractors[0].core=0.2", "time.step=1e-4"});
            std::erase_if(scene.bodies, [&](const BodyDescription& b) { return b.name != body; });
            World world(std::move(scene));
            const auto energy = [&] {
                const StepRecord& r = world.last_step();
                return r.kinetic + r.elastic + r.potential;
            };
            const double start = energy();
            double fastest = 0, worst = 0;
            for (int i = 0; i < 30000; ++i) {
                world.step();
                fastest = std::max(fastest, world.last_step().kinetic);
                worst = std::max(worst, std::abs(energy() - start));
            }
            EXPECT_GT(fastest, 0) << falloff;
            EXPECT_LT(worst, 2e-3 * fastest) << falloff << ", " << body;
        }
}

TEST(Attractors, OfNamedBodiesAndLive) {
    World world(parse_scene(one_of_each, ".", {R"(attractors[0].bodies=["rigid"])"}));
    for (int i = 0; i < 10; ++i) world.step();
    EXPECT_LT(world.body("rigid").center_of_mass()[0], 1);
    EXPECT_NEAR(world.body("cell").center_of_mass()[0], -1, 1e-12);
    const double before = world.body("rigid").center_of_mass()[0];
    world.set("attractors[0].strength", -2000.0);
    for (int i = 0; i < 10; ++i) world.step();
    EXPECT_GT(world.body("rigid").center_of_mass()[0], before);
    world.set("attractors[0].position", "[5, 5, 5]");
    EXPECT_THROW(world.set("attractors[0].strength", "\"nan\""), InputError);
    EXPECT_THROW(world.set("attractors[0].bodies", "[\"nobody\"]"), InputError);
    EXPECT_THROW(world.set("attractors[0].bodies", "[\"still\"]"), InputError);
}

}  // namespace
}  // namespace limpet
