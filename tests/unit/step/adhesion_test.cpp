/// Adhesion in whole steps: what hangs, what falls, and that bonds are neither lost nor doubled.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "core/types.h"
#include "limpet/adhesion.h"
#include "limpet/world.h"

namespace limpet {
namespace {

/// The reference cube, 1 kg, 0.1 m, under a ceiling, at a gap [m] of its own.
Scene hanging(const std::string& surface, const std::string& adhesion, double gap = 0) {
    Scene scene = parse_scene(R"({"name": "ceiling", "time": {"step": 0.004, "duration": 1},
        "bodies": [{"name": "ceiling", "type": "static", "shape": {"box": [1, 0.1, 1]}},
                   {"name": "cube", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]},
                    "surface": )" +
                              surface + R"(}],
        "contact": {"law": {"friction": 0.3, "adhesion": )" +
                              adhesion + R"(},
                    "detection": {"distance": "4 mm"}},
        "solver": {"tolerance": 1e-10, "iterations": 5000},
        "probes": [{"name": "gap", "body": "cube", "what": "gap"},
                   {"name": "force", "body": "cube", "what": "contact_force"},
                   {"name": "area", "body": "cube", "what": "bonded_area"},
                   {"name": "y", "body": "cube", "what": "position"}]})");
    scene.bodies[1].position = {0, -0.1 - gap, 0};
    return scene;
}

constexpr const char* strong = R"({"stiffness": 1e6, "energy": 5, "initial": 1, "reference_gap": 0.002})";

TEST(Adhesion, CubeHangsAtTheGapOfItsWeightAtEveryResolution) {
    for (const char* surface : {"0.1", "0.0143", "0.01"}) {
        World world(hanging(surface, strong));
        for (int i = 0; i < 1500; ++i) world.step();
        const auto probes = world.probes();
        EXPECT_NEAR(probes[0].values[0], 0.981e-3, 1e-6) << surface << ": " << world.last_step().contacts;
        EXPECT_NEAR(probes[1].values[1], 9.81, 1e-3) << surface;
        EXPECT_NEAR(probes[2].values[0], 0.01, 1e-12) << surface << ": areas tile";
        EXPECT_EQ(world.last_step().mean_beta, 1);
        EXPECT_NEAR(world.last_step().adhesive_energy, 1e6 * 0.01 * 0.981e-3 * 0.981e-3 / 2, 1e-7);
    }
}

/// A stiff cube that is pulled off a plate by its top: what bonds dissipated, per area [J/m²].
double taken_by_pulling(const std::string& adhesion, const std::string& way) {
    World world(parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": "2 ms", "duration": "1 s"},
        "materials": {"stiff": {"young": "100 MPa", "poisson": 0.3, "density": 1000}}, "bodies": [
        {"name": "plate", "type": "static", "shape": {"box": [0.1, 0.02, 0.1]}, "position": [0, -0.01, 0]},
        {"name": "cube", "type": "soft", "shape": {"box": [0.02, 0.02, 0.02]}, "position": [0, 0.01, 0],
         "material": "stiff", "element": "10 mm", "motion": {"nodes": {"box": [[-1, 0.0099, -1], [1, 1, 1]]},
         "keyframes": [[0, [0, 0, 0]], [1, [0, )" +
                            way + R"(, 0]]]}}], "contact": {"law": {"adhesion": )" + adhesion + "}}}"));
    while (world.time() < 0.999) world.step();
    EXPECT_EQ(world.last_step().bonds, 0) << "the set-up";
    return world.last_step().adhesive_dissipation / (0.02 * 0.02);
}

/// With the default reference gap, which comes from C and W; with one that is too small for W, what was
/// foretold.
TEST(Adhesion, TakesTheEnergyThatWasAskedFor) {
    for (const double energy : {5.0, 50.0}) {
        const std::string law =
            R"({"stiffness": 1e6, "viscosity": 0, "initial": 1, "energy": )" + std::to_string(energy);
        EXPECT_NEAR(taken_by_pulling(law + "}", "0.04") / energy, 1, 0.05);
        const double cut = taken_by_pulling(law + R"(, "reference_gap": 0.001})", "0.005");
        Adhesion asked;
        asked.energy = energy;
        asked.reference_gap = 0.001;
        EXPECT_NEAR(cut, energy_spent(asked), 0.05) << "2 J/m²: ½ C (2 mm)²";
    }
}

/// The gap from C and W; a given distance bounds it, so that no scene is refused for a gap that it did not
/// give.
TEST(Adhesion, TheDefaultReferenceGapComesFromStiffnessAndEnergy) {
    const auto gaps = [](const std::string& adhesion, const std::string& detection,
                         const std::string& of_pair) {
        const Scene scene = parse_scene(R"({"time": {"step": 0.01}, "bodies": [
            {"name": "a", "type": "rigid", "density": 1000, "shape": {"sphere": 1}},
            {"name": "b", "type": "rigid", "density": 1000, "shape": {"sphere": 1}, "position": [3, 0, 0]}],
            "contact": {"detection": {)" +
                                        detection + R"(}, "law": {"adhesion": {)" + adhesion + R"(}},
                        "pairs": [{"bodies": ["a", "b"], "law": {"adhesion": {)" +
                                        of_pair + "}}}]}}");
        return std::pair(adhesion_of_all(*scene.contact)->reference_gap,
                         adhesion_of(*scene.contact, scene.contact->pairs[0])->reference_gap);
    };
    using Gaps = std::pair<double, double>;
    EXPECT_EQ(gaps(R"("energy": 4)", "", ""), Gaps(0.004, 0.004)) << "2 √(4/1e6)";
    EXPECT_EQ(gaps(R"("energy": 4)", "", R"("energy": 1)"), Gaps(0.004, 0.002));
    EXPECT_EQ(gaps(R"("energy": 4)", R"("distance": 0.003)", R"("energy": 0.01)"), Gaps(0.0015, 2e-4));
    EXPECT_EQ(gaps(R"("energy": 4, "reference_gap": 0.001)", "", R"("energy": 1)"), Gaps(0.001, 0.001));
    EXPECT_EQ(gaps(R"("energy": 4)", "", R"("reference_gap": 0.001)"), Gaps(0.004, 0.001));
}

TEST(Adhesion, EnergySpentIsWhatTheLawIntegratesTo) {
    Adhesion law;
    law.energy = 4;
    for (const double gap : {0.0005, 0.001, 0.004}) {
        law.reference_gap = gap;
        double work = 0;
        const int parts = 100000;
        for (int i = 0; i < parts; ++i) {
            const double g = 2 * gap * (i + 0.5) / parts,
                         beta = std::min(1.0, law.energy / (law.stiffness * g * g));
            work += law.stiffness * beta * beta * g * 2 * gap / parts;
        }
        EXPECT_NEAR(energy_spent(law), work, 1e-6) << gap;
    }
    EXPECT_NEAR(energy_spent(law), 4 * 31.0 / 32, 1e-12) << "with the default";
}

/// Whatever a pair says of its own, what it leaves out is the law's.
TEST(Adhesion, OfAPairIsThatOfAllButForWhatItSays) {
    const auto height_after = [](const std::string& law, const AdhesionOfPair& own) {
        Scene scene = hanging("0.05", law);
        ContactPair pair;
        pair.bodies = {"cube", "ceiling"};
        pair.law.adhesion = own;
        scene.contact->pairs.push_back(pair);
        World world(std::move(scene));
        for (int i = 0; i < 100; ++i) world.step();
        return world.probes()[3].values[1];
    };
    const std::string weak = R"({"stiffness": 1e6, "energy": 0.1, "initial": 1, "reference_gap": 0.002})";
    EXPECT_LT(height_after(weak, {}), -0.2);
    AdhesionOfPair own;
    own.energy = 5;
    EXPECT_NEAR(height_after(weak, own), -0.101, 0.001) << "it hangs, or bounces on its bonds";
    own.stiffness = 0;
    EXPECT_LT(height_after(weak, own), -0.2) << "no bonds";
}

TEST(Adhesion, ProbesCountBonds) {
    Scene scene = hanging("0.05", strong);
    scene.probes[0].what = ProbeQuantity::Bonds;
    scene.probes[1].what = ProbeQuantity::Bonds;
    scene.probes[1].with = "cube";
    World world(std::move(scene));
    world.step();
    EXPECT_EQ(world.probes()[0].values, std::vector<double>{9});
    EXPECT_EQ(world.probes()[0].values[0], world.last_step().bonds);
    EXPECT_EQ(world.probes()[1].values, std::vector<double>{0}) << "with itself";
}

TEST(Adhesion, WeakBondsLetGo) {
    World world(hanging("0.05", R"({"stiffness": 0.9e6, "energy": 1, "initial": 1})"));
    for (int i = 0; i < 250; ++i) world.step();
    EXPECT_LT(world.probes()[3].values[1], -0.5);
    EXPECT_EQ(world.last_step().bonds, 0);
    EXPECT_GT(world.last_step().adhesive_dissipation, 0);
}

TEST(Adhesion, WithoutBondsAtTheStartItFalls) {
    World world(hanging("0.05", R"({"stiffness": 1e6, "energy": 5})"));
    for (int i = 0; i < 50; ++i) world.step();
    EXPECT_NEAR(world.probes()[3].values[1], -0.1 - 9.81 * 0.2 * 0.2 / 2, 0.01);
}

TEST(Adhesion, EnergyIsAccountedForWhileACubeBouncesOnItsBonds) {
    World world(hanging("0.05", strong));
    const auto total = [&] {
        const StepRecord& s = world.last_step();
        return s.kinetic + s.potential + s.adhesive_energy + s.adhesive_dissipation;
    };
    world.step();
    const double start = total();
    double least = 0;
    for (int i = 0; i < 500; ++i) {
        const double before = world.last_step().adhesive_dissipation;
        world.step();
        least = std::min(least, world.last_step().adhesive_dissipation - before);
        EXPECT_LE(total(), start + 1e-9);
    }
    EXPECT_GE(least, -1e-12) << "bonds give no energy";
}

/// A block that is pushed along a sticky floor.
Scene pushed(double push, double stiffness = 1e6) {
    Scene scene = parse_scene(R"({"name": "push", "time": {"step": 0.005, "duration": 1},
        "bodies": [{"name": "floor", "type": "static", "shape": {"box": [4, 0.1, 4]}},
                   {"name": "cube", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]},
                    "surface": 0.05, "position": [0, 0.1, 0]}],
        "contact": {"law": {"friction": 0.2, "adhesion": {"stiffness": 1e6, "energy": 1, "viscosity": 0.01,
                            "bonding_rate": 1, "saturation": 1000, "reference_gap": 0.0005}},
                    "detection": {"distance": "2 mm"}},
        "solver": {"tolerance": 1e-10, "iterations": 5000},
        "probes": [{"name": "x", "body": "cube", "what": "position"}]})");
    scene.gravity = {push, -9.81, 0};
    scene.contact->law.adhesion->stiffness = stiffness;
    return scene;
}

TEST(Adhesion, HoldsSidewaysWhereFrictionAloneWouldSlip) {
    World bonded(pushed(0));
    for (int i = 0; i < 40; ++i) bonded.step();
    EXPECT_GT(bonded.last_step().mean_beta, 0.9);
    // Twice what friction holds.
    World dry(pushed(4, 0)), sticky(pushed(4));
    for (int i = 0; i < 100; ++i) {
        dry.step();
        sticky.step();
    }
    EXPECT_GT(dry.probes()[0].values[0], 0.1);
    EXPECT_LT(sticky.probes()[0].values[0], 1e-3);
}

TEST(Adhesion, SameBytesAfterSaveAndRestore) {
    World a(pushed(5)), b(pushed(5));
    for (int i = 0; i < 30; ++i) a.step();
    b.restore(a.state());
    for (int i = 0; i < 30; ++i) {
        a.step();
        b.step();
    }
    EXPECT_EQ(a.last_step().mean_beta, b.last_step().mean_beta);
    EXPECT_EQ(a.probes()[0].values, b.probes()[0].values);
    EXPECT_EQ(a.last_step().adhesive_dissipation, b.last_step().adhesive_dissipation);
}

/// A plate is pulled off a stiff block at an angle to their normal: W per area, whatever the angle.
TEST(Adhesion, TakesTheSameWorkInEveryDirection) {
    for (const double degrees : {0.0, 40.0, 80.0}) {
        Scene scene = load_scene("verify_separation");
        const double angle = degrees * std::numbers::pi / 180, far = 0.003;
        // Slow at first, sideways before it opens: the path must not matter either.
        scene.bodies[1].motion = {{std::nullopt,
                                   {{0, {0, 0, 0}, {}},
                                    {1, {2e-4 * std::sin(angle), 0, 0}, {}},
                                    {2, {2e-4 * std::sin(angle), -2e-4 * std::cos(angle), 0}, {}},
                                    {6, {far * std::sin(angle), -far * std::cos(angle), 0}, {}}}}};
        scene.contact->law.adhesion->reference_gap = 0.001;
        World world(std::move(scene));
        double area = 0, least = 0;
        while (world.time() < 6) {
            const double before = world.last_step().adhesive_dissipation;
            world.step();
            if (area == 0) area = world.last_step().bonded_area;
            least = std::min(least, world.last_step().adhesive_dissipation - before);
        }
        EXPECT_EQ(world.last_step().bonds, 0) << degrees;
        EXPECT_NEAR(world.last_step().adhesive_dissipation / area, 1, 0.01) << degrees;
        EXPECT_GE(least, -1e-12);
    }
}

TEST(Adhesion, BondsThatGrowWhileTheyAreDisplacedGiveNoEnergy) {
    Scene scene = pushed(2.2, 4e6);
    scene.contact->law.adhesion->saturation = 2000;
    scene.contact->law.adhesion->bonding_rate = 0.05;
    World world(scene);
    double least = 0;
    for (int i = 0; i < 200; ++i) {
        const double before = world.last_step().adhesive_dissipation;
        world.step();
        least = std::min(least, world.last_step().adhesive_dissipation - before);
    }
    EXPECT_GE(least, -1e-12);
    EXPECT_GT(world.last_step().mean_beta, 0.4) << "the set-up: bonds grow";
    EXPECT_GT(world.last_step().adhesive_energy, 0) << "and hold sideways";
}

/// Beside a peeling front the strip's lower side is stretched; the area that was bonded is not.
TEST(Adhesion, StretchingDoesNotChangeTheAreaThatIsBonded) {
    World world(load_scene("verify_peel"));
    std::map<std::int64_t, double> areas;
    int parted = 0;
    for (int i = 0; i < 150; ++i) {
        world.step();
        for (const ContactFrame& c : world.contacts()) {
            if (!(c.area > 0)) continue;
            EXPECT_EQ(areas.emplace(c.id, c.area).first->second, c.area) << "step " << i;
            parted += c.beta < 1;
        }
    }
    EXPECT_GT(parted, 0) << "the set-up: it peels";
}

/// What continuous detection finds within the step is there with adhesion, too.
TEST(Adhesion, FastBodiesMeetAsWithoutIt) {
    const auto after_one_step = [](const std::string& law) {
        World world(parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.01, "duration": 1},
            "materials": {"gel": {"density": 1000, "young": 1e5, "poisson": 0.3}},
            "bodies": [{"name": "plate", "type": "static", "shape": {"box": [1, 0.01, 1]}, "surface": 0.1},
                       {"name": "cube", "type": "soft", "material": "gel", "shape": {"box": [0.1, 0.1, 0.1]},
                        "element": 0.05, "position": [0.013, 0.3, 0.017], "velocity": [0, -40, 0]}],
            "contact": {"detection": {"type": "continuous", "distance": 0.002}, "law": )" +
                                law + R"(},
            "probes": [{"name": "y", "body": "cube", "what": "position"}]})"));
        world.step();
        return std::pair{world.last_step().contacts, world.probes()[0].values[1]};
    };
    const auto [dry, y_dry] = after_one_step(R"({"friction": 0.3})");
    const auto [bonded, y_bonded] =
        after_one_step(R"({"friction": 0.3, "adhesion": {"bonding_rate": 0, "reference_gap": 0.001}})");
    EXPECT_GT(dry, 0);
    EXPECT_GE(bonded, dry);
    EXPECT_NEAR(y_dry, y_bonded, 0.005) << "a cube of 0.1 m that would go 0.4 m";
}

}  // namespace
}  // namespace limpet
