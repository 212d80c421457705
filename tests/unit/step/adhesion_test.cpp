/// Adhesion in whole steps: what hangs, what falls, and that bonds are neither lost nor doubled.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "core/types.h"
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
