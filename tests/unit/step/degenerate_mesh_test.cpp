/// Meshes with triangles that have no area: as files have them, and as soft bodies press them.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "limpet/world.h"

namespace limpet {
namespace {

TEST(DegenerateTriangles, OfAFileDoNotSpoilContact) {
    const auto folder = std::filesystem::temp_directory_path() / "limpet_degenerate";
    std::filesystem::create_directories(folder);
    // A plate whose face has a sliver, a triangle with two equal corners, and one whose corners are on a
    // line.
    std::ofstream(folder / "plate.obj")
        << "v -1 0 -1\nv -1 0 1\nv 1 0 1\nv 1 0 -1\nv 0 0 0\nv 0.5 0 0.5\nv 0 0 1e-13\n"
           "f 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\nf 5 5 6\nf 1 5 6\nf 5 7 6\n";
    const Scene scene = parse_scene(R"({"name": "degenerate", "time": {"step": 0.005, "duration": 1},
        "materials": {"rubber": {"density": 1000, "young": 1e5, "poisson": 0.3, "damping": {"stiffness": 0.005}}},
        "contact": {"law": {"friction": 0}, "detection": {"distance": "1 mm"}},
        "bodies": [{"name": "plate", "type": "static", "shape": {"file": "plate.obj", "scale": 1}},
        {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.05}, "position": [0.01, 0.051, 0.012]},
        {"name": "box", "type": "soft", "material": "rubber", "element": 0.05, "shape": {"box": [0.1, 0.1, 0.1]}, "position": [0.4, 0.051, 0.4]}]})",
                                    folder.string());
    World world(scene);
    for (int i = 0; i < 100; ++i) world.step();
    EXPECT_NEAR(world.body("ball").center_of_mass()[1], 0.05, 1e-5);
    EXPECT_NEAR(world.body("box").center_of_mass()[1], 0.05, 1e-3);
    for (const ContactFrame& c : world.contacts()) EXPECT_GT(std::abs(c.normal[1]), 0.999);
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace limpet
