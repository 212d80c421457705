#include <gtest/gtest.h>

#include "record/files.h"
#include "record/frame_files.h"
#include "sample_run.h"

namespace limpet {
namespace {

TEST(ObjFrames, OneObjectABodyAndCornersCountOn) {
    const sample::Folder folder;
    Frame frame{7, 0.5, {sample::floor_body(), sample::floor_body()}};
    frame.bodies[1].name = "second\nf 1 2 3";
    frame.bodies[1].vertices[0] = {0.1, 1.0 / 3, -2};
    make_obj_writer(folder.path(), "my scene", {})->write(frame);
    EXPECT_EQ(
        read_whole_file(folder / "my_scene_000007.obj"),
        "# " + limpet_mark() +
            "\n# time 0.5 s\no floor\nv -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nf 1 3 2\nf 1 4 3\n"
            "o second f 1 2 3\nv 0.1 0.3333333333333333 -2\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nf 5 7 6\nf 5 8 7\n");
}

TEST(FrameFiles, StepsInNames) {
    EXPECT_EQ(step_suffix(120), "_000120");
    EXPECT_EQ(step_suffix(12345678), "_12345678");
    EXPECT_EQ(step_of_file("a_b_000120.vtp"), 120);
    EXPECT_EQ(step_of_file("a_12345678.vtp"), 12345678);
    EXPECT_FALSE(step_of_file("a_120.vtp"));
    EXPECT_FALSE(step_of_file("a.vtp"));
    EXPECT_FALSE(step_of_file("a_-00120.vtp"));
    EXPECT_FALSE(step_of_file("a_99999999999999999999999.vtp"));
}

TEST(FrameFiles, OnlyLimpetsFramesAreRemoved) {
    const sample::Folder folder;
    make_obj_writer(folder.path(), "other", {})->write(sample::frame_at(3));
    make_vtk_writer(folder.path(), "other", {})->write(sample::frame_at(3));
    const std::vector<std::string> kept = {"mine_000003.obj", "scan.obj", "notes.txt", "mine.pvd",
                                           "mine.glb"};
    for (const std::string& name : kept) write_file(folder / name, "my own");
    write_file(folder / "limpets.obj", "# Limpet 0.1.0, but no frame of a run");
    remove_frames(folder.path(), {});
    std::size_t left = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++left;
    EXPECT_EQ(left, kept.size() + 1);
    for (const std::string& name : kept) EXPECT_EQ(read_whole_file(folder / name), "my own");
}

}  // namespace
}  // namespace limpet
