/// A scene made by a program is checked as one from a file, with the same sentences.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "limpet/adhesion.h"
#include "limpet/error.h"
#include "limpet/world.h"
#include "unit/scene/scene_leaves.h"

namespace limpet {
namespace {

using testing::HasSubstr;
using testing_support::Leaf;
using testing_support::leaves_of;

std::string fields_and_messages(const std::function<void()>& check) {
    try {
        check();
    } catch (const InputError& error) {
        std::string text;
        for (const Complaint& complaint : error.complaints())
            text += complaint.field + ": " + complaint.message + "\n";
        return text;
    }
    return "";
}

std::string refusal_of(const Scene& scene) {
    return fields_and_messages([&] { validate(scene); });
}

std::string refusal_of_its_file(const Scene& scene) {
    return fields_and_messages([&] { parse_scene(scene_to_json(scene), ""); });
}

/// With something of every kind of field.
Scene rich_scene() {
    Scene scene =
        parse_scene(R"({"name": "rich", "gravity": [0, -5, 0], "time": {"step": 0.002, "duration": 3},
        "materials": {"gel": {"density": 900, "young": 2e4, "poisson": 0.4, "damping": {"mass": 1, "stiffness": 0.1}}},
        "bodies": [
            {"name": "floor", "type": "static", "shape": {"plane": [4, 5]}, "color": "orange",
             "motion": [[1, [0, 0, 0]], [2, [0, 1, 0], {"axis": [0, 1, 0], "degrees": 10}]]},
            {"name": "ring", "type": "rigid", "shape": {"torus": {"radius": 0.3, "tube": 0.1}}, "density": 300,
             "velocity": [1, 2, 3], "friction": {"static": 0.6, "kinetic": 0.4}, "position": [0, 1, 0]},
            {"name": "block", "type": "soft", "shape": {"box": [0.1, 0.2, 0.3]}, "material": "gel", "element": 0.05,
             "model": "stvk", "refine_towards": [0, 0.1, 0], "refine_ratio": 3, "newton_iterations": 4, "position": [1, 1, 0],
             "fixed": [{"box": [[-1, -1, -1], [1, -0.09, 1]]}, {"sphere": {"center": [0, 0, 0], "radius": 0.01}}]},
            {"name": "sheet", "type": "cloth", "shape": {"plane": [0.5, 0.6]}, "material": "gel", "thickness": 0.002,
             "bend": 1e-5, "position": [0, 2, 0]},
            {"name": "bear", "type": "rigid", "shape": {"zoo": "candy_bear", "size": 0.2}, "density": 500}],
        "contact": {"detection": {"type": "continuous", "distance": 0.02, "self": true},
            "law": {"friction": 0.3, "viscosity": 2, "adhesion": {"stiffness": 1e5, "energy": 2, "reference_gap": 0.005}},
            "pairs": [{"bodies": ["ring", "floor"], "law": {"friction": 0.1, "adhesion": {"energy": 3}}}]},
        "attractors": [{"position": [0, 3, 0], "strength": 2, "falloff": "linear", "range": 5, "core": 0.1}],
        "solver": {"type": "block-pgs", "cone": "pyramid", "iterations": 20, "tolerance": 1e-4},
        "blades": [{"bodies": ["block"], "edge": [[0, 0, 0], [1, 0, 0]], "keyframes": [[0, [0, 0, 0]], [1, [0, 1, 0]]]}],
        "probes": [{"name": "p", "body": "ring", "what": "contact_force", "with": "floor"},
                   {"name": "q", "body": "block", "what": "position", "nearest": [0, 0.1, 0]}],
        "camera": {"position": [3, 2, 1], "target": [0, 0, 0], "up": [0, 0, 1], "field_of_view": 40}})",
                    "");
    scene.lines.clear();
    return scene;
}

/// What is said of a changed scene, in code and as a file.
std::string both(const std::function<void(Scene&)>& change) {
    Scene scene = rich_scene();
    change(scene);
    const std::string found = refusal_of(scene);
    EXPECT_EQ(found, refusal_of_its_file(scene));
    return found;
}

TEST(Validate, AcceptsWhatTheLoaderAccepts) {
    EXPECT_EQ(refusal_of(rich_scene()), "");
    EXPECT_EQ(refusal_of_its_file(rich_scene()), "");
}

/// Numbers just outside of their ranges are refused by both, at the same field and in the same words.
TEST(Validate, RangesAreThoseOfFilesForEveryNumber) {
    Scene scene = rich_scene();
    int tried = 0;
    for (const Leaf& leaf : leaves_of(scene)) {
        const bool vector = leaf.node->kind == schema::Kind::Vector;
        if (!vector && leaf.node->kind != schema::Kind::Number) continue;
        double& value = vector ? (*static_cast<Vector3*>(leaf.value))[1] : *static_cast<double*>(leaf.value);
        const double good = value;
        const schema::Range& range = leaf.node->range;
        for (const double bad : {range.min_excluded ? range.min : range.min - std::abs(range.min) - 1,
                                 range.max_excluded ? range.max : 2 * std::abs(range.max)}) {
            value = bad;
            const std::string found = refusal_of(scene);
            EXPECT_THAT(found, HasSubstr(leaf.path + (vector ? "[1]: found " : ": found ")));
            EXPECT_EQ(found, refusal_of_its_file(scene)) << leaf.path;
            ++tried;
        }
        for (const double bad :
             {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
              -std::numeric_limits<double>::infinity()}) {
            value = bad;
            EXPECT_THAT(refusal_of(scene), HasSubstr(leaf.path + (vector ? "[1]: found " : ": found ")));
        }
        value = good;
    }
    EXPECT_GT(tried, 100);
    EXPECT_EQ(refusal_of(scene), "") << "all is as it was";
}

TEST(Validate, NamesTextsChoicesAndLengths) {
    EXPECT_THAT(both([](Scene& s) { s.bodies[1].name = ""; }),
                HasSubstr("bodies[1].name: found \"\"; allowed: a name"));
    EXPECT_THAT(both([](Scene& s) { s.bodies[1].name = "a/b"; }), HasSubstr("bodies[1].name: found \"a/b\""));
    EXPECT_THAT(both([](Scene& s) { s.bodies[1].name = "block"; }),
                HasSubstr("the name of bodies[1]; allowed: another name"));
    EXPECT_THAT(both([](Scene& s) { s.bodies[0].color = "oragne"; }), HasSubstr("did you mean \"orange\"?"));
    EXPECT_THAT(both([](Scene& s) { std::get<ZooShape>(s.bodies[4].shape).name = "candy_baer"; }),
                HasSubstr("did you mean \"candy_bear\"?"));
    EXPECT_THAT(both([](Scene& s) {
                    s.bodies[4].shape = FileShape{"nowhere.obj", {}, {}};
                }),
                HasSubstr("no such file: \"nowhere.obj\""));
    EXPECT_THAT(both([](Scene& s) { s.materials["x:y"] = {}; }), HasSubstr("found \"x:y\"; allowed: a name"));
    EXPECT_THAT(both([](Scene& s) { s.bodies.clear(); }),
                HasSubstr("bodies: found an empty list; allowed: at least one"));
    EXPECT_THAT(both([](Scene& s) { s.camera.up = {}; }),
                HasSubstr("camera.up: found a direction of length zero"));
    EXPECT_THAT(both([](Scene& s) { s.bodies[2].material = "gle"; }), HasSubstr("did you mean \"gel\"?"));
    EXPECT_THAT(both([](Scene& s) { s.probes[0].with = "rign"; }), HasSubstr("did you mean \"ring\"?"));
    EXPECT_THAT(both([](Scene& s) { s.contact->pairs[0].bodies[1] = "flor"; }),
                HasSubstr("did you mean \"floor\"?"));
    EXPECT_THAT(both([](Scene& s) { s.solver.iterations = 0; }),
                HasSubstr("solver.iterations: found 0; allowed: a whole number, 1 to 1e6"));
    EXPECT_THAT(both([](Scene& s) { s.blades[0].keyframes.pop_back(); }),
                HasSubstr("found a list of 1; allowed: at least 2"));
    Scene scene = rich_scene();
    scene.bodies[1].type = static_cast<BodyType>(17);
    EXPECT_THAT(refusal_of(scene),
                HasSubstr("bodies[1].type: found no value of its enumeration, 17; allowed: static, rigid"));
}

TEST(Validate, WhatBelongsTogether) {
    EXPECT_THAT(both([](Scene& s) {
                    s.bodies[0].velocity = {1, 0, 0};
                }),
                HasSubstr("bodies[0].velocity: a static body moves by its motion alone"));
    EXPECT_THAT(both([](Scene& s) { s.bodies[1].thickness = 0.1; }),
                HasSubstr("bodies[1].thickness: a rigid body is no sheet"));
    EXPECT_THAT(both([](Scene& s) { s.contact->detection.pixel = 0.1; }),
                HasSubstr("contact.detection.pixel: detection by continuous looks for distances"));
    EXPECT_THAT(both([](Scene& s) { s.bodies[1].density.reset(); }),
                HasSubstr("bodies[1].density: missing; a rigid body needs"));
    EXPECT_THAT(both([](Scene& s) { s.bodies[1].shape = {}; }),
                HasSubstr("bodies[1].shape: missing; allowed: an object"));
    EXPECT_THAT(both([](Scene& s) { s.bodies[2].refine_towards.reset(); }),
                HasSubstr("bodies[2].refine_ratio: found a ratio without"));
    EXPECT_THAT(both([](Scene& s) { s.bodies[1].friction = Friction(0.2, 0.4); }),
                HasSubstr("above the static 0.2"));
    EXPECT_THAT(both([](Scene& s) { s.contact->law.friction = Friction(-0.2); }),
                HasSubstr("contact.law.friction: found -0.2"));
    EXPECT_THAT(both([](Scene& s) { s.bodies[0].motion[0].keyframes[1].time = 0.5; }),
                HasSubstr("keyframes[1][0]: found a time of 0.5 s after one of 1 s"));
    EXPECT_THAT(both([](Scene& s) {
                    s.solver.type = SolverType::Pgs;
                    s.solver.cone = ConeType::Exact;
                }),
                HasSubstr("solver.type: found \"pgs\""));
    EXPECT_THAT(both([](Scene& s) {
                    s.time.step = 1e-9;
                    s.time.duration = 1e6;
                }),
                HasSubstr("time.step: found a step"));
    EXPECT_THAT(both([](Scene& s) { s.bodies[2].element = 1e-5; }), HasSubstr("million tetrahedra"));
}

TEST(Validate, WorldsRefuseWhatItRefusesAndChangeNothing) {
    Scene scene = rich_scene();
    scene.contact->law.adhesion->reference_gap.reset();
    const Scene before = scene;
    validate(scene);
    EXPECT_EQ(scene, before) << "checking never repairs";
    scene.gravity[1] = std::nan("");
    EXPECT_THROW(World{scene}, InputError);
}

/// Files have no NaN: a program's is told of as any other value out of range.
TEST(Validate, AttractorsThatAreNoNumbersAreRefused) {
    const double nan = std::nan("");
    const auto refusal = [](const std::function<void(AttractorDescription&)>& change) {
        Scene scene = rich_scene();
        change(scene.attractors[0]);
        EXPECT_THROW(World{scene}, InputError);
        return refusal_of(scene);
    };
    EXPECT_THAT(refusal([&](AttractorDescription& a) { a.position[1] = nan; }),
                HasSubstr("attractors[0].position[1]: found nan; allowed: "));
    EXPECT_THAT(refusal([&](AttractorDescription& a) { a.strength = nan; }),
                HasSubstr("attractors[0].strength: found nan; allowed: "));
    EXPECT_THAT(refusal([&](AttractorDescription& a) { a.range = nan; }),
                HasSubstr("attractors[0].range: found nan; allowed: "));
    EXPECT_THAT(refusal([&](AttractorDescription& a) { a.core = nan; }),
                HasSubstr("attractors[0].core: found nan; allowed: "));
}

TEST(Validate, FileAndLineAreAddedWhereThereAreAny) {
    Scene scene = parse_scene(
        "{ \"bodies\": [\n { \"name\": \"a\", \"type\": \"static\",\n  \"shape\": {\"sphere\": 1} } ] }");
    scene.file = "made.json";
    std::get<SphereShape>(scene.bodies[0].shape).radius = -1;
    try {
        World world(scene);
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("made.json:3: bodies[0].shape.sphere: found -1"));
    }
}

TEST(Validate, ScenesMadeInCodeHaveTheReferenceGapOfFiles) {
    Scene scene = rich_scene();
    scene.contact->detection.distance.reset();
    scene.contact->law.adhesion.emplace().energy = 4;
    scene.contact->pairs[0].law.adhesion->energy = 1;
    const auto gaps = [](const Scene& s) {
        return std::pair(adhesion_of_all(*s.contact)->reference_gap,
                         adhesion_of(*s.contact, s.contact->pairs[0])->reference_gap);
    };
    EXPECT_EQ(gaps(scene), std::pair(0.004, 0.002)) << "2 √(W/C)";
    EXPECT_EQ(gaps(scene), gaps(parse_scene(scene_to_json(scene), "")));
}

}  // namespace
}  // namespace limpet
