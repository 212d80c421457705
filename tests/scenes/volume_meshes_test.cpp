/// Scenes of volume contact with meshes that nobody here made, as tools/volume_with_meshes has them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "limpet/world.h"
#include "support/paths.h"

namespace limpet {
namespace {

struct MeshPlace {
    const char* file;
    const char* scene;
    std::vector<const char*> bodies;
    double size;                         ///< [m]
    std::vector<std::string> overrides;  ///< so that the bodies fit in, and touch soon
    std::string left_out = "-";          ///< others whose names begin so, which take seconds to make
};

void PrintTo(const MeshPlace& place, std::ostream* out) {
    *out << place.file << " in " << place.scene;
}

class VolumeMeshes : public testing::TestWithParam<MeshPlace> {};

TEST_P(VolumeMeshes, Run) {
    const MeshPlace& place = GetParam();
    const std::string file = std::string(LIMPET_ROOT) + "/../shared/data/meshes/" + place.file;
    if (!std::filesystem::exists(file))
        GTEST_SKIP() << "needs the shared test meshes, " << file << " is not there";
    std::vector<std::string> overrides = place.overrides;
    for (const char* body : place.bodies)
        overrides.push_back("bodies." + std::string(body) + R"(.shape={"file": ")" + file + R"(", "size": )" +
                            std::to_string(place.size) + "}");
    Scene scene = load_scene(place.scene, overrides);
    const double pixel = *scene.contact->detection.pixel;
    std::erase_if(scene.bodies, [&](const BodyDescription& body) {
        return body.name.starts_with(place.left_out) &&
               std::find(place.bodies.begin(), place.bodies.end(), body.name) == place.bodies.end();
    });
    World world(std::move(scene));
    int most = 0;
    for (int i = 0; i < 6; ++i) {
        world.step();
        const StepRecord& step = world.last_step();
        most = std::max(most, step.contacts);
        ASSERT_TRUE(std::isfinite(step.kinetic + step.elastic + step.potential));
    }
    EXPECT_GT(most, 0);
    // The liver starts in other organs and the bunny in the floor: they have parted by now.
    EXPECT_LT(world.last_step().penetration, pixel);
}

const std::string snake_motion = R"(bodies.snake.motion=[{"nodes": {"box": [[-1, 0.17, -1], [1, 1, 1]]},
    "keyframes": [[0, [0, 0, 0]], [0.2, [0, 0, 0]], [2, [0.18, 0, 0]]]}])";

INSTANTIATE_TEST_SUITE_P(
    All, VolumeMeshes,
    testing::Values(MeshPlace{"Armadillo_simplified.obj",
                              "volume_creatures",
                              {"below", "above"},
                              0.2,
                              {"bodies.below.surface=0.004", "bodies.above.surface=0.004",
                               "bodies.above.position=[0, 0.17, 0.03]"}},
                    MeshPlace{"liver-smooth.obj", "volume_organs", {"liver"}, 0.2, {}},
                    MeshPlace{
                        "snake_body.obj",
                        "volume_snake",
                        {"snake"},
                        0.4,
                        {"bodies.snake.element=0.012", "bodies.snake.position=[0, 0.195, 0]", snake_motion}},
                    // Open, with holes in its base.
                    MeshPlace{"stanford-bunny.obj",
                              "volume_toys",
                              {"toy 1"},
                              0.15,
                              {"bodies.toy 1.position=[-0.089, 0.075, -0.092]", "bodies.toy 1.surface=0.004"},
                              "toy "}));

}  // namespace
}  // namespace limpet
