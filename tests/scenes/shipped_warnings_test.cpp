/// Scenes that ship are free of warnings before their first step, but for those that deserve them.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "limpet/world.h"

namespace limpet {
namespace {

using Codes = std::set<std::string>;

/// Bonds as stiff as the paper's, on elements that are some ten to a hundred times larger than their front:
/// candy and lips do what they show, but take more work to part than W. Scenes of `limpet verify` that are
/// about holding or bonding do not part at all, and those about peeling are run there with finer elements,
/// too.
const std::map<std::string, Codes> deserved = {
    {"adhesion_cloth", {"bond-front"}},
    {"candy", {"bond-cut", "bond-front"}},
    {"three_laws", {"bond-cut", "bond-front"}},
    {"lips", {"bond-front"}},
    {"verify_bonding", {"bond-cut", "bond-front"}},
    {"verify_crossed", {"bond-front"}},
    {"verify_cycles", {"bond-front"}},
    {"verify_hanging", {"bond-cut"}},
    {"verify_peel", {"bond-front"}},
};

TEST(ShippedWarningsLong, AreOnlyThoseThatAreDeserved) {
    for (const ShippedScene& scene : shipped_scenes()) {
        const World world(load_scene(scene.file));
        Codes codes;
        for (const Warning& warning : world.warnings()) codes.insert(warning.code);
        const auto expected = deserved.find(scene.name);
        EXPECT_EQ(codes, expected == deserved.end() ? Codes{} : expected->second) << scene.name;
    }
}

}  // namespace
}  // namespace limpet
