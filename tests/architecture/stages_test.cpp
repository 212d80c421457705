/// The stages' names are the same in the code, in ARCHITECTURE.md and in the step.

#include "limpet/stages.h"
#include "support/paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace limpet {
namespace {

std::string text_of(const std::string& file) {
    std::ifstream in(std::string(LIMPET_ROOT) + "/" + file);
    EXPECT_TRUE(in) << file;
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

TEST(Stages, AreTheHeadingsOfTheArchitectureInOrder) {
    const std::string architecture = text_of("ARCHITECTURE.md");
    std::size_t at = 0;
    for (const std::string_view name : stage_names) {
        const std::size_t found = architecture.find("\n### " + std::string(name) + "\n", at);
        ASSERT_NE(found, std::string::npos) << name << " has no heading (or not in the step's order)";
        at = found;
    }
}

TEST(Stages, StepIsAPageLong) {
    const std::string world = text_of("src/step/world.cpp");
    const std::size_t begin = world.find("void World::step() {");
    ASSERT_NE(begin, std::string::npos);
    const std::size_t end = world.find("\n}\n", begin);
    const auto lines =
        std::count(world.begin() + static_cast<long>(begin), world.begin() + static_cast<long>(end), '\n');
    EXPECT_LE(lines, 80);
}

}  // namespace
}  // namespace limpet
