/// Docs show what is really there.

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

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
    static const std::regex link(R"(\]\((?!https?:)([^)#:\s]+)[^)]*\))");
    for (const fs::path& page : all_pages()) {
        const std::string text = text_of_file(page);
        for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it)
            EXPECT_TRUE(fs::exists(page.parent_path() / (*it)[1].str())) << page << " links to " << (*it)[1];
    }
}

TEST(Docs, HaveNoMarksOfAMerge) {
    for (const fs::path& page : all_pages())
        for (const char* mark : {"\n<<<<<<< ", "\n=======\n", "\n>>>>>>> "})
            EXPECT_EQ(text_of_file(page).find(mark), std::string::npos) << page;
}

}  // namespace
}  // namespace limpet
