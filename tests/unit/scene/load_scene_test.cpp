#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "limpet/error.h"
#include "limpet/scene.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;

/// The example of the scene format's definition, without contact.
const char* const example = R"({
  "name": "brick on a slope",
  "gravity": [0, -9.81, 0],
  "time": { "step": 0.005, "duration": 2.0 },

  "materials": {
    "rubber": { "density": 1000, "young": 1e5, "poisson": 0.4,
                "damping": { "mass": 0.0, "stiffness": 0.01 } }   // Rayleigh
  },

  "bodies": [
    // type: static | rigid | soft
    { "name": "slope", "type": "static", "shape": { "box": [2, 0.1, 1] },
      "rotation": { "axis": [0, 0, 1], "degrees": 20 }, "position": [0, 0, 0] },
    { "name": "brick", "type": "rigid", "shape": { "box": [0.2, 0.1, 0.1] }, "density": 1000,
      "position": [0, 0.2, 0], "velocity": [0, 0, 0], "angular_velocity": [0, 0, 0] },
    { "name": "block", "type": "soft", "shape": { "box": [0.1, 0.02, 0.02] }, "material": "rubber",
      "model": "corotational",          // linear | corotational | stvk | neohookean
      "dynamics": "implicit",           // implicit | quasistatic
      "element": 0.005,                 // edge length of the tetrahedra; or "tetrahedra": "file.msh"
      "surface": 0.0025,                // edge length of the embedded collision surface; default: the element's
      "fixed": [ { "box": [[-1, -1, -1], [-0.049, 1, 1]] } ],
      "motion": [ { "nodes": { "box": [[-1, 0.009, -1], [1, 1, 1]] },
                    "keyframes": [ [0, [0, 0, 0]], [1, [0, -0.001, 0]] ] } ] }
  ],

  "probes": [
    { "name": "brick", "body": "brick", "what": "position" },
    { "name": "tip", "body": "block", "what": "position", "nearest": [0.05, 0, 0] },
  ]
})";

TEST(LoadScene, ReadsTheExample) {
    const Scene scene = parse_scene(example);
    EXPECT_EQ(scene.name, "brick on a slope");
    EXPECT_EQ(scene.gravity, (Vector3{0, -9.81, 0}));
    EXPECT_EQ(scene.time.step, 0.005);
    EXPECT_EQ(scene.time.duration, 2.0);
    ASSERT_EQ(scene.materials.size(), 1u);
    const Material& rubber = scene.materials.at("rubber");
    EXPECT_EQ(rubber.density, 1000);
    EXPECT_EQ(rubber.young, 1e5);
    EXPECT_EQ(rubber.poisson, 0.4);
    EXPECT_EQ(rubber.damping.mass, 0);
    EXPECT_EQ(rubber.damping.stiffness, 0.01);
    ASSERT_EQ(scene.bodies.size(), 3u);
    ASSERT_EQ(scene.probes.size(), 2u);
    EXPECT_EQ(scene.probes[0].body, "brick");
    EXPECT_FALSE(scene.probes[0].nearest);
    EXPECT_EQ(scene.probes[1].nearest, (Vector3{0.05, 0, 0}));
}

TEST(LoadScene, ReadsTheBodiesOfTheExample) {
    const Scene scene = parse_scene(example);
    const BodyDescription& slope = scene.bodies[0];
    EXPECT_EQ(slope.type, BodyType::Static);
    EXPECT_EQ(std::get<BoxShape>(slope.shape).size, (Vector3{2, 0.1, 1}));
    EXPECT_EQ(slope.rotation.axis, (Vector3{0, 0, 1}));
    EXPECT_EQ(slope.rotation.degrees, 20);
    const BodyDescription& brick = scene.bodies[1];
    EXPECT_EQ(brick.type, BodyType::Rigid);
    EXPECT_EQ(brick.density, 1000);
    EXPECT_EQ(brick.position, (Vector3{0, 0.2, 0}));
    const BodyDescription& block = scene.bodies[2];
    EXPECT_EQ(block.type, BodyType::Soft);
    EXPECT_EQ(block.material, "rubber");
    EXPECT_EQ(block.model, ElasticModel::Corotational);
    EXPECT_EQ(block.dynamics, Dynamics::Implicit);
    EXPECT_EQ(block.element, 0.005);
    EXPECT_EQ(block.surface, 0.0025);
    ASSERT_EQ(block.fixed.size(), 1u);
    EXPECT_EQ(std::get<BoxSelection>(block.fixed[0]).max, (Vector3{-0.049, 1, 1}));
    ASSERT_EQ(block.motion.size(), 1u);
    EXPECT_EQ(std::get<BoxSelection>(*block.motion[0].nodes).min, (Vector3{-1, 0.009, -1}));
    ASSERT_EQ(block.motion[0].keyframes.size(), 2u);
    EXPECT_EQ(block.motion[0].keyframes[1].time, 1);
    EXPECT_EQ(block.motion[0].keyframes[1].displacement, (Vector3{0, -0.001, 0}));
}

TEST(LoadScene, KnowsTheLineOfEveryField) {
    const Scene scene = parse_scene(example);
    EXPECT_EQ(scene.lines.at("time.step"), 4);
    EXPECT_EQ(scene.lines.at("materials.rubber.damping"), 8);
    EXPECT_EQ(scene.lines.at("bodies[1].shape.box"), 15);
    EXPECT_EQ(scene.lines.at("bodies[2].element"), 20);
    EXPECT_EQ(scene.lines.at("bodies[2].motion[0].keyframes[1]"), 24);
}

BodyDescription body_of(const std::string& fields) {
    const Scene scene =
        parse_scene("{\"materials\": {\"m\": {}}, \"bodies\": [{\"name\": \"x\", " + fields + "}]}");
    return scene.bodies.at(0);
}

TEST(LoadScene, ReadsEveryShape) {
    const auto shape = [](const std::string& text) {
        return body_of("\"type\": \"static\", \"shape\": " + text).shape;
    };
    EXPECT_EQ(std::get<SphereShape>(shape("{\"sphere\": \"5 mm\"}")).radius, 0.005);
    const auto cylinder = std::get<CylinderShape>(shape("{\"cylinder\": {\"radius\": 1, \"height\": 2}}"));
    EXPECT_EQ(cylinder.radius, 1);
    EXPECT_EQ(cylinder.height, 2);
    const auto capsule = std::get<CapsuleShape>(shape("{\"capsule\": {\"height\": 2, \"radius\": 1}}"));
    EXPECT_EQ(capsule.radius, 1);
    EXPECT_EQ(capsule.height, 2);
    const auto torus = std::get<TorusShape>(shape("{\"torus\": {\"radius\": 3, \"tube\": 1}}"));
    EXPECT_EQ(torus.radius, 3);
    EXPECT_EQ(torus.tube, 1);
    const auto plane = std::get<PlaneShape>(shape("{\"plane\": [3, \"40 cm\"]}"));
    EXPECT_EQ(plane.x, 3);
    EXPECT_EQ(plane.z, 0.4);
    const auto zoo = std::get<ZooShape>(shape("{\"zoo\": \"octopus\", \"size\": 0.2}"));
    EXPECT_EQ(zoo.name, "octopus");
    EXPECT_EQ(zoo.size, 0.2);
}

TEST(LoadScene, AStaticBodysMotionHasThreeSpellings) {
    for (const char* motion :
         {"[{\"keyframes\": [[0, [0, 0, 0]], [1, [0, 1, 0]]]}]",
          "{\"keyframes\": [[0, [0, 0, 0]], [1, [0, 1, 0]]]}",
          "[[0, [0, 0, 0]], [1, [0, 1, 0], {\"axis\": [1, 0, 0], \"degrees\": \"0.5 rad\"}]]"}) {
        const BodyDescription body =
            body_of("\"type\": \"static\", \"shape\": {\"sphere\": 1}, \"motion\": " + std::string(motion));
        ASSERT_EQ(body.motion.size(), 1u) << motion;
        EXPECT_FALSE(body.motion[0].nodes);
        ASSERT_EQ(body.motion[0].keyframes.size(), 2u);
        EXPECT_EQ(body.motion[0].keyframes[1].displacement, (Vector3{0, 1, 0}));
    }
    const BodyDescription turning = body_of(
        "\"type\": \"static\", \"shape\": {\"sphere\": 1}, "
        "\"motion\": [[0, [0, 0, 0], {\"axis\": [1, 0, 0], \"degrees\": \"0.5 rad\"}]]");
    EXPECT_DOUBLE_EQ(turning.motion[0].keyframes[0].rotation.degrees, 90 / std::numbers::pi);
}

TEST(LoadScene, ReadsChoicesAndSelections) {
    const BodyDescription body = body_of(
        "\"type\": \"soft\", \"shape\": {\"box\": [1, 1, 1]}, \"material\": \"m\", \"model\": "
        "\"neohookean\", "
        "\"dynamics\": \"quasistatic\", \"linear_solver\": \"cholesky\", \"newton_iterations\": 5, "
        "\"refine_towards\": [0, \"5 mm\", 0], \"refine_ratio\": 8, \"color\": \"#00ff7F\", "
        "\"fixed\": {\"sphere\": {\"center\": [1, 0, 0], \"radius\": 0.5}}");
    EXPECT_EQ(body.model, ElasticModel::NeoHookean);
    EXPECT_EQ(body.dynamics, Dynamics::Quasistatic);
    EXPECT_EQ(body.linear_solver, LinearSolver::Cholesky);
    EXPECT_EQ(body.newton_iterations, 5);
    EXPECT_EQ(body.refine_towards, (Vector3{0, 0.005, 0}));
    EXPECT_EQ(body.refine_ratio, 8);
    EXPECT_FALSE(body.element);
    ASSERT_EQ(body.fixed.size(), 1u);
    EXPECT_EQ(std::get<SphereSelection>(body.fixed[0]).radius, 0.5);
}

/// A folder of its own for each test, gone afterwards.
class SceneFolder : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::path(testing::TempDir()) /
                  (std::string("limpet_") + testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override {
        unsetenv("LIMPET_SCENES");
        fs::remove_all(folder_);
    }
    std::string write(const std::string& name, const std::string& text) {
        std::ofstream(folder_ / name) << text;
        return (folder_ / name).string();
    }
    static std::string refusal(const std::string& path_or_name) {
        try {
            load_scene(path_or_name);
            return "accepted";
        } catch (const InputError& error) {
            return error.what();
        }
    }

    fs::path folder_;
};

const char* const ball = R"({ "description": "A ball.", "bodies": [
  { "name": "ball", "type": "static", "shape": { "sphere": 1 } } ] })";

TEST_F(SceneFolder, PathsAreRelativeToTheSceneFile) {
    const std::string mesh = write("mesh.obj", "");
    const std::string file = write("scene.json", R"({ "materials": { "m": {} }, "bodies": [
        { "name": "a", "type": "static", "shape": { "file": "mesh.obj", "size": "30 cm" } },
        { "name": "b", "type": "static", "shape": { "file": ")" +
                                                     mesh + R"(" } },
        { "name": "c", "type": "soft", "material": "m", "tetrahedra": "mesh.obj" } ] })");
    const Scene scene = load_scene(file);
    EXPECT_EQ(scene.name, "scene");
    EXPECT_EQ(scene.file, file);
    EXPECT_EQ(std::get<FileShape>(scene.bodies[0].shape).file, mesh);
    EXPECT_EQ(std::get<FileShape>(scene.bodies[0].shape).size, 0.3);
    EXPECT_EQ(std::get<FileShape>(scene.bodies[1].shape).file, mesh);
    EXPECT_EQ(scene.bodies[2].tetrahedra, mesh);
    EXPECT_FALSE(scene.bodies[2].has_shape()) << "the surface is the tetrahedra's boundary";
    EXPECT_EQ(std::get<FileShape>(parse_scene(R"({ "bodies": [
        { "name": "a", "type": "static", "shape": { "file": "mesh.obj" } } ] })",
                                              folder_.string())
                                      .bodies[0]
                                      .shape)
                  .file,
              mesh);
}

TEST_F(SceneFolder, ShippedScenesAreFoundByName) {
    write("wobble.json", ball);
    write("candy.jsonc", "{}");
    write("notes.txt", "");
    setenv("LIMPET_SCENES", folder_.c_str(), 1);
    const std::vector<ShippedScene> scenes = shipped_scenes();
    ASSERT_EQ(scenes.size(), 2u);
    EXPECT_EQ(scenes[0].name, "candy");
    EXPECT_EQ(scenes[1].name, "wobble");
    EXPECT_EQ(scenes[1].description, "A ball.");
    EXPECT_EQ(load_scene("wobble").file, (folder_ / "wobble.json").string());
    EXPECT_NE(refusal("woble").find("did you mean \"wobble\"?"), std::string::npos);
    EXPECT_NE(refusal("woble").find("candy, wobble"), std::string::npos);
}

TEST_F(SceneFolder, WhatIsNoSceneFileIsRefused) {
    write("wobble.json", ball);
    EXPECT_NE(refusal((folder_ / "wobbel.json").string()).find("did you mean \"wobble.json\"?"),
              std::string::npos);
    EXPECT_NE(refusal(folder_.string()).find("found a folder"), std::string::npos);
    EXPECT_NE(refusal("/dev/zero").find("/dev/zero: this is not a regular file"), std::string::npos);
    EXPECT_NE(refusal("").find("no such file"), std::string::npos);
    EXPECT_NE(refusal(std::string("a\0b", 3)).find("zero byte"), std::string::npos);
}

}  // namespace
}  // namespace limpet
