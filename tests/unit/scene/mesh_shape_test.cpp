/// Meshes that stand in the scene itself, from programs and from files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "limpet/error.h"
#include "limpet/world.h"

namespace limpet {
namespace {

using testing::HasSubstr;

/// A cube of side 0.2 about the origin, outward.
MeshShape cube() {
    MeshShape mesh;
    for (const double z : {-0.1, 0.1})
        for (const double y : {-0.1, 0.1})
            for (const double x : {-0.1, 0.1}) mesh.vertices.push_back({x, y, z});
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}

MeshShape two_tetrahedra() {
    MeshShape mesh;
    mesh.vertices = {{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}, {0.1, 0.1, 0.1}};
    mesh.tetrahedra = {{0, 1, 2, 3}, {1, 2, 3, 4}};
    return mesh;
}

Scene scene_of(const MeshShape& mesh, BodyType type) {
    Scene scene;
    scene.materials["gel"] = {};
    BodyDescription body;
    body.name = "thing";
    body.type = type;
    body.shape = mesh;
    if (type == BodyType::Rigid) body.density = 1000;
    if (type == BodyType::Soft || type == BodyType::Cloth) body.material = "gel";
    scene.bodies.push_back(body);
    return scene;
}

std::string world_refusal(const Scene& scene) {
    try {
        const World world(scene);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(MeshShape, BodiesOfEveryTypeAreMadeOfIt) {
    EXPECT_NEAR(World(scene_of(cube(), BodyType::Rigid)).body(std::size_t{0}).mass(), 8, 1e-12);
    EXPECT_EQ(World(scene_of(cube(), BodyType::Static)).body(std::size_t{0}).triangles().size(), 36u);
    EXPECT_EQ(World(scene_of(cube(), BodyType::Cloth)).body(std::size_t{0}).triangles().size(), 36u);
    const World soft(scene_of(cube(), BodyType::Soft));
    EXPECT_GT(soft.body("thing").tetrahedra(), 100);
    EXPECT_EQ(soft.body("thing").triangles().size(), 36u) << "it collides with the mesh";
    const World given(scene_of(two_tetrahedra(), BodyType::Soft));
    EXPECT_EQ(given.body("thing").tetrahedra(), 2);
    EXPECT_EQ(given.body("thing").triangles().size(), 18u) << "the boundary";
}

TEST(MeshShape, FallsAsTheSameMeshFromAFileDoes) {
    Scene scene = scene_of(cube(), BodyType::Rigid);
    BodyDescription floor;
    floor.name = "floor";
    floor.type = BodyType::Static;
    floor.shape = PlaneShape{2, 2};
    scene.bodies.push_back(floor);
    scene.bodies[0].position = {0, 0.12, 0};
    scene.bodies[0].rotation = {{0, 0, 1}, 20};
    scene.contact.emplace();
    World made(scene), read(parse_scene(scene_to_json(scene), ""));
    for (int i = 0; i < 40; ++i) {
        made.step();
        read.step();
    }
    EXPECT_GT(made.contacts().size(), 0u);
    const WorldState a = made.state(), b = read.state();
    for (std::size_t i = 0; i < a.bodies.size(); ++i) EXPECT_EQ(a.bodies[i].values, b.bodies[i].values);
}

TEST(MeshShape, AMeshThatIsInsideOutIsTurned) {
    MeshShape mesh = cube();
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
    const World world(scene_of(mesh, BodyType::Rigid));
    EXPECT_NEAR(world.body("thing").mass(), 8, 1e-12);
    EXPECT_EQ(world.warnings().size(), 1u) << "and a warning says so";
}

TEST(MeshShape, BadOnesAreRefusedWithSentences) {
    const auto with = [](const std::function<void(MeshShape&)>& change, BodyType type = BodyType::Rigid) {
        MeshShape mesh = type == BodyType::Soft ? two_tetrahedra() : cube();
        change(mesh);
        return world_refusal(scene_of(mesh, type));
    };
    EXPECT_THAT(
        with([](MeshShape& m) { m.triangles[3][1] = 8; }),
        HasSubstr("bodies[0].shape.mesh.triangles[3]: found vertex 8 of 8 vertices; allowed: 0 to 7"));
    EXPECT_THAT(with([](MeshShape& m) { m.triangles[3][1] = -1; }),
                HasSubstr("bodies[0].shape.mesh.triangles[3][1]: found -1; allowed: a whole number"));
    EXPECT_THAT(with([](MeshShape& m) { m.vertices[2][0] = std::nan(""); }),
                HasSubstr("bodies[0].shape.mesh.vertices[2][0]: found nan; allowed: a length"));
    EXPECT_THAT(with([](MeshShape& m) { m.vertices[2][0] = 1e300; }),
                HasSubstr("vertices[2][0]: found 1e+300"));
    EXPECT_THAT(with([](MeshShape& m) { m = {}; }), HasSubstr("bodies[0].shape.mesh.triangles: missing"));
    EXPECT_THAT(with([](MeshShape& m) { m.triangles.pop_back(); }), HasSubstr("needs a closed"));
    EXPECT_THAT(with([](MeshShape& m) {
                    m.triangles.resize(400'001, {0, 1, 2});
                }),
                HasSubstr("found 400001 triangles; allowed: up to 400000 triangles in a scene"));
    EXPECT_THAT(with([](MeshShape& m) {
                    m.tetrahedra = {{0, 1, 2, 4}};
                }),
                HasSubstr("`triangles` and `tetrahedra` together"));
    EXPECT_THAT(with([](MeshShape& m) {
                    m.tetrahedra = {{0, 1, 2, 4}}, m.triangles.clear();
                }),
                HasSubstr("found tetrahedra of a body that is not soft"));
    EXPECT_THAT(with([](MeshShape& m) { m.tetrahedra[1][3] = 5; }, BodyType::Soft),
                HasSubstr("tetrahedra[1]: found vertex 5 of 5 vertices"));
    Scene scene = scene_of(two_tetrahedra(), BodyType::Soft);
    scene.bodies[0].element = 0.01;
    EXPECT_THAT(world_refusal(scene), HasSubstr("bodies[0].element: found it beside a mesh of tetrahedra"));
}

TEST(MeshShape, IsReadFromAFileWithUnits) {
    const Scene scene = parse_scene(R"({"bodies": [{"name": "a", "type": "static", "shape": {"mesh": {
        "vertices": [["1 cm", 0, 0], [0, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]]}}}]})");
    const auto& mesh = std::get<MeshShape>(scene.bodies[0].shape);
    EXPECT_EQ(mesh.vertices[0][0], 0.01);
    EXPECT_EQ(mesh.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}}));
    EXPECT_FALSE(scene.lines.contains("bodies[0].shape.mesh.vertices[0]"))
        << "of bulk data no lines are kept";
    EXPECT_TRUE(scene.lines.contains("bodies[0].shape.mesh.vertices"));
    try {
        parse_scene(R"({"bodies": [{"name": "a", "type": "static", "shape": {"mesh": {
            "vertices": [["1 kg", 0, 0]],
            "triangles": [[0, 1.5, 2, 3]]}}}]})");
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("bodies[0].shape.mesh.vertices[0][0]: found \"1 kg\""));
        EXPECT_EQ(error.complaints()[0].line, 2) << "of the list around it";
        EXPECT_THAT(error.what(), HasSubstr("bodies[0].shape.mesh.triangles[0]: found a list of 4"));
    }
}

}  // namespace
}  // namespace limpet
