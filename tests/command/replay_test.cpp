/// Runs with commands: recorded, run again, killed and resumed, always to the same bytes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "command/falling.h"
#include "limpet/limpet.h"
#include "support/run_command.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing_support::kill_limpet;
using testing_support::run_contents;
using testing_support::run_limpet;
using testing_support::ScratchFolder;
using testing_support::text_of_file;

constexpr const char* touched = R"({
  "name": "touched", "time": { "step": 0.005, "duration": 0.2 },
  "materials": { "gel": { "young": 2e4, "density": 1000, "damping": { "stiffness": 0.01 } } },
  "bodies": [
    { "name": "floor", "type": "static", "shape": { "box": [2, 0.1, 2] }, "position": [0, -0.05, 0] },
    { "name": "ball", "type": "rigid", "shape": { "sphere": 0.05 }, "density": 500, "position": [-0.3, 0.0505, 0] },
    { "name": "jelly", "type": "soft", "shape": { "box": [0.1, 0.1, 0.1] }, "element": 0.05, "material": "gel",
      "position": [0, 0.0505, 0], "motion": [{ "name": "top", "nodes": { "box": [[-1, 0.049, -1], [1, 1, 1]] },
      "keyframes": [[0, [0, 0, 0]]] }] },
    { "name": "flan", "type": "soft", "shape": { "box": [0.1, 0.1, 0.1] }, "element": 0.05, "material": "gel",
      "position": [0.3, 0.0505, 0] },
    { "name": "sheet", "type": "cloth", "shape": { "plane": [0.2, 0.2] }, "surface": 0.05, "material": "gel",
      "position": [0.7, 0.02, 0] }],
  "contact": { "law": { "friction": 0.4, "adhesion": { "stiffness": 1e5, "energy": 0.5, "reference_gap": 0.002,
               "bonding_rate": 1, "saturation": 100 } }, "detection": { "distance": 0.01 } },
  "probes": [ { "name": "ball", "body": "ball", "what": "position" }, { "name": "push", "body": "jelly", "what": "contact_force" } ]
})";

/// Every verb, some of them twice in one step.
constexpr const char* verbs = R"({"step":0,"apply_force":{"body":1,"force":[0.5,0,0]}}
{"step":2,"set":{"path":"contact.law.friction","value":"0.1"}}
{"step":3,"grab":{"body":1,"at":[-0.3,0.1,0]}}
{"step":3,"move":{"grab":0,"target":[-0.25,0.15,0]}}
{"step":5,"grab":{"body":3,"at":[0.3,0.1,0],"settings":{"stiffness":200,"damping":1,"max_force":5}}}
{"step":6,"move":{"grab":1,"target":[0.3,0.2,0.05]}}
{"step":8,"move_to":{"body":2,"position":[0.01,0.07,0],"duration":0.05,"group":"top"}}
{"step":9,"move_to":{"body":0,"position":[0,-0.048,0],"rotation":{"axis":[0,0,1],"degrees":1},"duration":0.04}}
{"step":11,"add":{"name":"new","type":"rigid","shape":{"box":[0.05,0.05,0.05]},"density":800,"position":[0.1,0.2,0]}}
{"step":13,"apply_force":{"body":5,"force":[0,0,1],"at":[0.1,0.22,0]}}
{"step":15,"cut":{"bodies":[3],"from":[[0.2,0.2,-0.2],[0.2,0.2,0.2]],"to":[[0.4,0.2,-0.2],[0.4,0.05,0.2]]}}
{"step":17,"release":0}
{"step":19,"grab":{"body":4,"at":[0.7,0.02,0]}}
{"step":20,"move":{"grab":2,"target":[0.7,0.1,0]}}
{"step":21,"set":{"path":"materials.gel.damping.mass","value":"3"}}
{"step":22,"set":{"path":"gravity","value":"[0, -8, 0.5]"}}
{"step":24,"remove":1}
{"step":26,"set":{"path":"contact.law.adhesion.energy","value":"0.2"}}
{"step":30,"release":1}
)";

TEST(Replay, ResumedAtEveryFifthStepAmongCommandsGivesTheSameBytes) {
    const ScratchFolder scratch;
    const std::vector<RecordedCommand> commands = read_commands(scratch.file("verbs.jsonl", verbs));
    std::map<long, WorldState> states;
    const long last = 40;
    const Scene scene = parse_scene(touched);
    World whole(scene);
    CommandQueue all(commands);
    while (true) {
        states[whole.steps()] = whole.state();
        if (whole.steps() == last) break;
        all.apply_due(whole);
        whole.step();
    }
    for (long step = 0; step < last; step += 5) {
        World world(scene);
        resume(world, states.at(step), commands);
        EXPECT_EQ(world.state(), states.at(step)) << step;
        CommandQueue rest(commands, step);
        while (world.steps() < last) {
            rest.apply_due(world);
            world.step();
            ASSERT_EQ(world.state(), states.at(world.steps()))
                << "resumed at " << step << ", after " << world.steps();
        }
        EXPECT_EQ(world.scene(), whole.scene());
    }
}

TEST(Replay, OfARecordedRunIsTheSame) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("touched.json", touched), out = (scratch.path() / "out").string();
    const std::string commands = scratch.file("verbs.jsonl", verbs);
    const auto run = run_limpet({"run", scene, "--out", out, "--frames", "none", "--commands", commands,
                                 "--set", "gravity=[0, -9, 0]"});
    ASSERT_EQ(run.exit_code, 0) << run.output;
    EXPECT_EQ(read_commands(out + "/commands.jsonl"), read_commands(commands)) << "recorded as it was done";
    const auto again = run_limpet({"replay", out, "--threads", "1"});
    EXPECT_EQ(again.exit_code, 0) << again.output;
    EXPECT_THAT(again.output, HasSubstr("40 steps, all the same"));

    // A command that is left out is a difference, and so is another number.
    const std::string recorded = text_of_file(out + "/commands.jsonl");
    scratch.file("out/commands.jsonl", recorded.substr(0, recorded.rfind("{\"step\":26")));
    const auto other = run_limpet({"replay", out});
    EXPECT_EQ(other.exit_code, 1) << other.output;
    EXPECT_THAT(other.output, HasSubstr("differs: steps.csv: "));
    EXPECT_THAT(other.output, HasSubstr(" where the run has "));
    scratch.file("out/commands.jsonl", recorded);
    std::string probes = text_of_file(out + "/probes.csv");
    const std::size_t row = probes.find("\n0.025,");
    ASSERT_NE(row, std::string::npos);
    probes.erase(row + 7, 1);  // its sign
    scratch.file("out/probes.csv", probes);
    EXPECT_THAT(run_limpet({"replay", out}).output, HasSubstr("step 5 differs: probes.csv: ball.x is "));
}

TEST(Commands, ThatAreWrongWhenTheyActAreShown) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", testing_support::falling);
    const std::string file =
        scratch.file("wrong.jsonl", "{\"step\":2,\"remove\":77}\n{\"step\":3,\"remove\":78}\n");
    const auto result = run_limpet({"run", scene, "--steps", "5", "--frames", "none", "--commands", file,
                                    "--out", (scratch.path() / "out").string()});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.output, HasSubstr("{\"step\":2,\"remove\":77}: body: 77 is the id of no body"));
}

TEST(Replay, OfWhatIsNoRunIsRefused) {
    const ScratchFolder scratch;
    const auto none = run_limpet({"replay", scratch.path().string()});
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_THAT(none.output,
                HasSubstr("scene.json: no such file; allowed: the folder of a run that began at time 0"));
}

TEST(Replay, OfARunThatWasResumedIntoAnotherFolderIsRefused) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", testing_support::falling);
    const std::string first = (scratch.path() / "first").string(),
                      second = (scratch.path() / "second").string();
    ASSERT_EQ(run_limpet({"run", scene, "--out", first, "--frames", "none", "--steps", "5"}).exit_code, 0);
    ASSERT_EQ(
        run_limpet({"run", scene, "--out", second, "--frames", "none", "--resume", first + "/state.limpet"})
            .exit_code,
        0);
    const auto replayed = run_limpet({"replay", second});
    EXPECT_EQ(replayed.exit_code, 2);
    EXPECT_THAT(replayed.output, HasSubstr("begins at t = 0.05 s"));
    EXPECT_EQ(run_limpet({"replay", first}).exit_code, 0);
}

TEST(Replay, AKilledRunWithCommandsGoesOnAsIfItHadNotBeen) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("touched.json", touched),
                      commands = scratch.file("verbs.jsonl", verbs);
    const std::string whole = (scratch.path() / "whole").string(),
                      parts = (scratch.path() / "parts").string();
    const auto words = [&](const std::string& out, const std::vector<std::string>& more) {
        std::vector<std::string> all = {"run", scene, "--out", out, "--frames", "none", "--steps", "40"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    ASSERT_EQ(run_limpet(words(whole, {"--commands", commands})).exit_code, 0);
    const auto killed = kill_limpet(words(parts, {"--commands", commands}), [&] {
        std::error_code missing;
        return fs::exists(parts + "/commands.jsonl", missing) &&
               text_of_file(parts + "/commands.jsonl").find("\"step\":13") != std::string::npos;
    });
    ASSERT_GE(killed.exit_code, 128) << killed.output;
    // The state is of time 0; the recorded commands come again by themselves, the rest is given.
    const auto resumed =
        run_limpet(words(parts, {"--resume", parts + "/state.limpet", "--commands", commands}));
    ASSERT_EQ(resumed.exit_code, 0) << resumed.output;
    EXPECT_EQ(run_contents(whole), run_contents(parts));
    EXPECT_EQ(run_limpet({"replay", parts}).exit_code, 0);
    // Without them, what was recorded is done again, too.
    const std::string copy = (scratch.path() / "copy").string();
    fs::copy(whole, copy);
    ASSERT_EQ(run_limpet(words(copy, {"--resume", copy + "/state.limpet"})).exit_code, 0);
    EXPECT_EQ(run_contents(whole), run_contents(copy));
}

}  // namespace
}  // namespace limpet
