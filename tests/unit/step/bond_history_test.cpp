/// Bonds over many steps: on curved soft bodies, on a block that is pushed and let go, on bodies that are
/// cut.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "limpet/adhesion.h"
#include "limpet/world.h"
#include "support/warnings.h"
#include "verify/bond_ledger.h"

namespace limpet {
namespace {

/// Steps until `end`; the largest fall of the dissipation in one of them [J].
double largest_fall(World& world, double end) {
    double largest = 0;
    while (world.time() < end) {
        const double before = world.last_step().adhesive_dissipation;
        world.step();
        largest = std::max(largest, before - world.last_step().adhesive_dissipation);
    }
    return largest;
}

/// Edges of crossed cylinders carry the load; vertices hover beside them and bond at a gap.
TEST(BondHistory, CurvedSoftBodiesGetNoEnergyOfTheirBonds) {
    Scene scene = load_scene("verify_crossed");
    scene.bodies[1].motion.front().keyframes.resize(2);
    World world(std::move(scene));
    EXPECT_LE(largest_fall(world, 0.6), 1e-15);
    EXPECT_GT(world.last_step().bonded_area, 3e-4) << "the whole patch bonds, not only vertices that touch";
    const double at_rest = world.last_step().adhesive_dissipation;
    largest_fall(world, 0.8);
    EXPECT_NEAR(world.last_step().adhesive_dissipation, at_rest, 1e-7) << "nothing moves any more";
}

TEST(BondHistory, LipsGetNoEnergyOfTheirBonds) {
    Scene scene = load_scene("lips");
    scene.time.step = 0.016;
    for (const int jaw : {0, 1}) {
        scene.bodies[jaw].element = 0.006;
        scene.bodies[jaw].surface = 0.004;
    }
    World world(std::move(scene));
    EXPECT_LE(largest_fall(world, 2.4), 1e-15);
    EXPECT_GT(world.last_step().bonded_area, 1.5e-4) << "the set-up: lips stick";
    EXPECT_LE(largest_fall(world, 4.8), 1e-15);
    EXPECT_GT(world.last_step().adhesive_dissipation, 1e-4) << "and are pulled apart";
}

/// F7 with adhesion: a pusher moves a block by 50 mm, waits, and goes back.
Scene pushed_block(const std::string& body) {
    return parse_scene(R"({"time": {"step": 0.005, "duration": 3},
        "materials": {"soft": {"density": 1000, "young": 1e5, "poisson": 0.3, "damping": {"stiffness": 0.01}}},
        "bodies": [
          {"name": "floor", "type": "static", "shape": {"box": [2, 0.2, 2]}, "position": [0, -0.1, 0]},
          {"name": "block", )" +
                       body + R"(, "shape": {"box": [0.1, 0.05, 0.1]}, "position": [0, 0.025, 0]},
          {"name": "pusher", "type": "static", "shape": {"box": [0.02, 0.02, 0.04]},
           "position": [-0.061, 0.025, 0],
           "motion": [[0, [0, 0, 0]], [0.3, [0.041, 0, 0]], [0.5, [0.05, 0, 0]], [1, [0.051, 0, 0]],
                      [1.2, [0.051, 0, 0]], [1.6, [0, 0, 0]]]}],
        "contact": {"detection": {"distance": "1 mm"}, "law": {"friction": 0.5},
          "pairs": [{"bodies": ["block", "floor"], "law": {"friction": 0.5, "adhesion": {"stiffness": 1e6,
            "energy": 0.5, "viscosity": 0.01, "bonding_rate": 0.1, "saturation": 500, "reference_gap": 5e-4}}}]},
        "solver": {"iterations": 1000, "tolerance": 1e-9},
        "probes": [{"name": "x", "body": "block", "what": "position"}]})");
}

TEST(BondHistory, ABlockThatIsPushedAndLetGoSpringsBackAndStays) {
    struct Case {
        const char* body;
        double back;  ///< at most: √(W/C), where bonds fade, and of the soft block its own shape [m]
    };
    for (const auto& [body, back] :
         {Case{R"("type": "rigid", "density": 1000, "surface": 0.025)", 7.1e-4},
          Case{R"("type": "soft", "material": "soft", "element": 0.025)", 1.5e-3}}) {
        World world(pushed_block(body));
        const auto x = [&] { return world.probes()[0].values[0]; };
        double area = 0, fall = 0;
        const auto run = [&](double end) {
            while (world.time() < end - 1e-9) {
                fall = std::max(fall, largest_fall(world, world.time() + 0.002));
                area = std::max(area, world.last_step().bonded_area);
            }
        };
        run(1.2);
        const double held = x();
        EXPECT_NEAR(held, 0.05, 1e-3) << body;
        EXPECT_GT(world.last_step().adhesive_energy, 0) << "the set-up: bonds are strained";
        run(2);
        const double left = x();
        EXPECT_GT(held - left, 1e-4) << body;
        EXPECT_LT(held - left, back) << body;
        run(3);
        EXPECT_NEAR(x(), left, 1e-9) << body;
        EXPECT_LE(area, 0.01 * (1 + 1e-3)) << body << ": the face, which a push may widen a little";
        EXPECT_NEAR(world.last_step().bonded_area, 0.01, 1e-4) << "all of the face is bonded in the end";
        EXPECT_LE(fall, 1e-15) << body;
    }
}

/// A soft bar on a floor, or something on the bar, and a blade that goes through the bar at 0.02 s.
Scene cut_bar(const std::string& other, const std::string& adhesion) {
    return parse_scene(R"({"time": {"step": 0.002, "duration": 0.1},
        "materials": {"gel": {"density": 1000, "young": 1e5, "poisson": 0.3, "damping": {"stiffness": 0.005}}},
        "bodies": [{"name": "bar", "type": "soft", "material": "gel", "shape": {"box": [0.2, 0.04, 0.06]},
                    "element": 0.02, "position": [0, 0.02, 0]}, )" +
                       other + R"(],
        "blades": [{"plane": {"point": [0.013, 0, 0], "normal": [1, 0.1, 0.2]}, "time": 0.02}],
        "contact": {"detection": {"distance": 0.002}, "law": {"friction": 0.3, "adhesion": )" +
                       adhesion + "}}}");
}

TEST(BondHistory, AreasTileAfterACut) {
    const Scene scene =
        cut_bar(R"({"name": "floor", "type": "static", "shape": {"box": [0.4, 0.02, 0.4]},
                    "position": [0, -0.01, 0]})",
                R"({"stiffness": 1e6, "energy": 50, "initial": 1, "bonding_rate": 1, "saturation": 100,
                    "reference_gap": 0.001})");
    World world(scene);
    largest_fall(world, 0.019);
    const int before = world.last_step().bonds;
    EXPECT_NEAR(world.last_step().bonded_area, 0.012, 1e-5);
    largest_fall(world, 0.06);
    EXPECT_GT(world.last_step().bonds, before) << "new vertices are pressed and bond";
    EXPECT_NEAR(world.last_step().bonded_area, 0.012, 1e-5);
}

/// The block on the bar owns the areas: its bonds are anchored in the bar's triangles.
TEST(BondHistory, ACutEndsTheBondsOfTrianglesThatAreGone) {
    World world(cut_bar(R"({"name": "block", "type": "rigid", "density": 100, "surface": 0.0075,
                            "shape": {"box": [0.03, 0.03, 0.03]}, "position": [0.013, 0.055, 0]})",
                        R"({"stiffness": 1e6, "energy": 50, "initial": 1, "bonding_rate": 0,
                            "reference_gap": 0.001})"));
    largest_fall(world, 0.019);
    const int before = world.last_step().bonds;
    EXPECT_EQ(before, 25);
    EXPECT_TRUE(warnings_of_steps(world).empty());
    world.step();
    world.step();
    const int after = world.last_step().bonds;
    EXPECT_LT(after, before);
    EXPECT_GT(after, 0) << "those beside the cut stay";
    const auto warnings = warnings_of_steps(world);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0].sentence,
              "body \"bar\" lost " + std::to_string(before - after) + " bonds whose triangles were cut");
}

/// The account of A7 does see what it is there for.
TEST(BondHistory, TheLedgerSeesBondsThatAreLost) {
    Scene scene = load_scene("verify_cycles");
    World world(scene), other(scene);
    const double breaking = adhesion_of_all(*scene.contact)->reference_gap;
    verification::BondLedger honest(breaking), robbed(breaking);
    const auto none = other.state();
    while (world.time() < 0.08) {
        world.step();
        honest.take(world);
        robbed.take(world);
    }
    EXPECT_EQ(honest.births, world.last_step().bonds);
    EXPECT_GT(honest.births, 0);
    EXPECT_EQ(honest.lost + honest.doubled + honest.from_nothing + honest.unaccounted, 0);
    other.restore(none);
    other.step();
    robbed.take(other);
    EXPECT_EQ(robbed.lost, honest.births);
    EXPECT_GT(robbed.unaccounted, 0);
}

}  // namespace
}  // namespace limpet
