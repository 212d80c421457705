/// What bounds the work of a step, and warnings that keep up with what they warn of.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "limpet/world.h"
#include "step/solve_budget.h"
#include "step/thin_out.h"
#include "support/warnings.h"

namespace limpet {
namespace {

TEST(SolveBudget, EndsByCount) {
    SolveBudget budget;
    int solves = 0;
    for (; budget.allows() && solves < 1000; ++solves) budget.spend({100, 10});
    EXPECT_EQ(solves, 40);
    EXPECT_TRUE(budget.refused());
    budget.begin_step();
    EXPECT_TRUE(budget.allows());
    EXPECT_FALSE(budget.refused());
}

TEST(SolveBudget, EndsEarlierWhereProblemsAreLarge) {
    const auto solves_of = [](double blocks) {
        SolveBudget budget;
        int solves = 0;
        for (; budget.allows() && solves < 1000; ++solves) budget.spend({blocks, 100});
        return solves;
    };
    EXPECT_EQ(solves_of(1e9), 4);
    EXPECT_EQ(solves_of(2e6), 5);
    EXPECT_EQ(solves_of(1e6), 10);
}

TEST(SolveBudget, HasAReserveAgainstGainsOfEnergy) {
    SolveBudget budget;
    int solves = 0;
    for (; budget.allows() && solves < 1000; ++solves) budget.spend({2e6, 100});
    EXPECT_EQ(solves, 5);
    for (; budget.allows_against_gain() && solves < 1000; ++solves) budget.spend({2e6, 100});
    EXPECT_EQ(solves, 10);
}

/// A body that moves on one that does not: n contacts, a third of them near.
std::vector<Contact> facing(int n) {
    std::vector<Contact> contacts(n);
    for (int i = 0; i < n; ++i) {
        contacts[i].key = {0, 1, FeaturePair::VertexFace, i, 0};
        contacts[i].gap = i % 3 == 0 ? 0.5 : 2;
    }
    return contacts;
}

TEST(ThinOut, KeepsEveryKthOfWhatIsNotNear) {
    const std::vector<Contact> contacts = facing(300);
    const std::vector<bool> none(300, false), moves = {false, true};
    const auto out = [&](double most) { return contacts_to_thin_out(contacts, moves, none, 1, most); };
    EXPECT_EQ(out(300.0 * 300), none);
    const std::vector<bool> left_out = out(100.0 * 100);
    EXPECT_EQ(std::count(left_out.begin(), left_out.end(), true), 200 - 67);
    for (int i = 0; i < 300; i += 3) EXPECT_FALSE(left_out[i]) << i;
}

/// A press closes on a rigid ball, which cannot give way: the overlap grows by half a millimetre in each
/// step.

/// The depth that a warning says. [m]
double said_depth(const Warning& warning) {
    const std::size_t at = warning.sentence.find("overlap by ");
    EXPECT_NE(at, std::string::npos);
    return std::stod(warning.sentence.substr(at + 11));
}

/// Each says the figure of its step, stays as it was issued, and comes again when the figure has doubled.
TEST(Warnings, AreIssuedAgainWithTheirTrueFigure) {
    World world(parse_scene(R"({"name": "press", "time": {"step": 0.005, "duration": 1},
        "contact": {"detection": {"distance": 0.001}}, "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -0.05, 0]},
        {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.05}, "position": [0, 0.05, 0]},
        {"name": "press", "type": "static", "shape": {"box": [0.3, 0.1, 0.3]}, "position": [0, 0.15, 0],
         "motion": [[0, [0, 0, 0]], [0.2, [0, -0.04, 0]]]}]})"));
    double worst = 0, said = 0;
    std::vector<Warning> issued;
    std::map<std::vector<std::string>, double> last;
    for (int i = 0; i < 32; ++i) {
        world.step();
        worst = std::max(worst, world.last_step().penetration);
        const std::vector<Warning> now = warnings_of(world, "overlap");
        ASSERT_GE(now.size(), issued.size());
        for (std::size_t k = 0; k < issued.size(); ++k) ASSERT_EQ(now[k].sentence, issued[k].sentence);
        for (std::size_t k = issued.size(); k < now.size(); ++k) {
            const double depth = said_depth(now[k]);
            EXPECT_LE(depth, 1.01 * world.last_step().penetration);
            EXPECT_GE(depth, 1.99 * last[now[k].bodies]);
            last[now[k].bodies] = depth;
            said = std::max(said, depth);
        }
        issued = now;
    }
    ASSERT_GT(worst, 0.003);
    EXPECT_LE(said, 1.01 * worst);
    EXPECT_GT(2 * said, worst);
    EXPECT_GE(issued.size(), 6u);
}

}  // namespace
}  // namespace limpet
