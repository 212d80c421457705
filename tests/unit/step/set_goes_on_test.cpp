/// Live fields of a running world: it goes on as a world that was made with the new value and took over its
/// state.

#include <gtest/gtest.h>

#include "limpet/record.h"
#include "limpet/world.h"

namespace limpet {
namespace {

constexpr int steps_before = 30, steps_after = 20;

enum class Made {
    WithIt,       ///< of a scene that has the new value
    AndSetAtOnce  ///< of the scene, and changed before its first step: faces of boxes are divided by the law
                  ///< of bonds that they are made with
};

void expect_goes_on_as_made(const Scene& scene, const std::string& path, const std::string& value,
                            Made how = Made::WithIt) {
    World changed(scene);
    for (int i = 0; i < steps_before; ++i) changed.step();
    ASSERT_GT(changed.last_step().contacts, 0) << path;
    const WorldState then = changed.state();
    changed.set(path, value);
    World made(how == Made::WithIt ? changed.scene() : scene), unchanged(scene);
    if (how == Made::AndSetAtOnce) made.set(path, value);
    made.restore(then);
    unchanged.restore(then);
    bool does = false;
    for (int i = 0; i < steps_after; ++i) {
        changed.step();
        made.step();
        unchanged.step();
        ASSERT_EQ(changed.state(), made.state()) << path << " = " << value << ", step " << i;
        ASSERT_EQ(changed.last_step().contacts, made.last_step().contacts) << path << ", step " << i;
        does = does || changed.state() != unchanged.state();
    }
    EXPECT_TRUE(does) << path << " = " << value << " changes nothing";
}

/// A rigid brick and a soft one that slide down a slope of 20° and against each other.
Scene sliding_scene(const std::string& contact) {
    return parse_scene(
        R"({"time": {"step": 0.005}, "materials": {"gel": {"young": 5e4}},
        "bodies": [
            {"name": "slope", "type": "static", "shape": {"box": [2, 0.1, 1]}, "rotation": {"axis": [0, 0, 1], "degrees": 20}},
            {"name": "brick", "type": "rigid", "shape": {"box": [0.2, 0.1, 0.1]}, "density": 1000, "friction": 0.1,
             "rotation": {"axis": [0, 0, 1], "degrees": 20}, "position": [-0.0342, 0.0945, 0]},
            {"name": "gel", "type": "soft", "shape": {"box": [0.1, 0.1, 0.1]}, "element": 0.05, "material": "gel",
             "rotation": {"axis": [0, 0, 1], "degrees": 20}, "position": [-0.1760, 0.0429, 0]}],
        "contact": {)" +
        contact + "}}");
}

TEST(WorldSetGoesOn, WithAnotherDistance) {
    for (const std::string type : {"proximity", "continuous"})
        for (const std::string distance : {"0.0005", "0.004"})
            expect_goes_on_as_made(sliding_scene(R"("detection": {"type": ")" + type +
                                                 R"(", "distance": 0.001}, "law": {"friction": 0.3})"),
                                   "contact.detection.distance", distance);
}

TEST(WorldSetGoesOn, WithOtherCells) {
    for (const std::string cell : {"", R"(, "cell": 0.08)"})
        expect_goes_on_as_made(sliding_scene(R"("detection": {"type": "ldi", "pixel": 0.005)" + cell +
                                             R"(}, "law": {"friction": 0.3})"),
                               "contact.detection.cell", "0.04");
}

TEST(WorldSetGoesOn, WithAnotherSolver) {
    for (const std::string type : {"nsgs", "block-pgs", "uzawa-local", "interior-point", "anticipation"})
        expect_goes_on_as_made(sliding_scene(R"("law": {"friction": 0.3})"), "solver.type", type);
}

TEST(WorldSetGoesOn, WithOtherLawsOfAPair) {
    const std::string bonds = R"("law": {"friction": 0.3, "adhesion": {"stiffness": 1e6, "energy": 1,
        "reference_gap": 0.001, "bonding_rate": 1, "saturation": 100}},
        "pairs": [{"bodies": ["slope", "gel"], "law": {"friction": 0.5}},
                  {"bodies": ["slope", "brick"], "law": {"adhesion": {"energy": 0.5}}}])";
    for (const auto& [field, value] :
         {std::pair{"[0].law.friction", "0.1"},
          std::pair{"[0].law.friction", R"({"static": 0.4, "kinetic": 0.2})"},
          std::pair{"[0].law.viscosity", "50"}, std::pair{"[1].law.adhesion.energy", "0.1"}})
        expect_goes_on_as_made(sliding_scene(bonds), std::string("contact.pairs") + field, value,
                               Made::AndSetAtOnce);
}

TEST(WorldSetGoesOn, WithAnotherFrictionOfABody) {
    expect_goes_on_as_made(sliding_scene(R"("law": {"friction": 0.3})"), "bodies[1].friction", "0.4");
}

}  // namespace
}  // namespace limpet
