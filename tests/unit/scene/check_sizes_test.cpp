#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "limpet/limpet.h"

namespace limpet {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Of a machine with memory for any of these.
class CheckSizes : public testing::Test {
protected:
    CheckSizes() { set_memory_budget(1'000'000'000'000); }
    ~CheckSizes() override { set_memory_budget(0); }
};

/// What is said about a soft body with these fields; "" if nothing.
std::string complaint(const std::string& fields) {
    try {
        parse_scene(
            R"({"materials": {"m": {"young": 1e4}}, "bodies": [{"name": "b", "type": "soft", "material": "m", )" +
            fields + "}]}");
        return "";
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST_F(CheckSizes, BoxesAreCountedAsTheirMesherCutsThem) {
    // 100³ cells of five tetrahedra, and 160³.
    EXPECT_EQ(complaint(R"("shape": {"box": [1, 1, 1]}, "element": 0.01)"), "");
    EXPECT_THAT(complaint(R"("shape": {"box": [1, 1, 1]}, "element": 0.00625)"),
                AllOf(HasSubstr("bodies[0].element"), HasSubstr("about 2e+07 tetrahedra")));
}

TEST_F(CheckSizes, TheEdgeItAdvisesWorks) {
    for (const std::string shape : {R"("shape": {"box": [1, 1, 1]})", R"("shape": {"sphere": 0.5})",
                                    R"("shape": {"box": [1, 1, 0.01]})",
                                    R"("shape": {"box": [1, 1, 1]}, "refine_towards": [0, 0, 0])"}) {
        const std::string text = complaint(shape + R"(, "element": 0.0005)");
        std::smatch edge;
        ASSERT_TRUE(std::regex_search(text, edge, std::regex("an edge of ([0-9.e-]+) m or more"))) << text;
        const double advised = std::stod(edge[1]);
        const auto with = [&](double element) {
            return complaint(shape + ", \"element\": " + std::to_string(element));
        };
        EXPECT_EQ(with(advised), "") << shape;
        EXPECT_NE(with(0.85 * advised), "") << shape;
    }
}

TEST_F(CheckSizes, ThinPlatesAreToldThatNoEdgeHelps) {
    for (const char* element : {R"(, "element": 0.5)", ""}) {
        const std::string text = complaint(R"("shape": {"box": [10, 10, 0.001]})" + std::string(element));
        EXPECT_THAT(text, AllOf(HasSubstr("No edge is long enough"), HasSubstr("0.001 m of 10 m")));
    }
    EXPECT_EQ(complaint(R"("shape": {"box": [1, 1, 0.001]}, "element": 0.1)"), "");
}

TEST_F(CheckSizes, GradedBoxesHaveSixTetrahedraACellAtLeast) {
    const std::string box = R"("shape": {"box": [1, 1, 1]}, "element": 0.0065)";
    EXPECT_EQ(complaint(box), "");
    EXPECT_THAT(complaint(box + R"(, "refine_towards": [0, 0, 0], "refine_ratio": 2)"),
                HasSubstr("about 2.2e+07 tetrahedra"));
}

TEST_F(CheckSizes, WrongNumbersAreLeftToOtherChecks) {
    for (const char* fields :
         {R"("shape": {"box": [1, 1, 1]}, "element": -1)", R"("shape": {"box": [1, -1, 1]}, "element": 0.1)",
          R"("shape": {"box": [1, 1, 1]}, "element": 0.1, "refine_towards": [0, 0, 0], "refine_ratio": 0)"}) {
        const std::string text = complaint(fields);
        EXPECT_NE(text, "");
        EXPECT_EQ(text.find("makes about"), std::string::npos) << text;
    }
}

TEST_F(CheckSizes, BodiesBeyondTheMemoryBudgetAreToldAnEdgeThatFits) {
    set_memory_budget(1'000'000'000);
    const std::string bar = R"("shape": {"box": [1, 0.1, 0.1]}, "element": )";
    const std::string text = complaint(bar + "0.002");
    EXPECT_THAT(text, AllOf(HasSubstr("bodies[0].element: found a body that would take about"),
                            HasSubstr("allowed: what takes up to 1 GB, the memory budget (--memory)")));
    std::smatch edge;
    ASSERT_TRUE(std::regex_search(text, edge, std::regex("an edge of ([0-9.e-]+) m or more"))) << text;
    EXPECT_EQ(complaint(bar + edge[1].str()), "");
    EXPECT_NE(complaint(bar + std::to_string(0.85 * std::stod(edge[1]))), "");
}

TEST_F(CheckSizes, ManyBodiesAreCountedTogether) {
    std::string bodies;
    for (int i = 0; i < 1000; ++i)
        bodies += R"({"name": "b)" + std::to_string(i) +
                  R"(", "type": "rigid", "density": 1000, "shape": {"box": [1, 1, 1]}},)";
    const std::string scene = R"({"bodies": [)" + bodies + "]}";
    parse_scene(scene);
    set_memory_budget(100'000'000);
    try {
        parse_scene(scene);
        FAIL() << "a thousand boxes take more than 100 MB";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("1000 bodies that would take about"));
    }
}

}  // namespace
}  // namespace limpet
