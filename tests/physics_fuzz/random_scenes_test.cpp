/// Random scenes, judged from outside: docs/physics-fuzz.md. A scene is found again by
/// `limpet_fuzz_scenes --seed 1 --only K --shrink`.

#include <gtest/gtest.h>

#include "limpet/threads.h"
#include "physics_fuzz/judge_scene.h"
#include "physics_fuzz/scene_classes.h"
#include "support/run_command.h"

namespace limpet::physics_fuzz {
namespace {

constexpr std::uint64_t seed = 1;
constexpr int quick_scenes = 250, quick_chunk = 5;
constexpr int all_scenes = 10'000, long_chunk = 250;
constexpr int quick_cells = 60, all_cells = 1000;

using MakeScene = Scene (*)(std::uint64_t seed, std::uint64_t index);

void expect_no_silent_violation(int from, int count, MakeScene make = random_scene) {
    set_threads(1);
    const testing_support::ScratchFolder scratch;
    write_mesh_files(scratch.path().string());
    for (int i = from; i < from + count; ++i) {
        const Scene scene = make(seed, static_cast<std::uint64_t>(i));
        const Judgement j = judge_scene(scene, scratch.path().string(), i);
        if (j.outcome == Outcome::Refused || j.outcome == Outcome::Silent) {
            std::string lines;
            for (const std::string& line : j.lines) lines += "  " + line + "\n";
            ADD_FAILURE() << scene.name << ": " << outcome_name(j.outcome) << "\n"
                          << lines << scene_to_json(scene);
        }
    }
    set_threads(0);
}

class PhysicsFuzz : public testing::TestWithParam<int> {};

TEST_P(PhysicsFuzz, NothingGoesWrongInSilence) {
    expect_no_silent_violation(GetParam() * quick_chunk, quick_chunk);
}

INSTANTIATE_TEST_SUITE_P(Chunks, PhysicsFuzz, testing::Range(0, quick_scenes / quick_chunk));

class PhysicsFuzzLong : public testing::TestWithParam<int> {};

TEST_P(PhysicsFuzzLong, NothingGoesWrongInSilence) {
    expect_no_silent_violation(GetParam() * long_chunk, long_chunk);
}

INSTANTIATE_TEST_SUITE_P(Chunks, PhysicsFuzzLong, testing::Range(1, all_scenes / long_chunk));

class CellFuzz : public testing::TestWithParam<int> {};

TEST_P(CellFuzz, NothingGoesWrongInSilence) {
    expect_no_silent_violation(GetParam() * quick_chunk, quick_chunk, random_cell_scene);
}

INSTANTIATE_TEST_SUITE_P(Chunks, CellFuzz, testing::Range(0, quick_cells / quick_chunk));

class CellFuzzLong : public testing::TestWithParam<int> {};

TEST_P(CellFuzzLong, NothingGoesWrongInSilence) {
    expect_no_silent_violation(GetParam() * long_chunk, long_chunk, random_cell_scene);
}

INSTANTIATE_TEST_SUITE_P(Chunks, CellFuzzLong, testing::Range(0, all_cells / long_chunk));

}  // namespace
}  // namespace limpet::physics_fuzz
