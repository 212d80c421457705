/// Pressures under rigid feet and under surfaces finer than their elements, whichever contacts the solver
/// gave the forces to.

#include <gtest/gtest.h>

#include <cmath>

#include "limpet/world.h"

namespace limpet {
namespace {

/// A box of 0.2 × 0.1 × 0.1 m, 2 kg, with gravity leaning towards +x.
World foot(double lean) {
    Scene scene = parse_scene(R"({"name": "foot", "time": {"step": 0.005, "duration": 1},
        "bodies": [{"name": "floor", "type": "static", "shape": {"box": [4, 0.1, 4]}},
                   {"name": "foot", "type": "rigid", "density": 1000, "shape": {"box": [0.2, 0.1, 0.1]},
                    "surface": 0.02, "position": [0, 0.1, 0]}],
        "contact": {"law": {"friction": 1, "adhesion": {"energy": 1, "bonding_rate": 0, "reference_gap": 1e-4}},
                    "detection": {"distance": "1 mm"}},
        "solver": {"tolerance": 1e-10, "iterations": 5000},
        "probes": [{"name": "area", "body": "foot", "what": "contact_area"}]})");
    scene.gravity = {lean, -10, 0};
    World world(scene);
    for (int i = 0; i < 20; ++i) world.step();
    return world;
}

TEST(SmallestPressure, IsUniformUnderACentredWeight) {
    const World world = foot(0);
    int counted = 0;  // tractions are on the floor, the first body
    for (const ContactFrame& c : world.contacts()) {
        if (c.area == 0) continue;
        ++counted;
        EXPECT_NEAR(-c.traction[1], 1000, 1) << "20 N on 0.02 m²";
    }
    EXPECT_GT(counted, 50);
    EXPECT_NEAR(world.probes()[0].values[0], 0.02, 1e-9);
}

TEST(SmallestPressure, RisesTowardsTheSideThatTheWeightLeansTo) {
    // The resultant passes the floor 5 mm from the centre: p = p0 (1 + 12 e x/L²), e = 0.05 lean/10.
    const World world = foot(1);
    double force = 0;
    for (const ContactFrame& c : world.contacts()) {
        if (c.area == 0) continue;
        force -= c.area * c.traction[1];
        // Vertices carry a third of each triangle: Navier's formula up to the mesh.
        EXPECT_NEAR(-c.traction[1], 1000 * (1 + 12 * 0.005 * c.first_point[0] / 0.04), 10);
    }
    EXPECT_NEAR(force, 20, 1e-3);
}

Scene cube(const std::string& adhesion) {
    return parse_scene(R"({"name": "cube", "time": {"step": 0.005, "duration": 1},
        "bodies": [{"name": "floor", "type": "static", "shape": {"box": [0.4, 0.02, 0.2]}, "position": [0, -0.01, 0]},
                   {"name": "cube", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]},
                    "surface": 0.034, "position": [0, 0.05, 0]}],
        "contact": {"law": {"friction": 0, "adhesion": )" +
                       adhesion + R"(}, "detection": {"distance": "2 mm"}},
        "solver": {"tolerance": 1e-9, "iterations": 5000}})");
}

TEST(SmallestPressure, StaysUniformWhereBondsPullByRounding) {
    World world(cube(R"({"bonding_rate": 1e-3, "saturation": 2000, "reference_gap": 1e-3})"));
    for (int i = 0; i < 200; ++i) {
        world.step();
        for (const ContactFrame& c : world.contacts())
            if (c.area > 0) {
                ASSERT_NEAR(-c.traction[1], 981, 1) << "step " << i;
            }
    }
}

TEST(SmallestPressure, IsNoneWhereAnEdgeTouchesAndTheRestIsApart) {
    Scene scene = cube(R"({"bonding_rate": 1, "reference_gap": 1e-3})");
    const double lean = 0.01;  // 1 mm over the cube's width
    scene.bodies[1].rotation = {{0, 0, 1}, lean * 180 / 3.141592653589793};
    scene.bodies[1].position = {0, 0.05 + 0.05 * lean, 0};
    World world(scene);
    world.step();
    int apart = 0;
    for (const ContactFrame& c : world.contacts()) {
        if (c.gap < 0.5e-3) continue;
        ++apart;
        EXPECT_EQ(c.traction[1], 0);
        EXPECT_EQ(c.beta, 0);
    }
    EXPECT_GT(apart, 0);
}

/// A plate presses a soft block whose surface is finer than its elements: 25 or 81 vertices on 9
/// nodes. Poisson's ratio is 0, so that the pressure is uniform: E times the strain.
World pressed_block(double surface, const char* solver) {
    Scene scene =
        parse_scene(R"({"name": "press", "time": {"step": 0.005, "duration": 1}, "gravity": [0, 0, 0],
        "materials": {"soft": {"density": 1000, "young": 20000, "poisson": 0, "damping": {"stiffness": 0.002}}},
        "bodies": [{"name": "block", "type": "soft", "shape": {"box": [0.04, 0.04, 0.04]}, "position": [0, -0.02, 0],
                    "material": "soft", "element": 0.02, "surface": 0.01, "fixed": [{"box": [[-1, -1, -1], [1, -0.0199, 1]]}]},
                   {"name": "plate", "type": "static", "shape": {"box": [0.08, 0.01, 0.08]}, "position": [0, 0.005, 0],
                    "motion": [[0, [0, 0, 0]], [0.05, [0, -0.002, 0]]]}],
        "contact": {"detection": {"distance": 0.005}, "law": {"friction": 0.3, "adhesion": {"bonding_rate": 0.1,
                    "saturation": 2000, "reference_gap": 0.002}}},
        "solver": {"tolerance": 1e-8, "iterations": 5000}})");
    scene.bodies[0].surface = surface;
    scene.solver.type = std::string(solver) == "nsgs" ? SolverType::Nsgs : SolverType::Auto;
    World world(scene);
    for (int i = 0; i < 60; ++i) world.step();
    return world;
}

TEST(SmallestPressure, IsUniformWhereASurfaceIsFinerThanItsElements) {
    for (const double surface : {0.01, 0.005})
        for (const char* solver : {"auto", "nsgs"}) {
            const World world = pressed_block(surface, solver);
            int counted = 0;
            for (const ContactFrame& c : world.contacts()) {
                if (c.area == 0) continue;
                ++counted;
                EXPECT_NEAR(std::abs(c.traction[1]), 20000 * 0.002 / 0.04, 10) << solver << ", " << surface;
                EXPECT_NEAR(c.beta, world.contacts().front().beta, 0.01) << "they grow alike";
            }
            EXPECT_EQ(counted, surface == 0.01 ? 25 : 81);
        }
}

}  // namespace
}  // namespace limpet
