#include "bodies/make_body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/run_command.h"

namespace limpet {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(MakeBodies, NotesSayWhatWasLeftOutOfWhichBodysFile) {
    const testing_support::ScratchFolder scratch;
    // A closed tetrahedron, a vertex that nothing uses, and a triangle with a repeated vertex.
    const std::string file = scratch.file("odd.obj",
                                          "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 5 5 5\n"
                                          "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\nf 1 1 2\n");
    Scene scene;
    BodyDescription body;
    body.shape = FileShape{file, std::nullopt, std::nullopt};
    body.name = "rock";
    body.type = BodyType::Static;
    scene.bodies.push_back(body);
    body.name = "ball";
    body.shape = SphereShape{0.1};
    scene.bodies.push_back(body);
    std::vector<Warning> warnings;
    EXPECT_EQ(make_bodies(scene, &warnings).size(), 2u);
    std::vector<std::string> notes;
    for (const Warning& warning : warnings) {
        EXPECT_EQ(warning.code, "mesh");
        EXPECT_EQ(warning.bodies, std::vector<std::string>{"rock"});
        notes.push_back(warning.sentence);
    }
    EXPECT_THAT(notes, ElementsAre(AllOf(HasSubstr("body \"rock\": "), HasSubstr("repeated vertex")),
                                   AllOf(HasSubstr("body \"rock\": "), HasSubstr("that nothing uses"))));
    EXPECT_EQ(make_bodies(scene).size(), 2u);
}

TEST(MakeBodies, ASoftBodysNotesComeOnce) {
    const testing_support::ScratchFolder scratch;
    // The second tetrahedron is flat.
    const std::string file = scratch.file("flat.mesh",
                                          "MeshVersionFormatted 2\nDimension 3\nVertices\n5\n"
                                          "0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 0 0\n"
                                          "Tetrahedra\n2\n1 2 3 4 0\n1 2 3 5 0\nEnd\n");
    Scene scene;
    scene.materials["m"] = {1000, 1e4, 0.3, {}};
    BodyDescription body;
    body.name = "jelly";
    body.type = BodyType::Soft;
    body.material = "m";
    body.tetrahedra = file;
    body.shape = FileShape{file, std::nullopt, std::nullopt};
    scene.bodies.push_back(body);
    std::vector<Warning> warnings;
    make_bodies(scene, &warnings);
    std::vector<std::string> notes;
    for (const Warning& warning : warnings) notes.push_back(warning.sentence);
    EXPECT_THAT(notes, testing::Contains(AllOf(HasSubstr("body \"jelly\": "), HasSubstr("without volume"))));
    std::sort(notes.begin(), notes.end());
    EXPECT_EQ(std::unique(notes.begin(), notes.end()), notes.end());
}

/// Meshes are made once for all bodies of a shape.
TEST(MakeBodies, BodiesOfOneShapeAreAsIfEachWereAlone) {
    Scene scene;
    scene.materials["m"] = {1000, 1e4, 0.3, {}};
    const auto add = [&](BodyType type, const Shape& shape, double surface, double element) {
        BodyDescription body;
        body.name = std::to_string(scene.bodies.size());
        body.type = type;
        body.shape = shape;
        body.surface = surface;
        body.position[0] = static_cast<double>(scene.bodies.size());
        body.density = 1000;
        if (type == BodyType::Soft) {
            body.density.reset();
            body.material = "m";
            body.element = element;
        }
        scene.bodies.push_back(body);
    };
    const ZooShape ring{"candy_ring", 0.1}, larger{"candy_ring", 0.12};
    const SphereShape small_ball{0.05};
    for (int round = 0; round < 2; ++round) {
        add(BodyType::Soft, ring, 0.01, 0.02);
        add(BodyType::Soft, ring, 0.01, 0.03);
        add(BodyType::Soft, ring, 0.012, 0.02);
        add(BodyType::Soft, larger, 0.01, 0.02);
        add(BodyType::Soft, small_ball, 0.01, 0.02);
        scene.bodies.back().refine_towards = {0, 0.05, 0};
        scene.bodies.back().refine_ratio = 2 + round;
        add(BodyType::Rigid, ring, 0.01, 0);
        add(BodyType::Static, ring, 0.012, 0);
        // Too coarse for its ears: both bodies say so.
        add(BodyType::Static, ZooShape{"toy", 0.1}, 0.03, 0);
    }
    std::vector<Warning> warnings;
    const auto bodies = make_bodies(scene, &warnings);
    std::vector<Warning> alone;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const std::unique_ptr<Body> twin = make_body(scene.bodies[i], scene, &alone);
        EXPECT_EQ(bodies[i]->surface().triangles, twin->surface().triangles) << i;
        EXPECT_EQ(bodies[i]->surface().positions, twin->surface().positions) << i;
        EXPECT_EQ(bodies[i]->mass(), twin->mass()) << i;
    }
    const auto sentences = [](const std::vector<Warning>& all) {
        std::vector<std::string> found;
        for (const Warning& warning : all) found.push_back(warning.sentence);
        return found;
    };
    EXPECT_EQ(sentences(warnings), sentences(alone));
}

}  // namespace
}  // namespace limpet
