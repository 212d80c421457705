#include <gtest/gtest.h>

#include "limpet/adhesion.h"
#include "limpet/error.h"
#include "limpet/scene.h"
#include "solve/solvers.h"

namespace limpet {
namespace {

const std::string bodies = R"("bodies": [
    { "name": "ball", "type": "rigid", "shape": { "sphere": 1 }, "density": 1000 },
    { "name": "cube", "type": "rigid", "shape": { "box": [1, 1, 1] }, "density": 1000 },
    { "name": "floor", "type": "static", "shape": { "plane": [9, 9] } }])";

Scene scene_with(const std::string& fields, const std::vector<std::string>& overrides = {}) {
    return parse_scene("{" + fields + (fields.empty() ? "" : ", ") + bodies + "}", ".", overrides);
}

std::string contact_refusal(const std::string& fields, const std::vector<std::string>& overrides = {}) {
    try {
        scene_with(fields, overrides);
        return "accepted";
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST(SceneContact, WithoutItNothingCollides) {
    const Scene scene = scene_with("");
    EXPECT_FALSE(scene.contact);
    EXPECT_EQ(scene.solver.type, SolverType::Auto);
    EXPECT_EQ(scene.solver.iterations, 200);
    EXPECT_EQ(scene.solver.tolerance, 1e-6);
}

TEST(SceneContact, DefaultsAreThoseOfTheFormat) {
    const Scene scene = scene_with(R"("contact": { "law": { "friction": 0 } })");
    ASSERT_TRUE(scene.contact);
    EXPECT_EQ(scene.contact->detection.type, DetectionType::Proximity);
    EXPECT_FALSE(scene.contact->detection.distance);
    EXPECT_FALSE(scene.contact->detection.self);
    EXPECT_EQ(scene.contact->response, ContactResponse::Constraints);
    EXPECT_TRUE(scene.contact->pairs.empty());
    EXPECT_EQ(ContactLaw{}.friction, 0.5);
}

TEST(SceneContact, ReadsEveryField) {
    const Scene scene = scene_with(R"("contact": {
        "detection": { "type": "proximity", "distance": "5 mm", "self": true },
        "response": "constraints",
        "law": { "friction": "0 %" },
        "pairs": [ { "bodies": ["ball", "floor"], "law": { "friction": 0 } },
                   { "bodies": ["ball", "ball"], "law": {} } ] },
        "solver": { "type": "pgs", "iterations": 50, "tolerance": 1e-9 })");
    ASSERT_TRUE(scene.contact);
    EXPECT_EQ(scene.contact->detection.distance, 0.005);
    EXPECT_TRUE(scene.contact->detection.self);
    EXPECT_EQ(scene.contact->law.friction, 0);
    ASSERT_EQ(scene.contact->pairs.size(), 2u);
    EXPECT_EQ(scene.contact->pairs[0].bodies, (std::array<std::string, 2>{"ball", "floor"}));
    EXPECT_EQ(scene.contact->pairs[0].law.friction, 0);
    EXPECT_FALSE(scene.contact->pairs[1].law.friction);
    EXPECT_EQ(scene.solver.type, SolverType::Pgs);
    EXPECT_EQ(scene.solver.iterations, 50);
    EXPECT_EQ(scene.solver.tolerance, 1e-9);
}

TEST(SceneContact, ASolverWithoutContactIsIdle) {
    EXPECT_EQ(scene_with(R"("solver": { "iterations": 7 })").solver.iterations, 7);
}

TEST(SceneContact, ReadsProbesOfContacts) {
    const Scene scene = scene_with(R"("contact": { "law": { "friction": 0 } }, "probes": [
        { "name": "push", "body": "floor", "what": "contact_force" },
        { "name": "area", "body": "ball", "what": "contact_area", "with": "floor" },
        { "name": "gap", "body": "ball", "what": "gap", "with": "ball" } ])");
    ASSERT_EQ(scene.probes.size(), 3u);
    EXPECT_EQ(scene.probes[0].what, ProbeQuantity::ContactForce);
    EXPECT_FALSE(scene.probes[0].with);
    EXPECT_EQ(scene.probes[1].what, ProbeQuantity::ContactArea);
    EXPECT_EQ(scene.probes[1].with, "floor");
    EXPECT_EQ(scene.probes[2].what, ProbeQuantity::Gap);
}

TEST(SceneContact, AScalarsColumnsAreNotAVectors) {
    const std::string probes = R"("contact": { "law": { "friction": 0 } }, "probes": [
        { "name": "p", "body": "ball", "what": "gap" }, { "name": "p.x", "body": "ball", "what": "WHAT" } ])";
    const auto with = [&](const std::string& what) {
        return std::string(probes).replace(probes.find("WHAT"), 4, what);
    };
    EXPECT_EQ(contact_refusal(with("contact_area")), "accepted");
    EXPECT_EQ(contact_refusal(with("contact_force")), "accepted");
}

TEST(SceneContact, FrictionIsANumberOrStaticAndKinetic) {
    const Scene scene =
        scene_with(R"("contact": { "law": { "friction": { "static": "50 %", "kinetic": 0.3 } },
        "pairs": [ { "bodies": ["ball", "floor"], "law": { "friction": 0.2 } } ] })",
                   {"bodies.ball.friction=0.7"});
    EXPECT_EQ(scene.contact->law.friction, Friction(0.5, 0.3));
    EXPECT_EQ(scene.contact->pairs[0].law.friction, Friction(0.2));
    EXPECT_EQ(scene.bodies[0].friction, Friction(0.7));
    EXPECT_EQ(scene_with(R"("contact": {})").contact->law.friction, Friction(0.5));
    EXPECT_EQ(scene_with(R"("contact": { "law": { "friction": 0.4 } })",
                         {"contact.law.friction={\"static\": 1, \"kinetic\": 0.5}"})
                  .contact->law.friction,
              Friction(1, 0.5));
}

TEST(SceneContact, APairsAdhesionOverridesTheLawsFieldByField) {
    const std::string law =
        R"("contact": { "law": { "adhesion": { "stiffness": 2e6, "energy": 50, "viscosity": 3,
        "bonding_rate": 4, "saturation": 5, "initial": 1, "reference_gap": 0.002 } },
        "pairs": [ { "bodies": ["ball", "floor"], "law": LAW } ] })";
    const auto with = [&](const std::string& own) {
        const Scene scene = scene_with(std::string(law).replace(law.find("LAW"), 3, own));
        const ContactPair& pair = scene.contact->pairs[0];
        const Adhesion a = adhesion_of(*scene.contact, pair).value();
        return std::vector<double>{a.stiffness,  a.energy,  a.viscosity,    a.bonding_rate,
                                   a.saturation, a.initial, a.reference_gap};
    };
    using Values = std::vector<double>;
    EXPECT_EQ(with(R"({"adhesion": {"energy": 60}})"), (Values{2e6, 60, 3, 4, 5, 1, 0.002}));
    EXPECT_EQ(with(R"({"friction": 0.1, "viscosity": 2})"), (Values{2e6, 50, 3, 4, 5, 1, 0.002}));
    EXPECT_EQ(with(R"({"adhesion": {}})"), (Values{2e6, 50, 3, 4, 5, 1, 0.002}));
    EXPECT_EQ(with(R"({"adhesion": {"stiffness": 1, "energy": 2, "viscosity": 30, "bonding_rate": 40,
        "saturation": 50, "initial": 0.5, "reference_gap": 0.001}})"),
              (Values{1, 2, 30, 40, 50, 0.5, 0.001}));
    const Scene none =
        scene_with(std::string(law).replace(law.find("LAW"), 3, R"({"adhesion": {"stiffness": 0}})"));
    EXPECT_FALSE(adhesion_of(*none.contact, none.contact->pairs[0])->can_bond());
}

TEST(SceneContact, APairsAdhesionHasDefaultsWhereTheLawHasNone) {
    const Scene scene = scene_with(R"("contact": { "pairs": [
        { "bodies": ["ball", "floor"], "law": { "adhesion": { "energy": 60 } } }, { "bodies": ["ball", "ball"], "law": {} } ] })");
    const Adhesion bonds = adhesion_of(*scene.contact, scene.contact->pairs[0]).value();
    EXPECT_EQ(bonds.energy, 60);
    EXPECT_EQ(bonds.stiffness, Adhesion{}.stiffness);
    EXPECT_EQ(bonds.initial, Adhesion{}.initial);
    EXPECT_FALSE(adhesion_of(*scene.contact, scene.contact->pairs[1]));
}

/// What a pair has from the law is checked with what it has of its own.
TEST(SceneContact, ThePairsWholeLawIsChecked) {
    const std::string refused = contact_refusal(R"("contact": { "detection": { "distance": 0.001 },
        "law": { "adhesion": { "stiffness": 0, "reference_gap": 0.004 } },
        "pairs": [ { "bodies": ["ball", "floor"], "law": { "adhesion": { "stiffness": 1e6 } } } ] })");
    EXPECT_NE(refused.find("contact.pairs[0].law.adhesion.reference_gap: found 0.004"), std::string::npos)
        << refused;
}

TEST(SceneContact, OverridesMakeItOrChangeIt) {
    const Scene made = scene_with("", {"contact.law.friction=0"});
    ASSERT_TRUE(made.contact);
    EXPECT_EQ(made.contact->law.friction, 0);
    const Scene changed =
        scene_with(R"("contact": { "law": { "friction": 0.5 } })",
                   {"contact.law.friction=0", "contact.detection.self=true",
                    "contact.detection.distance=2 mm", "solver.iterations=50", "solver.type=pgs"});
    EXPECT_EQ(changed.contact->law.friction, 0);
    EXPECT_TRUE(changed.contact->detection.self);
    EXPECT_EQ(changed.contact->detection.distance, 0.002);
    EXPECT_EQ(changed.solver.iterations, 50);
    EXPECT_EQ(changed.solver.type, SolverType::Pgs);
    EXPECT_EQ(scene_with(R"("contact": { "law": { "friction": 0 },
        "pairs": [ { "bodies": ["ball", "floor"], "law": {} } ] })",
                         {"contact.pairs[0].bodies[0]=cube", "contact.pairs[0].law.friction=0"})
                  .contact->pairs[0]
                  .bodies[0],
              "cube");
}

/// Scenes do not see solvers: their checker has a list of its own.
TEST(SceneContact, AdhesionIsRefusedForTheSolversThatKnowNone) {
    for (const Solver& solver : solvers()) {
        const std::string words =
            contact_refusal(R"("contact": { "law": { "friction": 0, "adhesion": {} } })",
                            {"solver.type=" + std::string(solver.name)});
        EXPECT_EQ(words == "accepted", solver.bonds) << solver.name << ": " << words;
    }
}

TEST(SceneContact, OverridesAreChecked) {
    EXPECT_EQ(contact_refusal("", {"contact.detection.self=1", "contact.law.friction=0"}),
              "--set: contact.detection.self: found 1; allowed: true or false");
    EXPECT_NE(
        contact_refusal("", {"contact.detection.self=yes", "contact.law.friction=0"}).find("found \"yes\""),
        std::string::npos);
    EXPECT_NE(contact_refusal("", {"contact.law.friction=-1"}).find("found -1"), std::string::npos);
    EXPECT_NE(contact_refusal("", {"contact={}", "solver.type=pgs"}).find("\"pgs\", which knows no friction"),
              std::string::npos);
    EXPECT_NE(contact_refusal("", {"contact.law.adhesion.energy=-1"}).find("found -1"), std::string::npos);
    EXPECT_NE(contact_refusal("", {"contact.law.frition=0"}).find("did you mean \"friction\""),
              std::string::npos);
    EXPECT_NE(contact_refusal("", {"solver.tolerance=5 kg"}).find("a mass"), std::string::npos);
}

/// A wrong name is compared with all bodies' names, but not over and over for complaints nobody will read.
TEST(SceneContact, ManyWrongNamesTakeNoAge) {
    std::string many = "{\"contact\": {\"law\": {\"friction\": 0}, \"pairs\": [";
    for (int i = 0; i < 5'000; ++i)
        many += "{\"bodies\": [\"x" + std::to_string(i) + "\", \"y\"], \"law\": {}},";
    many += "]}, \"bodies\": [";
    for (int i = 0; i < 5'000; ++i)
        many += "{\"name\": \"body number " + std::to_string(i) +
                "\", \"type\": \"static\", \"shape\": {\"sphere\": 1}},";
    many += "]}";
    try {
        parse_scene(many);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("more complaints"), std::string::npos);
    }
}

}  // namespace
}  // namespace limpet
