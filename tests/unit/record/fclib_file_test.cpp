#include "record/fclib_file.h"

#include <gtest/gtest.h>

#include "limpet/error.h"
#include "record/files.h"
#include "sample_run.h"

namespace limpet {
namespace {

Problem one_contact() {
    BlockPattern pattern;
    pattern.rows = pattern.columns = 1;
    pattern.row_start = {0, 1};
    pattern.column = {0};
    Problem problem;
    problem.W = BlockMatrix(pattern);
    for (int k = 0; k < 9; ++k) problem.W.block(0)[k] = k;
    problem.u0 = Vec3(-1, 2, 3);
    problem.friction = {0.25};
    return problem;
}

TEST(FclibFile, HoldsTheProblemsNumbers) {
    const sample::Folder folder;
    const auto path = folder / "one.hdf5";
    if (!has_fclib_files()) {
        EXPECT_THROW(write_fclib(one_contact(), path), InputError);
        GTEST_SKIP() << "built without HDF5 (libhdf5-dev)";
    }
    write_fclib(one_contact(), path);
    const std::string bytes = read_whole_file(path);
    EXPECT_EQ(bytes.substr(0, 8), "\x89HDF\r\n\x1a\n");
    // Small datasets are contiguous in the file: W by rows, u⁰ and μ can be found as they are.
    const auto holds = [&](const std::vector<double>& numbers) {
        const std::string wanted(reinterpret_cast<const char*>(numbers.data()),
                                 numbers.size() * sizeof(double));
        return bytes.find(wanted) != std::string::npos;
    };
    EXPECT_TRUE(holds({0, 3, 6, 1, 4, 7, 2, 5, 8}));
    EXPECT_TRUE(holds({-1, 2, 3}));
    EXPECT_TRUE(holds({0.25}));
    for (const char* name : {"fclib_local", "spacedim", "vectors", "nzmax", "mu"})
        EXPECT_NE(bytes.find(name), std::string::npos) << name;
    EXPECT_THROW(write_fclib(one_contact(), folder / "absent/one.hdf5"), InputError);
}

}  // namespace
}  // namespace limpet
