/// Boxes that fall on each other flush, or start in each other, end on each other, with default settings.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "limpet/world.h"

namespace limpet {
namespace {

constexpr double flush_side = 0.1;
/// A twentieth of the default `distance`, which is 1 % of the boxes, is not stabilised.
constexpr double overlap_left_alone = 0.05 * 0.01 * flush_side;
const std::string exact_box = R"({"box": [0.1, 0.1, 0.1]})";

struct Start {
    Vector3 position;
    double degrees = 0;  ///< about the vertical
};

World boxes(const std::vector<Start>& starts, const std::string& detection = "proximity",
            const std::string& more = "") {
    std::string bodies;
    for (std::size_t i = 0; i < starts.size(); ++i)
        bodies += fmt::format(
            R"(, {{"name": "b{}", "type": "rigid", "density": 1000, "shape": {}, {} "position": [{}, {}, {}],
                "rotation": {{"axis": [0, 1, 0], "degrees": {}}}}})",
            i, exact_box, more, starts[i].position[0], starts[i].position[1], starts[i].position[2],
            starts[i].degrees);
    return World(parse_scene(fmt::format(
        R"({{"bodies": [{{"name": "floor", "type": "static", "shape": {{"box": [4, 0.2, 4]}}, "position": [0, -0.1, 0]}}{}],
             "contact": {{"detection": {{"type": "{}"}}}}}})",
        bodies, detection)));
}

void run(World& world, double duration) {
    while (world.time() < duration) world.step();
}

double height(const World& world, int box) {
    return world.body(fmt::format("b{}", box)).center_of_mass()[1];
}

TEST(FlushBoxes, FallOnEachOtherFromAnyHeightAndGap) {
    for (const double drop : {0.2, 0.5, 1.0, 2.0})
        for (const double gap : {0.0005, 0.001, 0.002, 0.01, 0.02}) {
            World world = boxes({{{0, drop + flush_side / 2, 0}}, {{0, drop + 1.5 * flush_side + gap, 0}}});
            run(world, std::sqrt(2 * drop / 9.81) + 0.3);
            EXPECT_NEAR(height(world, 0), flush_side / 2, 1e-6) << drop << " m, gap " << gap;
            EXPECT_NEAR(height(world, 1), 1.5 * flush_side, 1e-6) << drop << " m, gap " << gap;
            EXPECT_TRUE(world.warnings().empty()) << drop << " m, gap " << gap;
        }
}

TEST(FlushBoxes, AColumnLandsBoxOnBox) {
    std::vector<Start> column;
    for (int i = 0; i < 8; ++i) column.push_back({{0, 0.35 + 0.11 * i, 0}});
    World world = boxes(column);
    run(world, 1);
    for (int i = 0; i < 8; ++i) EXPECT_NEAR(height(world, i), (i + 0.5) * flush_side, 1e-5) << "box " << i;
}

TEST(FlushBoxes, StartInEachOtherAndPartUpwards) {
    for (const char* detection : {"proximity", "continuous"})
        for (const double overlap : {1e-5, 0.0005, 0.002, 0.012, 0.03})
            for (const double shift : {0.0, 1e-7, 0.001, 0.03}) {
                World world =
                    boxes({{{0, flush_side / 2, 0}}, {{shift, 1.5 * flush_side - overlap, 0.5 * shift}}},
                          detection);
                run(world, 0.4);
                EXPECT_NEAR(height(world, 1), 1.5 * flush_side, overlap_left_alone)
                    << detection << ", overlap " << overlap << ", shift " << shift;
                EXPECT_EQ(world.warnings().empty(), overlap < 0.001 * flush_side / 0.1) << overlap;
            }
}

TEST(FlushBoxes, TurnedOnesStartInEachOtherAndPartUpwards) {
    for (const double degrees : {1.0, 5.0, 20.0, 45.0})
        for (const double overlap : {0.0005, 0.01}) {
            World world = boxes({{{0, flush_side / 2, 0}}, {{0, 1.5 * flush_side - overlap, 0}, degrees}});
            run(world, 0.4);
            EXPECT_NEAR(height(world, 0), flush_side / 2, 1e-5) << degrees << " degrees, overlap " << overlap;
            EXPECT_NEAR(height(world, 1), 1.5 * flush_side, 1e-5)
                << degrees << " degrees, overlap " << overlap;
        }
}

TEST(FlushBoxes, OfTrianglesAreAsGoodAsExactOnes) {
    for (const double overlap : {0.0005, 0.012, 0.03}) {
        World world = boxes({{{0, flush_side / 2, 0}}, {{0.001, 1.5 * flush_side - overlap, 0}}}, "proximity",
                            R"("surface": 0.025,)");
        run(world, 0.4);
        EXPECT_NEAR(height(world, 1), 1.5 * flush_side, 1e-5) << overlap;
    }
}

TEST(FlushBoxes, EqualOnesInTheSamePlacePart) {
    World world = boxes({{{0, flush_side / 2, 0}}, {{0, flush_side / 2, 0}}});
    run(world, 1);
    const Vector3 a = world.body("b0").center_of_mass(), b = world.body("b1").center_of_mass();
    EXPECT_GT(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), flush_side - 1e-4);
    EXPECT_GT(std::min(a[1], b[1]), flush_side / 2 - 1e-5);
    EXPECT_FALSE(world.warnings().empty());
}

TEST(FlushBoxes, AWallInRunningBondStandsAsItWasBuilt) {
    // 0.2 mm in each other from the start.
    std::vector<Start> wall;
    for (int row = 0; row < 4; ++row)
        for (int i = 0; i < 3; ++i)
            wall.push_back({{0.101 * i + (row % 2) * 0.05, flush_side / 2 + row * (flush_side - 0.0002), 0}});
    World world = boxes(wall);
    run(world, 0.5);
    for (std::size_t i = 0; i < wall.size(); ++i) {
        const auto row = static_cast<double>(i / 3);
        EXPECT_NEAR(height(world, static_cast<int>(i)), (row + 0.5) * flush_side, 2e-5) << "brick " << i;
    }
}

}  // namespace
}  // namespace limpet
