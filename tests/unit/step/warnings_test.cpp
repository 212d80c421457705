#include "step/warnings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bodies/make_body.h"
#include "limpet/scene.h"

namespace limpet {
namespace {

TEST(WarningsOfBodies, AreIssuedOnceAndAgainWhenTheirFigureHasDoubled) {
    const Scene scene = parse_scene(R"({"time": {"step": 0.01, "duration": 1}, "bodies": [
        {"name": "a", "type": "static", "shape": {"box": [1, 1, 1]}},
        {"name": "b", "type": "static", "shape": {"box": [1, 1, 1]}}]})");
    const auto bodies = make_bodies(scene, nullptr);
    std::vector<Warning> issued;
    Warnings warnings(bodies, issued);
    int made = 0;
    const auto by = [&](double depth) {
        return [&made, depth] {
            ++made;
            return fmt::format("overlap by {}", depth);
        };
    };
    warnings.about_pair("overlap", 0, 1, 1, by(1));
    warnings.about_pair("overlap", 0, 1, 1.9, by(1.9));
    ASSERT_EQ(issued.size(), 1u);
    EXPECT_EQ(issued[0].sentence, "bodies \"a\" and \"b\" overlap by 1") << "as it was issued";
    warnings.about_pair("overlap", 0, 1, 2, by(2));
    warnings.about_pair("overlap", 0, 1, 3.9, by(3.9));
    warnings.about_pair("overlap", 0, 1, 1, by(1));
    ASSERT_EQ(issued.size(), 2u);
    EXPECT_EQ(issued[0].sentence, "bodies \"a\" and \"b\" overlap by 1") << "stays";
    EXPECT_EQ(issued[1].sentence, "bodies \"a\" and \"b\" overlap by 2");
    EXPECT_EQ(made, 2) << "sentences of warnings that are not issued are not made";
    warnings.about_pair("overlap", 0, 0, 1, "overlap by 1");
    EXPECT_EQ(issued.back().sentence, "body \"a\" touches itself: its parts overlap by 1");
    EXPECT_EQ(issued.back().bodies, std::vector<std::string>{"a"});
    const auto others = [] { return std::vector<std::string>{"c", "d"}; };
    warnings.about_group("residual", 0, 1, others, 0, "are wrong");
    EXPECT_EQ(issued.back().sentence, "bodies \"a\" and \"b\" are wrong; coupled with them: \"c\", \"d\"");
    EXPECT_EQ(issued.back().bodies, (std::vector<std::string>{"a", "b", "c", "d"}));
    warnings.about_group("residual", 0, 1, others, 0, "are wrong");
    EXPECT_EQ(issued.size(), 4u);
    warnings.about_body("gain", 1, 0, "gains energy");
    warnings.about_body("gain", 1, 0, "gains more");
    EXPECT_EQ(issued.size(), 5u);
    EXPECT_EQ(issued.back().sentence, "body \"b\" gains energy");
}

}  // namespace
}  // namespace limpet
