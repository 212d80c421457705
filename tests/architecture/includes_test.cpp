/// The folders of src/ form layers; includes point one way. What may see what is ARCHITECTURE.md's picture.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "support/paths.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;

const std::map<std::string, std::set<std::string>> may_include = {
    {"core", {}},
    {"linear", {"core"}},
    {"shapes", {"core"}},
    {"bodies", {"core", "linear", "shapes"}},
    {"detect", {"core", "shapes"}},
    {"audit", {"core", "shapes"}},
    {"contact", {"core", "linear", "shapes", "bodies", "detect"}},
    {"compliance", {"core", "linear", "shapes", "bodies", "detect", "contact"}},
    {"solve", {"core", "linear"}},
    {"step", {"core", "linear", "shapes", "bodies", "detect", "contact", "compliance", "solve"}},
    {"scene", {"core", "shapes"}},
    {"import", {"core", "shapes"}},
    {"record", {"core", "solve"}},
    {"haptics", {"core", "solve", "record"}},
    {"view", {"core"}},
    {"render", {"core"}},
    {"verify", {"core", "shapes", "detect", "record", "solve"}},
    {"bench",
     {"core", "linear", "shapes", "bodies", "detect", "contact", "compliance", "solve", "step", "scene",
      "record", "verify"}},
};

/// Of the public headers, those that a layer below step must not see: they belong to what is above it.
const std::set<std::string> public_for_clients = {
    "limpet/audit.h",  "limpet/bench.h",  "limpet/haptics.h", "limpet/mesh_formats.h",
    "limpet/record.h", "limpet/render.h", "limpet/verify.h",  "limpet/limpet.h"};

std::vector<std::string> includes_of(const fs::path& file) {
    static const std::regex pattern("^\\s*#\\s*include\\s*\"([^\"]+)\"");
    std::vector<std::string> includes;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (std::regex_search(line, match, pattern)) includes.push_back(match[1]);
    }
    return includes;
}

template <class Check>
void for_each_source(const fs::path& folder, const Check& check) {
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp") check(entry.path());
}

TEST(Includes, PointOneWay) {
    const fs::path src = fs::path(LIMPET_ROOT) / "src";
    int files = 0;
    for_each_source(src, [&](const fs::path& file) {
        ++files;
        const std::string layer = fs::relative(file, src).begin()->string();
        ASSERT_TRUE(may_include.contains(layer)) << file << ": a folder that the architecture does not know";
        for (const std::string& include : includes_of(file)) {
            const std::string target = fs::path(include).begin()->string();
            if (target == "limpet") {
                const bool client = layer == "import" || layer == "record" || layer == "render" ||
                                    layer == "view" || layer == "haptics" || layer == "verify" ||
                                    layer == "bench" || layer == "audit";
                EXPECT_TRUE(client || !public_for_clients.contains(include))
                    << file << " includes " << include;
                continue;
            }
            EXPECT_TRUE(target == layer || may_include.at(layer).contains(target))
                << file << " includes " << include;
        }
    });
    EXPECT_GT(files, 50);
}

TEST(Includes, PublicHeadersSeeOnlyPublicHeadersAndTheStandardLibrary) {
    static const std::regex angle("^\\s*#\\s*include\\s*<([^>]+)>");
    for_each_source(fs::path(LIMPET_ROOT) / "include", [&](const fs::path& file) {
        for (const std::string& include : includes_of(file))
            EXPECT_TRUE(include.starts_with("limpet/")) << file << ": " << include;
        std::ifstream in(file);
        for (std::string line; std::getline(in, line);) {
            std::smatch match;
            if (!std::regex_search(line, match, angle)) continue;
            EXPECT_EQ(match[1].str().find_first_of("./"), std::string::npos) << file << ": " << line;
        }
    });
}

/// limpet/export.h: a header that forgets it is one whose functions a shared library would hide.
TEST(Includes, PublicHeadersAreVisible) {
    for_each_source(fs::path(LIMPET_ROOT) / "include", [&](const fs::path& file) {
        std::ifstream in(file);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        if (text.find("\nnamespace ") == std::string::npos) return;
        EXPECT_NE(text.find("\nnamespace LIMPET_API limpet {"), std::string::npos) << file;
    });
}

TEST(Includes, CommandSeesThePublicApiAndTwoHeadersOfCoreAlone) {
    for_each_source(fs::path(LIMPET_ROOT) / "apps", [&](const fs::path& file) {
        for (const std::string& include : includes_of(file))
            EXPECT_TRUE(include.starts_with("limpet/") || include == "core/text.h" ||
                        include == "core/processor.h" || include.find('/') == std::string::npos)
                << file << ": " << include;
    });
}

}  // namespace
}  // namespace limpet
