/// Random scenes that are touched at random while they run: docs/physics-fuzz.md. One is found again by
/// `limpet_fuzz_scenes --seed 1 --touched --only K`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "limpet/threads.h"
#include "physics_fuzz/judge_scene.h"
#include "physics_fuzz/one_body.h"
#include "physics_fuzz/scene_classes.h"
#include "support/run_command.h"

namespace limpet::physics_fuzz {
namespace {

constexpr std::uint64_t touched_seed = 1;
constexpr int quick_touched = 30, quick_touched_chunk = 5;
/// Of the processor, per scene and run: few take longer, and those are judged as far as they come [s].
constexpr double quick_seconds = 1;
constexpr int all_touched = 1000, long_touched_chunk = 97;

void expect_no_silent_touch(int from, int count, double seconds) {
    set_threads(1);
    const testing_support::ScratchFolder scratch;
    write_mesh_files(scratch.path().string());
    for (int i = from; i < from + count; ++i) {
        const Scene scene = random_scene(touched_seed, static_cast<std::uint64_t>(i));
        std::vector<RecordedCommand> commands;
        const Judgement j =
            judge_touched(scene, scratch.path().string(), touched_seed, i, seconds, &commands);
        if (j.outcome != Outcome::Refused && j.outcome != Outcome::Silent) continue;
        std::string lines;
        for (const std::string& line : j.lines) lines += "  " + line + "\n";
        for (const RecordedCommand& command : commands) lines += to_json(command) + "\n";
        ADD_FAILURE() << scene.name << ": " << outcome_name(j.outcome) << "\n"
                      << lines << scene_to_json(scene);
    }
    set_threads(0);
}

class TouchedFuzz : public testing::TestWithParam<int> {};

TEST_P(TouchedFuzz, NothingGoesWrongInSilence) {
    expect_no_silent_touch(GetParam() * quick_touched_chunk, quick_touched_chunk, quick_seconds);
}

INSTANTIATE_TEST_SUITE_P(Chunks, TouchedFuzz, testing::Range(0, quick_touched / quick_touched_chunk));

/// Those that went wrong once.
class FoundTouched : public testing::TestWithParam<int> {};

TEST_P(FoundTouched, AreGoodNow) {
    expect_no_silent_touch(GetParam(), 1, RunLimits{}.seconds);
}

INSTANTIATE_TEST_SUITE_P(All, FoundTouched, testing::Values(2, 35, 155, 173, 218, 265));

class TouchedFuzzLong : public testing::TestWithParam<int> {};

TEST_P(TouchedFuzzLong, NothingGoesWrongInSilence) {
    expect_no_silent_touch(quick_touched + GetParam() * long_touched_chunk, long_touched_chunk,
                           RunLimits{}.seconds);
}

INSTANTIATE_TEST_SUITE_P(Chunks, TouchedFuzzLong,
                         testing::Range(0, (all_touched - quick_touched) / long_touched_chunk));

/// A body of 2 kg without gravity, pulled by 4 N for ten steps of 10 ms; `change` makes it wrong.
template <class Change>
std::vector<std::string> pulled(const Change& change) {
    SceneRun run = run_of_one_body("throw 0-0");
    run.touches.emplace();
    double x = 0, v = 0;
    for (int n = 0; n < 10; ++n) {
        Moment moment;
        moment.record.time = 0.01 * n;
        BodyMoment body{};
        if (n > 0) {
            v += 0.01 * 4 / 2;
            x += 0.01 * v;
            body.pull = Vec3(4, 0, 0);
            body.push = 4;
            moment.work = 4 * 0.01 * v;
        }
        moment.record.kinetic = v * v;
        body.center = Vec3(x, 0, 0);
        body.momentum = Vec3(2 * v, 0, 0);
        body.angular_momentum = body.contact_force = Vec3::Zero();
        body.fastest = v;
        moment.bodies = {body};
        change(moment, n);
        run.moments.push_back(moment);
    }
    std::vector<std::string> names;
    for (const Violation& found : check_all(run)) names.push_back(found.invariant);
    return names;
}

TEST(TouchedScenes, CatchWorkAndMomentumThatNobodyGave) {
    using testing::ElementsAre;
    EXPECT_THAT(pulled([](Moment&, int) {}), ElementsAre());
    EXPECT_THAT(pulled([](Moment& m, int) { m.work /= 3; }), ElementsAre("energy"));
    EXPECT_THAT(pulled([](Moment& m, int) { m.bodies[0].pull *= 1.001; }), ElementsAre("forces"));
    EXPECT_THAT(pulled([](Moment& m, int n) {
                    if (n > 5) m.record.potential += 1;
                    if (n == 6) m.brought = 1;
                }),
                ElementsAre())
        << "a body that was added";
}

TEST(TouchedScenes, CatchWorldsThatNoticeABystander) {
    const testing_support::ScratchFolder scratch;
    write_mesh_files(scratch.path().string());
    const Scene scene = random_scene(touched_seed, 8);
    const std::string text = scene_to_json(scene), folder = scratch.path().string();
    SceneRun run = run_scene(text, folder, {}, random_touches(scene, touched_seed, 8));
    ASSERT_FALSE(run.commands.empty());
    EXPECT_TRUE(check_bystander(run, text, folder).empty());
    double& value = run.states.back().bodies.back().values.front();
    value = std::nextafter(value, 1e300);
    EXPECT_EQ(check_bystander(run, text, folder).size(), 1u);
}

}  // namespace
}  // namespace limpet::physics_fuzz
