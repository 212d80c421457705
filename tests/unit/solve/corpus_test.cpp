/// Inputs that broke a promise once, or are of a kind that may (tests/corpus/fc3d; more come from
/// tests/fuzz): all solvers keep what docs/solvers.md promises.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "limpet/error.h"
#include "solve/fc3d_file.h"
#include "support/paths.h"
#include "support/solver_promises.h"

namespace limpet {
namespace {

std::vector<std::string> corpus() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(LIMPET_ROOT "/tests/corpus/fc3d"))
        files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
}

TEST(Corpus, AllSolversKeepTheirPromises) {
    int read = 0;
    for (const std::string& file : corpus()) {
        if (file.find("unreadable_") != std::string::npos) continue;
        Problem problem = read_fc3d(file);
        ++read;
        for (const SolveLimits& limits : {SolveLimits{0, 1e-6}, {60, 0}, {500, 1e-9, true}}) {
            problem.start.resize(0);
            EXPECT_EQ(testing_support::broken_promise(problem, limits), "") << file;
            problem.start = VecX::LinSpaced(problem.u0.size(), -1, 2);
            EXPECT_EQ(testing_support::broken_promise(problem, limits), "") << file << ", with a start";
        }
    }
    EXPECT_GE(read, 8);
}

TEST(Corpus, UnreadableFilesAreRefused) {
    int refused = 0;
    for (const std::string& file : corpus())
        if (file.find("unreadable_") != std::string::npos) {
            EXPECT_THROW(read_fc3d(file), InputError) << file;
            ++refused;
        }
    EXPECT_GE(refused, 2);
}

}  // namespace
}  // namespace limpet
