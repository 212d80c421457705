/// Random scenes without gravity, whose bodies have their weights as loads: they move as before, until they
/// touch. Rigid ones are pressed from all sides, too, which moves nothing.

#include <gtest/gtest.h>

#include "physics_fuzz/invariants.h"
#include "physics_fuzz/scene_classes.h"
#include "physics_fuzz/scene_variants.h"
#include "support/run_command.h"

namespace limpet::physics_fuzz {
namespace {

constexpr std::uint64_t series_of_weights = 1;
constexpr int scenes_of_weights = 60;

Scene with_weights_as_loads(const SceneRun& run) {
    Scene scene = run.scene;
    const Vec3 g = to_vec3(scene.gravity);
    scene.gravity = {0, 0, 0};
    for (const BodyFacts& body : run.bodies) {
        if (body.mass == 0) continue;
        LoadDescription weight;
        weight.body = body.name;
        weight.force = to_array(Vec3(body.mass * g));
        scene.loads.push_back(weight);
        if (body.type != BodyType::Rigid) continue;
        LoadDescription pressed;
        pressed.body = body.name;
        pressed.pressure = body.mass * (1 + g.norm()) / (body.size * body.size);
        scene.loads.push_back(pressed);
    }
    return scene;
}

int scenes_of_moving_weights(const std::function<Scene(std::uint64_t, std::uint64_t)>& make) {
    const testing_support::ScratchFolder scratch;
    write_mesh_files(scratch.path().string());
    RunLimits until_contact;
    until_contact.until_contact = true;
    int moving = 0;
    for (int i = 0; i < scenes_of_weights; ++i) {
        const Scene scene = make(series_of_weights, static_cast<std::uint64_t>(i));
        const SceneRun run = run_scene(scene_to_json(scene), scratch.path().string(), until_contact);
        if (run.end != RunEnd::Done || run.moments.size() < 3) continue;
        const SceneVariant variant{"weights as loads", with_weights_as_loads(run)};
        const SceneRun other =
            run_scene(scene_to_json(variant.scene), scratch.path().string(), until_contact);
        for (const Violation& v : check_symmetry(run, variant, other))
            ADD_FAILURE() << scene.name << ": " << v.value << " " << v.unit << " where at most " << v.limit
                          << " is allowed, at t = " << v.time << "\n"
                          << other.message;
        ++moving;
    }
    return moving;
}

TEST(WeightAsLoads, MovesBodiesAsGravityDoes) {
    EXPECT_GT(scenes_of_moving_weights(random_scene), scenes_of_weights / 3);
}

TEST(WeightAsLoads, MovesCellsAsGravityDoes) {
    EXPECT_GT(scenes_of_moving_weights(random_cell_scene), scenes_of_weights / 3);
}

}  // namespace
}  // namespace limpet::physics_fuzz
