#include "haptics/path_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "limpet/error.h"
#include "support/run_command.h"

namespace limpet::haptics {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::ScratchFolder;

PosePath path_with(const std::string& text) {
    const ScratchFolder scratch;
    return read_path(scratch.file("path.csv", text));
}

std::string path_complaint(const std::string& text) {
    try {
        path_with(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(PathFile, IsLinearBetweenItsRowsAndConstantBeyond) {
    PosePath path =
        path_with("time,x,y,z,qw,qx,qy,qz\n0.1,1,2,3,1,0,0,0\r\n# a pause\n\n0.3,2,2,1,0,0,0,1.5\n");
    EXPECT_EQ(path.at(0).position, (Vector3{1, 2, 3}));
    const DevicePose half = path.at(0.2);
    EXPECT_NEAR(half.position[0], 1.5, 1e-15);
    EXPECT_NEAR(half.position[2], 2, 1e-15);
    EXPECT_NEAR(half.orientation[0], std::sqrt(0.5), 1e-12);
    EXPECT_NEAR(half.orientation[3], std::sqrt(0.5), 1e-12);
    EXPECT_EQ(path.at(9).position, (Vector3{2, 2, 1}));
    EXPECT_NEAR(path.at(9).orientation[3], 1, 1e-12);
    // Time may begin anew.
    EXPECT_EQ(path.at(0.05).position, (Vector3{1, 2, 3}));
}

TEST(PathFile, ARowThatIsNotFiniteIsAFaultUntilTheNext) {
    PosePath path = path_with("time,x,y,z\n0,0,0,0\n1,nan,0,0\n2,,0,0\n3,5,0,0\n");
    EXPECT_FALSE(path.is_finite());
    EXPECT_EQ(path.at(0.9).position[0], 0);
    EXPECT_TRUE(std::isnan(path.at(1.5).position[0]));
    EXPECT_TRUE(std::isnan(path.at(2.5).position[0]));
    EXPECT_EQ(path.at(3).position[0], 5);
}

TEST(PathFile, SaysFileLineAndWhatIsAllowed) {
    EXPECT_THAT(path_complaint("time,x,y\n"), AllOf(HasSubstr("path.csv:1"), HasSubstr("time,x,y,z")));
    EXPECT_THAT(path_complaint("time,x,y,z\n0,1,2\n"), AllOf(HasSubstr("path.csv:2"), HasSubstr("3 cells")));
    EXPECT_THAT(path_complaint("time,x,y,z\n0,1,2,three\n"), HasSubstr("found \"three\""));
    EXPECT_THAT(path_complaint("time,x,y,z\n1,0,0,0\n1,0,0,0\n"), AllOf(HasSubstr(":3"), HasSubstr("grow")));
    EXPECT_THAT(path_complaint("time,x,y,z\nnan,0,0,0\n"), HasSubstr("finite"));
    EXPECT_THAT(path_complaint("time,x,y,z,qw,qx,qy,qz\n0,0,0,0,0,0,0,0\n"), HasSubstr("no rotation"));
    EXPECT_THAT(path_complaint("time,x,y,z\n"), HasSubstr("no rows"));
    EXPECT_THAT(path_complaint(""), HasSubstr("no rows"));
}

}  // namespace
}  // namespace limpet::haptics
