/// The state after 50 steps of scenes that ship, as a hash: work on the house must not move a stone.
///
/// hashes.txt has a line for each: hash, scene, overrides as `--set` has them. Results that change on purpose
/// are named in CHANGELOG.md with the scenes they touch; LIMPET_GOLDEN_OUT=FILE appends the lines as they are
/// now to FILE.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <span>
#include <sstream>

#include "limpet/world.h"
#include "support/paths.h"

namespace limpet {
namespace {

constexpr int steps = 50;

struct Golden {
    std::string hash, scene;
    std::vector<std::string> overrides;

    std::string line() const {
        std::string text = fmt::format("{} {}", hash, scene);
        for (const std::string& override : overrides) text += " " + override;
        return text;
    }
};

struct GoldenFile {
    std::string build;  ///< compiler and flags that the hashes are of
    std::vector<Golden> entries;
};

GoldenFile read_golden() {
    GoldenFile file;
    std::ifstream in(LIMPET_ROOT "/tests/golden/hashes.txt");
    for (std::string line; std::getline(in, line);) {
        constexpr std::string_view build = "# build: ";
        if (line.starts_with(build)) file.build = line.substr(build.size());
        if (line.empty() || line.starts_with('#')) continue;
        std::istringstream words(line);
        Golden entry;
        words >> entry.hash >> entry.scene;
        for (std::string word; words >> word;) entry.overrides.push_back(word);
        file.entries.push_back(std::move(entry));
    }
    return file;
}

/// FNV-1a, 64 bits.
class Hash {
public:
    void add(std::uint64_t value) {
        for (int byte = 0; byte < 8; ++byte) hash_ = (hash_ ^ (value >> 8 * byte & 0xff)) * 0x100000001b3;
    }
    void add(std::span<const double> values) {
        add(values.size());
        for (const double value : values) add(std::bit_cast<std::uint64_t>(value));
    }
    std::string text() const { return fmt::format("{:016x}", hash_); }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325;
};

std::string hash_of(const WorldState& state) {
    Hash hash;
    for (const WorldState::BodyState& body : state.bodies) hash.add(body.values);
    hash.add(state.contacts);
    return hash.text();
}

class GoldenHashes : public testing::TestWithParam<Golden> {};

TEST_P(GoldenHashes, StateAfterFiftySteps) {
    const std::string expected_build = read_golden().build;
    const char* const out = std::getenv("LIMPET_GOLDEN_OUT");
    if (!out && expected_build != LIMPET_BUILD)
        GTEST_SKIP() << "hashes are of \"" << expected_build << "\", this is \"" << LIMPET_BUILD << '"';
    const Golden& golden = GetParam();
    World world(load_scene(golden.scene, golden.overrides));
    while (world.steps() < steps) world.step();
    const std::string hash = hash_of(world.state());
    if (out)
        std::ofstream(out, std::ios::app) << Golden{hash, golden.scene, golden.overrides}.line() << '\n';
    else
        EXPECT_EQ(hash, golden.hash) << golden.line();
}

std::string name_of(const testing::TestParamInfo<Golden>& info) {
    std::string name = info.param.scene;
    for (const std::string& override : info.param.overrides) name += "_" + override;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, GoldenHashes, testing::ValuesIn(read_golden().entries), name_of);

TEST(GoldenHashesFile, HasScenesOfEveryKind) {
    const GoldenFile file = read_golden();
    EXPECT_FALSE(file.build.empty());
    EXPECT_GE(file.entries.size(), 20u);
    std::string all;
    for (const Golden& entry : file.entries) all += entry.line() + "\n";
    for (const std::string_view solver : solver_names)
        EXPECT_NE(all.find(fmt::format("solver.type={}", solver)), std::string::npos) << solver;
}

}  // namespace
}  // namespace limpet
