/// Pressures under rigid feet, whichever contacts the solver gave the forces to.

#include <gtest/gtest.h>

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

TEST(RigidPressure, IsUniformUnderACentredWeight) {
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

TEST(RigidPressure, RisesTowardsTheSideThatTheWeightLeansTo) {
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

TEST(RigidPressure, StaysUniformWhereBondsPullByRounding) {
    World world(cube(R"({"bonding_rate": 1e-3, "saturation": 2000, "reference_gap": 1e-3})"));
    for (int i = 0; i < 200; ++i) {
        world.step();
        for (const ContactFrame& c : world.contacts())
            if (c.area > 0) {
                ASSERT_NEAR(-c.traction[1], 981, 1) << "step " << i;
            }
    }
}

TEST(RigidPressure, IsNoneWhereAnEdgeTouchesAndTheRestIsApart) {
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

}  // namespace
}  // namespace limpet
