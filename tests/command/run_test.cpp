/// The command as users and checks meet it: words in, files and exit codes out.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/falling.h"
#include "limpet/limpet.h"
#include "support/paths.h"
#include "support/run_command.h"

namespace limpet {
namespace {

using testing::HasSubstr;
using testing_support::falling;
using testing_support::interrupt_limpet;
using testing_support::lines_of;
using testing_support::run_limpet;
using testing_support::ScratchFolder;
using testing_support::text_of_file;
using testing_support::without_times;

TEST(RunCommand, WritesWhatTheContractSays) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", falling), out = (scratch.path() / "out").string();
    const auto result = run_limpet({"run", scene, "--out", out, "--quiet"});
    ASSERT_EQ(result.exit_code, 0) << result.output;
    EXPECT_EQ(result.output, "");
    for (const char* file :
         {"summary.json", "steps.csv", "probes.csv", "frames", "state.limpet", "report.html"})
        EXPECT_TRUE(std::filesystem::exists(scratch.path() / "out" / file)) << file;
    const auto steps = lines_of(text_of_file(out + "/steps.csv"));
    EXPECT_EQ(
        steps.front(),
        "time,ms_cut,ms_free_motion,ms_detect,ms_contacts,ms_compliance,ms_solve,ms_correct,ms_stabilise,ms_"
        "evolve,"
        "ms_total,contacts,iterations,residual,penetration,intersection_volume,kinetic,elastic,potential,"
        "bonds,"
        "mean_beta,sticking,slipping,bonded_area,adhesive_force,adhesive_energy,adhesive_dissipation,"
        "resolves,zones,colliding_particles,colliding_share,zone_merges,releases");
    EXPECT_EQ(steps.size(), 21u);
    const auto probes = lines_of(text_of_file(out + "/probes.csv"));
    EXPECT_EQ(probes.front(), "time,ball.x,ball.y,ball.z,corner.x,corner.y,corner.z,content");
    EXPECT_EQ(probes.size(), 22u);
    EXPECT_THAT(probes[1], testing::StartsWith("0,0,0,0,"));
}

TEST(RunCommand, GivesTheSameBytesForAnyNumberOfThreads) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", falling);
    std::vector<std::string> steps, probes, states;
    for (const char* threads : {"1", "2", "4"}) {
        const std::string out = (scratch.path() / threads).string();
        // Fine enough that elements, rows and sums are cut in several blocks.
        ASSERT_EQ(run_limpet({"run", scene, "--out", out, "--threads", threads, "--frames", "none", "--set",
                              "bodies.cube.element=0.008"})
                      .exit_code,
                  0);
        steps.push_back(without_times(text_of_file(out + "/steps.csv")));
        probes.push_back(text_of_file(out + "/probes.csv"));
        states.push_back(text_of_file(out + "/state.limpet"));
    }
    EXPECT_THAT(steps, testing::Each(steps.front()));
    EXPECT_THAT(probes, testing::Each(probes.front()));
    EXPECT_THAT(states, testing::Each(states.front()));
}

TEST(RunCommand, CtrlCWritesEverythingAndSaysHowToGoOn) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", falling), out = (scratch.path() / "out").string();
    const auto has_rows = [&] {
        std::error_code missing;
        const auto size = std::filesystem::file_size(out + "/steps.csv", missing);
        return !missing && size > 1000;
    };
    const auto result =
        interrupt_limpet({"run", scene, "--out", out, "--frames", "none", "--duration", "1e5"}, has_rows);
    EXPECT_EQ(result.exit_code, 130) << result.output;
    EXPECT_THAT(result.output, HasSubstr("--frames none --duration 1e5 --resume " + out + "/state.limpet"));
    EXPECT_THAT(text_of_file(out + "/summary.json"), HasSubstr("\"interrupted\""));
    const auto rows = static_cast<long>(lines_of(text_of_file(out + "/steps.csv")).size()) - 1;
    EXPECT_EQ(read_state(out + "/state.limpet").step, rows);
    EXPECT_TRUE(std::filesystem::exists(out + "/report.html"));
}

TEST(RunCommand, RefusesAStateOfAnotherScene) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", falling), out = (scratch.path() / "out").string();
    ASSERT_EQ(run_limpet({"run", scene, "--out", out, "--steps", "2"}).exit_code, 0);
    const auto result = run_limpet(
        {"run", scene, "--out", out, "--set", "bodies.cube.element=0.02", "--resume", out + "/state.limpet"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.output, HasSubstr("another scene"));
}

TEST(RunCommand, OverridesFieldsByPath) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", falling), out = (scratch.path() / "out").string();
    ASSERT_EQ(
        run_limpet({"run", scene, "--out", out, "--set", "time.step=\"20 ms\"", "--set", "gravity=[0,0,0]"})
            .exit_code,
        0);
    EXPECT_EQ(lines_of(text_of_file(out + "/steps.csv")).size(), 11u);
    const auto wrong = run_limpet({"run", scene, "--out", out, "--set", "time.stepp=1"});
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_THAT(wrong.output, HasSubstr("step"));
}

TEST(RunCommand, WritesTheOtherFrameFormats) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", falling);
    for (const char* format : {"obj", "gltf", "none"}) {
        const std::string out = (scratch.path() / format).string();
        const auto result = run_limpet({"run", scene, "--out", out, "--frames", format});
        ASSERT_EQ(result.exit_code, 0) << result.output;
    }
    EXPECT_FALSE(std::filesystem::is_empty(scratch.path() / "obj" / "frames"));
    EXPECT_FALSE(std::filesystem::is_empty(scratch.path() / "gltf" / "frames"));
}

TEST(RunCommand, BrokenDownRunsExitWith3AndKeepWhatWasGood) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", falling), out = (scratch.path() / "out").string();
    ASSERT_EQ(
        run_limpet({"run", scene, "--out", out, "--steps", "4", "--set", "bodies.cube.model=stvk"}).exit_code,
        0);
    // Nodes that fly apart so fast that the energy of their stretch, a fourth power, is beyond any double.
    WorldState state = read_state(out + "/state.limpet");
    std::vector<double>& values = state.bodies[1].values;
    for (std::size_t i = values.size() / 2; i < values.size(); ++i) values[i] *= 1e120;
    const std::string flying = (scratch.path() / "flying.limpet").string();
    save_state(state, "falling", flying);
    const auto result =
        run_limpet({"run", scene, "--out", out, "--set", "bodies.cube.model=stvk", "--resume", flying});
    EXPECT_EQ(result.exit_code, 3) << result.output;
    EXPECT_THAT(result.output, HasSubstr("cube"));
    EXPECT_THAT(result.output, HasSubstr(out));
    EXPECT_EQ(lines_of(text_of_file(out + "/steps.csv")).size(), 5u);
    EXPECT_EQ(read_state(out + "/state.limpet").step, 4);
    EXPECT_THAT(text_of_file(out + "/summary.json"), HasSubstr("cube"));
    EXPECT_EQ(read_frame(list_frames(out).back()).step, 4);
}

TEST(RenderCommand, PicturesARunFolderFromTheScenesCamera) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", falling), out = (scratch.path() / "out").string();
    const std::vector<std::string> camera = {"--set",
                                             "camera={\"position\": [0, 1, 3], \"target\": [0, 0, 0]}"};
    ASSERT_EQ(run_limpet({"run", scene, "--out", out, "--steps", "6", "--every", "3", camera[0], camera[1]})
                  .exit_code,
              0);
    EXPECT_EQ(read_camera(out).position, (Vector3{0, 1, 3}));
    const auto result =
        run_limpet({"render", out, "--width", "64", "--height", "40", "--samples", "1", "--pictures", "9"});
    ASSERT_EQ(result.exit_code, 0) << result.output;
    // Frames at steps 0, 3 and 6: no picture is made twice.
    EXPECT_EQ(lines_of(result.output).size(), 3u);
    EXPECT_THAT(text_of_file(out + "/report.html"), HasSubstr("000006.png"));
    const std::string film = (scratch.path() / "film.gif").string();
    if (!can_write_films()) GTEST_SKIP() << "no ffmpeg for the film";
    ASSERT_EQ(run_limpet({"render", scene, "--width", "64", "--height", "40", "--samples", "1", "--film",
                          film, "--out", (scratch.path() / "pictures").string()})
                  .exit_code,
              0);
    EXPECT_TRUE(std::filesystem::exists(film));
}

TEST(RenderCommand, KeepsThePicturesOfAScenesLastGoodMoments) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", falling), out = (scratch.path() / "out").string();
    const auto result =
        run_limpet({"render", scene, "--out", out, "--width", "32", "--height", "20", "--samples", "1",
                    "--set", R"(bodies.ball.shape={"box": [0.1, 0.2, 0.3]})", "--set",
                    "bodies.ball.angular_velocity=[0, 1e9, 5e8]"});
    EXPECT_EQ(result.exit_code, 3) << result.output;
    EXPECT_THAT(result.output, HasSubstr("rad/s"));
    EXPECT_TRUE(std::filesystem::exists(out + "/000000.png"));
}

TEST(MeshCommand, MakesConvertsAndTetrahedralises) {
    const ScratchFolder scratch;
    const auto path = [&](const char* name) { return (scratch.path() / name).string(); };
    const auto made =
        run_limpet({"mesh", "toy", "--size", "20 cm", "--surface", "5 mm", "-o", path("toy.ply")});
    ASSERT_EQ(made.exit_code, 0) << made.output;
    EXPECT_THAT(made.output, HasSubstr("closed"));
    const auto filled = run_limpet({"mesh", path("toy.ply"), "--element", "0.01", "-o", path("toy.msh")});
    ASSERT_EQ(filled.exit_code, 0) << filled.output;
    EXPECT_THAT(filled.output, HasSubstr("dihedral"));
    const auto converted = run_limpet({"mesh", path("toy.msh"), "--scale", "2", "-o", path("toy.vtu")});
    ASSERT_EQ(converted.exit_code, 0) << converted.output;
    const auto graded = run_limpet({"mesh", "{\"box\": [1, 1, 1]}", "--element", "0.25", "--refine-towards",
                                    "0", "0.5", "0", "--refine-ratio", "8", "-o", path("box.mesh")});
    ASSERT_EQ(graded.exit_code, 0) << graded.output;
    EXPECT_THAT(graded.output, HasSubstr("volume: 1 m^3"));
    EXPECT_EQ(run_limpet({"mesh", "{\"plane\": [1, 1]}", "--element", "0.1"}).exit_code, 2);
    EXPECT_EQ(run_limpet({"mesh", "toy", "--element", "1e-9"}).exit_code, 2);
}

TEST(Command, WrongCallsExitWith2) {
    const std::vector<std::vector<std::string>> calls = {{},
                                                         {"rnu"},
                                                         {"run"},
                                                         {"run", "no-such-scene.json"},
                                                         {"run", "wobbel"},
                                                         {"run", "wobble", "--frames", "mpeg"},
                                                         {"run", "wobble", "--steps", "-1"},
                                                         {"run", "wobble", "--steps", "1", "--duration", "1"},
                                                         {"check"},
                                                         {"render", "/no/such/folder"},
                                                         {"mesh", "no-such-file.obj"},
                                                         {"mesh", "octopuss"},
                                                         {"run", "wobble", "--threads", "0"}};
    for (const auto& call : calls) {
        const auto result = run_limpet(call);
        EXPECT_EQ(result.exit_code, 2) << testing::PrintToString(call) << result.output;
        EXPECT_GT(result.output.size(), 20u) << testing::PrintToString(call);
    }
    EXPECT_THAT(run_limpet({"rnu"}).output, HasSubstr("\"run\""));
    EXPECT_THAT(run_limpet({"run", "wobbel"}).output, HasSubstr("wobble"));
    EXPECT_THAT(run_limpet({"mesh", "octopuss"}).output, HasSubstr("octopus"));
}

TEST(Command, HelpAndVersionExitWith0) {
    for (const char* word : {"--help", "--version"}) EXPECT_EQ(run_limpet({word}).exit_code, 0);
    for (const char* command : {"run", "check", "render", "mesh", "scenes", "schema"})
        EXPECT_EQ(run_limpet({command, "--help"}).exit_code, 0) << command;
}

TEST(Command, EveryBrokenSceneExitsWith2) {
    int files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(LIMPET_ROOT) + "/tests/scenes/broken")) {
        const auto result = run_limpet({"check", entry.path().string()});
        EXPECT_EQ(result.exit_code, 2) << entry.path() << result.output;
        EXPECT_THAT(result.output, testing::StartsWith("limpet: "));
        ++files;
    }
    EXPECT_GE(files, 100);
}

TEST(Command, ScenesThatBreakWhileTheirBodiesAreMadeExitWith2) {
    const ScratchFolder scratch;
    scratch.file("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\nf 1 3 2\nf 2 3 4\n");
    scratch.file("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n");
    scratch.file("broken.obj", "v 0 0 0\nf 1 2 3\n");
    const auto scene = [&](const std::string& body) {
        return scratch.file(
            "scene.json",
            "{ \"materials\": { \"m\": { \"young\": 1e4 } },\n  \"bodies\": [\n    { \"name\": \"b\", " +
                body + " } ] }");
    };
    const std::vector<std::pair<std::string, std::string>> bodies = {
        {R"("type": "rigid", "density": 1, "shape": { "file": "flat.obj" })", "volume"},
        {R"("type": "rigid", "density": 1, "shape": { "file": "open.obj" })", "closed"},
        {R"("type": "rigid", "density": 1, "shape": { "file": "broken.obj" })", "broken.obj:2"},
        {R"("type": "soft", "material": "m", "shape": { "file": "flat.obj" })", "flat"},
        {R"("type": "soft", "material": "m", "shape": { "box": [1, 1, 1] }, "fixed": [{ "box": [[5, 5, 5], [6, 6, 6]] }])",
         "fixed[0]"},
        {R"("type": "soft", "material": "m", "shape": { "box": [1, 1, 1] }, "dynamics": "quasistatic")",
         "quasistatic"},
        {R"("type": "soft", "material": "m", "shape": { "sphere": 0.1 }, "element": 10)", "element"}};
    for (const auto& [body, words] : bodies) {
        const auto result = run_limpet({"check", scene(body)});
        EXPECT_EQ(result.exit_code, 2) << body << result.output;
        EXPECT_THAT(result.output, HasSubstr("scene.json:3: bodies[0]"));
        EXPECT_THAT(result.output, HasSubstr(words));
    }
}

TEST(RunCommand, TetrahedraCarryTheShapeBesideThem) {
    const ScratchFolder scratch;
    const std::string msh = (scratch.path() / "box.msh").string();
    ASSERT_EQ(run_limpet({"mesh", R"({"box": [0.2, 0.2, 0.2]})", "--element", "0.1", "-o", msh}).exit_code,
              0);
    const auto triangles = [&](const std::string& fields) {
        const std::string file = scratch.file(
            "scene.json",
            "{ \"materials\": { \"m\": { \"young\": 1e4 } }, \"bodies\": [ { \"name\": \"b\", \"type\": "
            "\"soft\", \"material\": \"m\", \"tetrahedra\": \"box.msh\"" +
                fields + " } ] }");
        return World(load_scene(file)).body(0).triangles().size() / 3;
    };
    EXPECT_EQ(triangles(""), 48u);
    EXPECT_GT(triangles(R"(, "shape": { "sphere": 0.1 }, "surface": 0.02)"), 200u);
    EXPECT_THROW(triangles(R"(, "surface": 0.02)"), InputError);
}

TEST(Command, ListsAndChecksEveryShippedScene) {
    const auto list = run_limpet({"scenes"});
    ASSERT_EQ(list.exit_code, 0);
    for (const auto& entry : std::filesystem::directory_iterator(std::string(LIMPET_ROOT) + "/scenes")) {
        if (entry.path().extension() != ".json") continue;
        const std::string name = entry.path().stem().string();
        EXPECT_THAT(list.output, HasSubstr(name));
        const auto check = run_limpet({"check", name});
        EXPECT_EQ(check.exit_code, 0) << check.output;
        const ScratchFolder scratch;
        const auto run = run_limpet({"run", name, "--steps", "3", "--out", scratch.path().string()});
        EXPECT_EQ(run.exit_code, 0) << run.output;
    }
}

TEST(RunCommand, DumpsContactProblemsThatSolveReads) {
    const ScratchFolder scratch;
    const std::string out = (scratch.path() / "out").string();
    const auto result = run_limpet({"run", "hapco_1", "--out", out, "--steps", "4", "--every", "2",
                                    "--frames", "none", "--quiet", "--dump-problems"});
    ASSERT_EQ(result.exit_code, 0) << result.output;
    for (const char* file : {"hapco_1_000002_0.fc3d", "hapco_1_000004_0.fc3d"}) {
        const auto solved = run_limpet({"solve", out + "/problems/" + file, "--tol", "1e-4", "--json"});
        EXPECT_EQ(solved.exit_code, 0) << solved.output;
        EXPECT_NE(solved.output.find("\"converged\": true"), std::string::npos) << solved.output;
    }
}

}  // namespace
}  // namespace limpet
