/// One cloth of several layers that lie on each other from the start.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "limpet/world.h"
#include "shapes/io/mesh_io.h"
#include "support/folded_sheets.h"
#include "support/mesh_intersections.h"

namespace limpet {
namespace {

constexpr double thickness = 5e-4;

/// A scene with one cloth of this shape, in a folder of its own; `more` are further fields.
struct ClothScene {
    ClothScene(const TriMesh& mesh, const std::string& body, const std::string& contact,
               const std::string& more = "") {
        const auto folder =
            std::filesystem::temp_directory_path() / fmt::format("limpet_cloth_layers_{}", getpid());
        std::filesystem::create_directories(folder);
        write_surface(mesh, (folder / "cloth.obj").string());
        world =
            std::make_unique<World>(parse_scene(fmt::format(R"({{ "time": {{ "step": 0.002, "duration": 1 }},
              "materials": {{ "m": {{ "density": 100, "young": 1e6, "poisson": 0 }} }},
              "bodies": [ {{ "name": "cloth", "type": "cloth", "material": "m", "thickness": {},
                            "shape": {{ "file": "cloth.obj", "scale": 1 }} {} }} ],
              "contact": {} {} }})",
                                                            thickness, body, contact, more),
                                                folder.string()));
        std::filesystem::remove_all(folder);
    }
    std::unique_ptr<World> world;
};

std::string by(const char* detection, const char* law = R"({ "friction": 0.3 })") {
    return fmt::format(
        R"({{ "detection": {{ "type": "{}", "distance": 0.0005, "self": true }}, "law": {} }})", detection,
        law);
}

TriMesh layers(double apart) {
    return two_layers(0.012, 0.012, 6, 6, apart);
}
const char* const lower_held = R"(, "fixed": { "box": [[-1, -1, -1], [1, 0, 1]] })";

/// Height of the first layer of two above the second, where it is least. [m]
double least_height(const World& world) {
    const auto x = world.body("cloth").positions();
    double least = 1;
    for (std::size_t i = 0, half = x.size() / 2; i < half; i += 3)
        least = std::min(least, x[i + 1] - x[i + 1 + half]);
    return least;
}

class ClothLayers : public testing::TestWithParam<const char*> {};

/// Under its weight the upper layer stays where it is.
TEST_P(ClothLayers, OneThicknessApartStayApart) {
    ClothScene scene(layers(thickness), lower_held, by(GetParam()));
    for (int i = 0; i < 30; ++i) {
        scene.world->step();
        ASSERT_GT(least_height(*scene.world), 0.98 * thickness) << i;
    }
    EXPECT_GE(scene.world->last_step().contacts, 49);
    EXPECT_LT(least_height(*scene.world), 1.02 * thickness);
    EXPECT_EQ(piercings(scene.world->body("cloth")).size(), 0u);
    EXPECT_TRUE(scene.world->warnings().empty()) << scene.world->warnings().front().sentence;
}

/// What starts in its own thickness is pushed out of it, and to the side where it was.
TEST_P(ClothLayers, NearerThanAThicknessArePushedApart) {
    for (const double share : {0.5, 0.1}) {
        ClothScene scene(layers(share * thickness), lower_held, by(GetParam()));
        double last = least_height(*scene.world);
        for (int i = 0; i < 30; ++i) {
            scene.world->step();
            ASSERT_GT(least_height(*scene.world), last - 0.01 * thickness) << i;
            last = least_height(*scene.world);
            ASSERT_EQ(piercings(scene.world->body("cloth")).size(), 0u);
        }
        EXPECT_NEAR(last, thickness, 0.05 * thickness) << share;
    }
}

/// Without weight nothing moves: neither where its layers touch nor along its folds.
TEST_P(ClothLayers, AFlatSleeveRests) {
    ClothScene scene(flat_sleeve(0.012, 0.012, 6, 6, thickness), "", by(GetParam()),
                     R"(, "gravity": [0, 0, 0])");
    const auto x = scene.world->body("cloth").positions();
    const std::vector<double> before(x.begin(), x.end());
    for (int i = 0; i < 20; ++i) scene.world->step();
    const auto after = scene.world->body("cloth").positions();
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(before[i], after[i], 1e-9);
    EXPECT_LT(scene.world->last_step().penetration, 1e-9);
}

TEST_P(ClothLayers, AFlatSleeveKeepsItsLayersApart) {
    ClothScene scene(flat_sleeve(0.012, 0.012, 6, 6, thickness), lower_held, by(GetParam()));
    const auto x = scene.world->body("cloth").positions();
    const std::vector<double> before(x.begin(), x.end());
    for (int i = 0; i < 30; ++i) scene.world->step();
    const auto after = scene.world->body("cloth").positions();
    for (std::size_t i = 1; i < before.size(); i += 3)
        EXPECT_NEAR(before[i], after[i], 0.02 * thickness) << after[i - 1] << ' ' << after[i + 1];
}

TEST_P(ClothLayers, AreBondedFromTheStart) {
    ClothScene scene(
        layers(thickness), lower_held,
        by(GetParam(), R"({ "friction": 0, "adhesion": { "stiffness": 1e8, "energy": 1, "viscosity": 0,
                                         "bonding_rate": 0, "initial": 1, "reference_gap": 0.0002 } })"),
        R"(, "gravity": [0, 9.81, 0])");
    for (int i = 0; i < 20; ++i) scene.world->step();
    EXPECT_GE(scene.world->last_step().bonds, 49);
    EXPECT_NEAR(scene.world->last_step().bonded_area, 1.44e-4, 1.44e-6);
    EXPECT_NEAR(least_height(*scene.world), thickness, 0.01 * thickness);
}

TEST_P(ClothLayers, SameBytesForAnyNumberOfThreads) {
    const auto state_with = [](int threads) {
        set_threads(threads);
        ClothScene scene(flat_sleeve(0.012, 0.012, 6, 6, 0.8 * thickness), lower_held, by(GetParam()));
        for (int i = 0; i < 20; ++i) scene.world->step();
        set_threads(1);
        return scene.world->state().bodies[0].values;
    };
    EXPECT_EQ(state_with(1), state_with(2));
}

INSTANTIATE_TEST_SUITE_P(By, ClothLayers, testing::Values("proximity", "continuous"),
                         [](const auto& run) { return std::string(run.param); });

}  // namespace
}  // namespace limpet
