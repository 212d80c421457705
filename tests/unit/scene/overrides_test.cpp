#include <gtest/gtest.h>

#include "limpet/error.h"
#include "limpet/scene.h"

namespace limpet {
namespace {

const char* const overridden_text = R"({
  "time": { "step": 0.01 },
  "materials": { "rubber": { "young": 1e5 }, "soft rubber 0.5": { "young": 1e4 } },
  "bodies": [
    { "name": "brick", "type": "rigid", "shape": { "box": [1, 1, 1] }, "density": 1000 },
    { "name": "a=b.c", "type": "soft", "shape": { "sphere": 1 }, "material": "rubber" },
    { "name": "mover", "type": "static", "shape": { "sphere": 1 }, "motion": [[0, [0, 0, 0]], [1, [0, 1, 0]]] },
    { "name": "other", "type": "static", "shape": { "sphere": 1 }, "motion": { "keyframes": [[0, [0, 0, 0]]] } }
  ],
})";

Scene with(const std::vector<std::string>& overrides) {
    return parse_scene(overridden_text, ".", overrides);
}

std::string override_refusal(const std::string& assignment) {
    try {
        with({assignment});
        return "accepted";
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST(Overrides, ReplaceWhatIsThere) {
    EXPECT_EQ(with({"time.step=0.5"}).time.step, 0.5);
    EXPECT_EQ(with({"time.step=2 ms"}).time.step, 0.002);
    EXPECT_EQ(with({"time.step=\"2 ms\""}).time.step, 0.002);
    EXPECT_EQ(with({"time.step=1", "time.step=2"}).time.step, 2);
    EXPECT_EQ(with({"bodies[0].density=5"}).bodies[0].density, 5);
    EXPECT_EQ(std::get<BoxShape>(with({"bodies[0].shape.box[1]=\"5 mm\""}).bodies[0].shape).size,
              (Vector3{1, 0.005, 1}));
    EXPECT_EQ(with({"materials.rubber.young=5e3"}).materials.at("rubber").young, 5e3);
    EXPECT_EQ(std::get<SphereShape>(with({"bodies[0].shape={\"sphere\": 2}"}).bodies[0].shape).radius, 2);
}

TEST(Overrides, FindThingsByName) {
    EXPECT_EQ(with({"bodies.brick.density=5"}).bodies[0].density, 5);
    EXPECT_EQ(with({"bodies.a=b.c.material=soft rubber 0.5"}).bodies[1].material, "soft rubber 0.5");
    EXPECT_EQ(with({"materials.soft rubber 0.5.poisson=0.1"}).materials.at("soft rubber 0.5").poisson, 0.1);
}

TEST(Overrides, MakeFieldsThatTheSchemaKnows) {
    EXPECT_EQ(with({"bodies[1].model=stvk"}).bodies[1].model, ElasticModel::StVenantKirchhoff);
    EXPECT_EQ(with({"gravity=[0, 0, 0]"}).gravity, Vector3{});
    EXPECT_EQ(with({"camera.up=[0, 0, 1]"}).camera.up, (Vector3{0, 0, 1}));
    EXPECT_EQ(with({"materials.rubber.damping.stiffness=0.1"}).materials.at("rubber").damping.stiffness, 0.1);
    EXPECT_EQ(with({"name=5"}).name, "5");
    EXPECT_EQ(with({"name="}).name, "");
    EXPECT_EQ(with({"description=a = b"}).description, "a = b");
}

TEST(Overrides, ReachIntoShortForms) {
    EXPECT_EQ(with({"bodies.mover.motion[1][1][2]=7"}).bodies[2].motion[0].keyframes[1].displacement,
              (Vector3{0, 1, 7}));
    EXPECT_EQ(with({"bodies.other.motion.keyframes[0][0]=3"}).bodies[3].motion[0].keyframes[0].time, 3);
}

TEST(Overrides, LinesOfWhatTheySetAreZero) {
    const Scene scene = with({"bodies[0].density=5"});
    EXPECT_EQ(scene.lines.at("bodies[0].density"), 0);
    EXPECT_EQ(scene.lines.at("bodies[0].name"), 5);
}

TEST(Overrides, MakeMaterials) {
    const Scene scene =
        with({"materials.gel.young=2e4", "materials.gel.poisson=0.2", "bodies[1].material=gel"});
    EXPECT_EQ(scene.materials.at("gel").young, 2e4);
    EXPECT_EQ(scene.materials.at("gel").poisson, 0.2);
    EXPECT_EQ(scene.bodies[1].material, "gel");
    EXPECT_EQ(with({"materials.gel={\"young\": 3e4}", "bodies[1].material=gel"}).materials.at("gel").young,
              3e4);
    EXPECT_EQ(
        parse_scene(
            R"({"time": {"step": 0.01}, "bodies": [{"name": "ball", "type": "soft", "shape": {"sphere": 1}}]})",
            ".", {"bodies.ball.material=gel", "materials.gel.young=1e4"})
            .materials.size(),
        1u);
}

/// A material that nobody has is one of the others, misspelt.
TEST(Overrides, MaterialsThatNoBodyHasAreRefused) {
    const std::string message = override_refusal("materials.rubbr.young=5");
    EXPECT_EQ(
        message,
        "--set: materials.rubbr: makes a material that no body has (did you mean \"rubber\"?); allowed: "
        "rubber, soft rubber 0.5, or a new one that a body has as its `material`");
}

TEST(Overrides, AddItemsToLists) {
    const Scene scene = with({R"(probes[]={"name": "height", "body": "brick"})",
                              R"(probes[]={"name": "speed", "body": "brick"})", "probes.speed.what=velocity",
                              R"(bodies[]={"name": "new", "type": "static", "shape": {"sphere": 2}})"});
    ASSERT_EQ(scene.probes.size(), 2u);
    EXPECT_EQ(scene.probes[0].name, "height");
    EXPECT_EQ(scene.probes[1].what, ProbeQuantity::Velocity);
    ASSERT_EQ(scene.bodies.size(), 5u);
    EXPECT_EQ(scene.bodies[4].name, "new");
    const Scene by_field = with({"probes[].name=height", "probes[0].body=brick"});
    ASSERT_EQ(by_field.probes.size(), 1u);
    EXPECT_EQ(by_field.probes[0].body, "brick");
    EXPECT_EQ(with({R"(contact.pairs[]={"bodies": ["brick", "mover"], "law": {"friction": 0.1}})"})
                  .contact->pairs.size(),
              1u);
    EXPECT_NE(override_refusal("gravity[]=5"), "accepted");
    EXPECT_NE(override_refusal("bodies[0].shape.box[]=5").find("a list of any length"), std::string::npos);
    EXPECT_NE(override_refusal("probes[]={\"name\": \"height\"}").find("--set: probes[0].body: missing"),
              std::string::npos);
}

TEST(Overrides, ComplaintsSaySet) {
    EXPECT_EQ(
        override_refusal("bodies[0].density=\"5 mm\""),
        "--set: bodies[0].density: found \"5 mm\", a length; allowed: a density such as 1000 (kg/m^3) or \"1 "
        "g/cm^3\", 1e-6 to 1e9 kg/m^3");
    EXPECT_EQ(
        override_refusal("bodies[0].desnity=5"),
        "--set: bodies[0].desnity: in \"bodies[0].desnity=5\": --set knows no \"desnity\" here (did you mean "
        "\"density\"?); allowed: name, type, shape, position, rotation, velocity, angular_velocity, surface, "
        "motion, friction, restitution, color, density, material, model, dynamics, element, tetrahedra, refine_towards, "
        "refine_ratio, refine_radius, refine_ring, refine_growth, "
        "newton_iterations, linear_solver, fixed, thickness, stretch, shear, bend, mass, shape_memory, "
        "strain_memory, "
        "volume_preservation, interior, damping, substeps, stretch_at_start, muscle");
    EXPECT_NE(override_refusal("bodies.brik.density=5").find("did you mean \"brick\""), std::string::npos);
    EXPECT_NE(override_refusal("materials.ruber.young=5").find("did you mean \"rubber\""), std::string::npos);
    EXPECT_NE(override_refusal("bodies[4].density=5")
                  .find("index 4 in a list of 4; allowed: 0 to 3, or [] for a new item"),
              std::string::npos);
    EXPECT_NE(override_refusal("contact.kappa=1").find("where no pair has the response \"virtual-adhesive\""),
              std::string::npos);
    EXPECT_NE(override_refusal("time.step=nan").find("--set: time.step: found \"nan\""), std::string::npos);
    EXPECT_NE(override_refusal("time.step=1e999").find("--set: time.step: found \"1e999\""),
              std::string::npos);
}

TEST(Overrides, PathsThatMakeNoSenseAreRefused) {
    for (const char* assignment : {"",
                                   "=",
                                   "=5",
                                   "time",
                                   "time.step",
                                   "time.",
                                   "time.=5",
                                   "time..step=5",
                                   "[0]=5",
                                   "bodies[=5",
                                   "bodies[]=5",
                                   "bodies[-1].density=5",
                                   "bodies[99999999999999999999].density=5",
                                   "bodies[0]density=5",
                                   "bodies[0=5",
                                   "time.step.x=5",
                                   "time.step[0]=5",
                                   "bodies[0].shape.box[3]=5",
                                   "bodies[0].fixed[0]=5",
                                   "bodies.=5",
                                   "gravity[0]=5",
                                   "bodies[0].motion.keyframes[0]=5",
                                   ".time.step=5",
                                   "time.step=[[[[[[[["})
        EXPECT_NE(override_refusal(assignment), "accepted") << assignment;
}

}  // namespace
}  // namespace limpet
