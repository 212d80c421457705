/// Which primitives get places for bonds, and how fine.

#include "bodies/bond_places.h"

#include <gtest/gtest.h>

#include "limpet/world.h"

namespace limpet {
namespace {

Scene with_bodies(const std::string& bodies,
                  const std::string& law = R"({"adhesion": {"reference_gap": 1e-3}})",
                  const std::string& pairs = "") {
    return parse_scene(R"({"materials": {"gel": {"density": 1000, "young": 1e5, "poisson": 0.3}},
        "bodies": [)" + bodies +
                       R"(], "contact": {"law": )" + law + pairs + "}}");
}

const std::string ball = R"({"name": "ball", "type": "rigid", "density": 1, "shape": {"sphere": 0.05}})";
const std::string floor_box = R"({"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}})";
const std::string soft =
    R"({"name": "gel", "type": "soft", "material": "gel", "shape": {"box": [1, 0.1, 1]}, "element": 0.1})";

TEST(BondPlaces, ARoundBodyHasSamplesAgainstWhatKeepsItsShape) {
    const Scene scene = with_bodies(ball + "," + floor_box);
    EXPECT_NEAR(*sample_spacing(scene.bodies[0], scene), 0.25 * 0.01, 1e-12) << "√(2 R g)/4";
    EXPECT_FALSE(sample_spacing(scene.bodies[1], scene));
    EXPECT_FALSE(face_division(scene.bodies[1], scene)) << "the ball's samples do";
    const Scene on_gel = with_bodies(ball + "," + soft);
    EXPECT_FALSE(sample_spacing(on_gel.bodies[0], on_gel)) << "the gel's vertices do";
    const Scene dry = with_bodies(ball + "," + floor_box, "{}");
    EXPECT_FALSE(sample_spacing(dry.bodies[0], dry));
    const Scene alone =
        with_bodies(ball + "," + floor_box, R"({"adhesion": {}})",
                    R"(, "pairs": [{"bodies": ["floor", "ball"], "law": {"adhesion": {"stiffness": 0}}}])");
    EXPECT_FALSE(sample_spacing(alone.bodies[0], alone));
}

TEST(BondPlaces, TheSceneSaysHowFine) {
    const Scene scene = with_bodies(
        R"({"name": "ball", "type": "rigid", "density": 1, "shape": {"sphere": 0.05}, "surface": 0.007},)" +
        floor_box);
    EXPECT_EQ(sample_spacing(scene.bodies[0], scene), 0.007);
    const Scene coarse = with_bodies(ball + "," + floor_box, R"({"adhesion": {"reference_gap": 0.04}})");
    EXPECT_NEAR(*sample_spacing(coarse.bodies[0], coarse), 0.05 * 0.1, 1e-15);
    const Scene fine = with_bodies(ball + "," + floor_box, R"({"adhesion": {"reference_gap": 1e-6}})");
    EXPECT_NEAR(*sample_spacing(fine.bodies[0], fine), 0.01 * 0.1, 1e-15);
}

TEST(BondPlaces, OfTwoRoundBodiesTheSmallerHasSamples) {
    const std::string large = R"({"name": "large", "type": "static", "shape": {"sphere": 0.5}})";
    const std::string rod =
        R"({"name": "rod", "type": "rigid", "density": 1, "shape": {"capsule": {"radius": 0.05, "height": 1}}})";
    const Scene scene = with_bodies(large + "," + rod + "," + ball);
    EXPECT_FALSE(sample_spacing(scene.bodies[0], scene));
    EXPECT_TRUE(sample_spacing(scene.bodies[1], scene));
    EXPECT_TRUE(sample_spacing(scene.bodies[2], scene)) << "against the large one";
    const World world(scene);
}

TEST(BondPlaces, OfTwoBoxesTheSmallerIsDividedIfItCanLieAcrossTheOther) {
    const std::string box =
        R"({"name": "box", "type": "rigid", "density": 1, "shape": {"box": [0.2, 0.1, 0.1]}})";
    const std::string beam = R"({"name": "beam", "type": "static", "shape": {"box": [0.15, 1, 0.1]}})";
    const Scene on_floor = with_bodies(floor_box + "," + box);
    EXPECT_FALSE(face_division(on_floor.bodies[0], on_floor));
    EXPECT_FALSE(face_division(on_floor.bodies[1], on_floor)) << "its corners do";
    const Scene across = with_bodies(beam + "," + box);
    EXPECT_FALSE(face_division(across.bodies[0], across));
    EXPECT_NEAR(*face_division(across.bodies[1], across), 0.2 / 8, 1e-15);
    const Scene given = with_bodies(
        R"({"name": "floor", "type": "static", "shape": {"plane": [1, 0.1]}, "surface": 0.3},)" + box);
    EXPECT_EQ(face_division(given.bodies[0], given), 0.3);
    EXPECT_FALSE(face_division(given.bodies[1], given));
    const Scene dry = with_bodies(beam + "," + box, "{}");
    EXPECT_FALSE(face_division(dry.bodies[1], dry));
}

}  // namespace
}  // namespace limpet
