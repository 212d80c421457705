/// Files are read through one door, core/whole_file.h, which knows the limits; nothing else opens any.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include "support/paths.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;

/// Each with its reason.
const std::set<std::string> may_open = {
    "src/core/whole_file.cpp",    // the door
    "src/record/files.cpp",       // opens for writing
    "src/render/png.cpp",         // opens for writing
    "src/record/fclib_file.cpp",  // HDF5 opens files itself
    "src/import/confined.cpp",    // /dev/null, and the kernel's figure of its own size
};

TEST(OneDoor, NothingElseOpensFilesToReadThem) {
    const std::regex opens(
        R"(\bifstream\b|\bfopen\s*\(|\bfreopen\s*\(|(^|\W)::open\s*\(|\bgzopen\b|std::fstream\b|\bmmap\s*\()");
    std::set<std::string> unused = may_open;
    for (const char* folder : {"src", "apps"})
        for (const auto& entry : fs::recursive_directory_iterator(fs::path(LIMPET_ROOT) / folder)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".cpp" && extension != ".h") continue;
            const std::string name = fs::relative(entry.path(), LIMPET_ROOT).string();
            std::ifstream in(entry.path());
            int number = 0;
            for (std::string line; std::getline(in, line);) {
                ++number;
                if (!std::regex_search(line.substr(0, line.find("//")), opens)) continue;
                unused.erase(name);
                EXPECT_TRUE(may_open.contains(name))
                    << name << ":" << number
                    << " opens a file; io::load_file() of core/whole_file.h reads it";
            }
        }
    for (const std::string& name : unused) EXPECT_EQ(name, "src/record/fclib_file.cpp") << "opens nothing";
}

}  // namespace
}  // namespace limpet
