/// Docs show what is really there.

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "support/paths.h"
#include "support/run_command.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;
using testing_support::text_of_file;

const fs::path root = LIMPET_ROOT;

TEST(Docs, ShowTheProgramThatIsTested) {
    const std::string page = text_of_file(root / "docs/cpp-api.md");
    EXPECT_NE(page.find(text_of_file(root / "tests/install/outside.cpp")), std::string::npos);
    EXPECT_NE(page.find(text_of_file(root / "tests/install/touch.cpp")), std::string::npos);
    EXPECT_NE(page.find(text_of_file(root / "tests/install/CMakeLists.txt")), std::string::npos);
}

TEST(Docs, ShowTheFirstSceneThatShips) {
    const std::string scene = text_of_file(root / "scenes/first.json");
    EXPECT_NE(text_of_file(root / "README.md").find(scene), std::string::npos);
    EXPECT_LE(std::count(scene.begin(), scene.end(), '\n'), 25);
}

std::vector<fs::path> all_pages() {
    std::vector<fs::path> pages = {root / "README.md", root / "ARCHITECTURE.md", root / "CONTRIBUTING.md",
                                   root / "CHANGELOG.md"};
    for (const auto& entry : fs::recursive_directory_iterator(root / "docs"))
        if (entry.path().extension() == ".md") pages.push_back(entry.path());
    return pages;
}

TEST(Docs, LinkToFilesThatExist) {
    static const std::regex link(R"(\]\((?!https?:)([^)#:\s]+)[^)]*\))"), code(R"(```[^`]*```)");
    for (const fs::path& page : all_pages()) {
        const std::string text = std::regex_replace(text_of_file(page), code, "");
        for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it)
            EXPECT_TRUE(fs::exists(page.parent_path() / (*it)[1].str())) << page << " links to " << (*it)[1];
    }
}

TEST(Docs, HaveNoMarksOfAMerge) {
    for (const fs::path& page : all_pages())
        for (const char* mark : {"\n<<<<<<< ", "\n=======\n", "\n>>>>>>> "})
            EXPECT_EQ(text_of_file(page).find(mark), std::string::npos) << page;
}

/// Codes of all warnings in the sources, as Warnings::about_pair("code", …) and its kin or a Warning's first
/// member.
std::set<std::string> warning_codes() {
    static const std::regex code(
        R"re((?:\babout_(?:pair|group|body)\(|warnings_?\.push_back\(\s*\{|\bWarning\{)\s*"([^"]*)")re");
    std::set<std::string> codes;
    for (const auto& entry : fs::recursive_directory_iterator(root / "src")) {
        if (entry.path().extension() != ".cpp") continue;
        const std::string text = text_of_file(entry.path());
        for (std::sregex_iterator it(text.begin(), text.end(), code), end; it != end; ++it)
            codes.insert((*it)[1].str());
    }
    return codes;
}

/// docs/warnings.md has a row for each code, and none for a code that is gone.
TEST(Docs, ListEveryWarning) {
    const std::string page = text_of_file(root / "docs/warnings.md");
    static const std::regex row(R"(\n\| `([^`]*)` \|)");
    std::set<std::string> documented;
    for (std::sregex_iterator it(page.begin(), page.end(), row), end; it != end; ++it)
        documented.insert((*it)[1].str());
    const std::set<std::string> used = warning_codes();
    EXPECT_EQ(used, documented);
    for (const std::string& code : used)
        EXPECT_TRUE(std::regex_match(code, std::regex("[a-z][a-z-]*"))) << code;
}

}  // namespace
}  // namespace limpet
