/// Broken input to every reader but those of meshes (unit/shapes/io/broken_test.cpp) and of contact problems
/// (fc3d_fuzz.cpp): it is read, or refused with a sentence; nothing else may happen.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "fuzz/mutations.h"
#include "limpet/command.h"
#include "limpet/error.h"
#include "limpet/record.h"
#include "limpet/scene.h"
#include "limpet/world.h"
#include "record/files.h"
#include "record/state_file.h"
#include "record/tables.h"
#include "record/vtk_data.h"
#include "scene/units.h"
#include "solve/fc3d_file.h"
#include "support/paths.h"
#include "support/run_command.h"

namespace limpet {
namespace {

constexpr int quick_mutants = 100, long_mutants = 10'000;

struct Tally {
    int read = 0, refused = 0;
};

/// Anything but an InputError is left to the test.
Tally try_mutants(const std::vector<std::string>& seeds, int mutants,
                  const std::function<void(const std::string&)>& read) {
    fuzz::Random random(2026);
    Tally tally;
    for (int i = 0; i < mutants; ++i) {
        const std::string& seed = seeds[random() % seeds.size()];
        const std::string bytes = fuzz::changed(seed, random);
        if (bytes == seed) continue;
        try {
            read(bytes);
            ++tally.read;
        } catch (const InputError& error) {
            ++tally.refused;
            EXPECT_GT(std::string(error.what()).size(), 10u) << bytes;
        }
    }
    return tally;
}

/// Shipped scenes whose files are small.
std::vector<std::string> scene_texts() {
    std::vector<std::string> texts;
    for (const ShippedScene& scene : shipped_scenes())
        if (std::string text = read_whole_file(scene.file); text.size() < 3000)
            texts.push_back(std::move(text));
    return texts;
}

/// Of a scene that is read, a world is not made: its meshes would take most of the time.
void mutate_scenes(int mutants) {
    const std::vector<std::string> seeds = scene_texts();
    ASSERT_GE(seeds.size(), 10u);
    const Tally tally = try_mutants(seeds, mutants, [](const std::string& text) { parse_scene(text, "."); });
    EXPECT_GT(tally.read, 0);
    EXPECT_GT(tally.refused, mutants / 4);
}

TEST(ReadersFuzz, Scenes) {
    mutate_scenes(quick_mutants);
}
TEST(ReadersFuzzLong, Scenes) {
    mutate_scenes(long_mutants);
}

void mutate_overrides(int mutants) {
    const std::string scene = read_whole_file(shipped_scenes().front().file);
    const std::vector<std::string> seeds = {"time.step=\"2 ms\"", "bodies[0].position=[0, 1, 2]",
                                            "contact.law.friction=0.3", "gravity=[0, -9.81, 0] \n",
                                            "materials.m.young = 12 kPa"};
    try_mutants(seeds, mutants, [&](const std::string& text) { parse_scene(scene, ".", {text}); });
}

TEST(ReadersFuzz, Overrides) {
    mutate_overrides(quick_mutants);
}
TEST(ReadersFuzzLong, Overrides) {
    mutate_overrides(long_mutants);
}

void mutate_units(int mutants) {
    fuzz::Random random(7);
    const std::vector<std::string> seeds = {"12 kPa",       "1.5 g/cm^3", "2 m·s⁻¹",
                                            "-3e-2 N m^-1", "20 deg",     "1e-325 m"};
    for (int i = 0; i < mutants; ++i) {
        const std::string text = fuzz::changed(seeds[random() % seeds.size()], random);
        const auto found = parse_number_with_unit(text);
        if (const auto* sentence = std::get_if<std::string>(&found)) {
            EXPECT_FALSE(sentence->empty()) << text;
        }
    }
}

TEST(ReadersFuzz, Units) {
    mutate_units(quick_mutants);
}
TEST(ReadersFuzzLong, Units) {
    mutate_units(long_mutants);
}

Scene falling_ball() {
    return parse_scene(R"({"bodies": [{"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}},
        {"name": "ball", "type": "rigid", "shape": {"sphere": 0.05}, "density": 1000, "position": [0, 0.11, 0]}], "contact": {}})",
                       ".");
}

/// With the checksum of a state that was not damaged, and with one that fits what it became.
void mutate_states(int mutants) {
    const testing_support::ScratchFolder scratch;
    World world(falling_ball());
    for (int i = 0; i < 20; ++i) world.step();
    const WorldState good = world.state();
    const std::string file = (scratch.path() / "state").string();
    save_state(good, "s", file);
    const Tally tally = try_mutants({read_whole_file(file)}, mutants,
                                    [&](const std::string& bytes) { parse_state(bytes, "state"); });
    EXPECT_EQ(tally.read, 0) << "a checksum fits by chance once in 2^64";
    fuzz::Random random(3);
    constexpr double odd[] = {std::numeric_limits<double>::quiet_NaN(), 1e308, -1, 0, 0.5, 1e18, 7};
    for (int i = 0; i < mutants; ++i) {
        WorldState state = good;
        std::vector<double>* const lists[] = {&state.bodies[random() % state.bodies.size()].values,
                                              &state.contacts, &state.commanded, &state.shown};
        std::vector<double>& list = *lists[random() % std::size(lists)];
        if (!list.empty() && fuzz::one_in(random, 2))
            list[random() % list.size()] = odd[random() % std::size(odd)];
        if (fuzz::one_in(random, 3)) list.resize(random() % (list.size() + 3));
        try {
            world.restore(state);
            world.step();
        } catch (const InputError&) {
        } catch (const BreakdownError&) {
            // Places of 1e308 m are numbers, and no step survives them.
        }
        world.restore(good);
    }
}

TEST(ReadersFuzz, States) {
    mutate_states(quick_mutants);
}
TEST(ReadersFuzzLong, States) {
    mutate_states(long_mutants);
}

std::vector<std::string> files_of(const std::filesystem::path& folder, const std::string& extension) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.path().extension() == extension) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<std::string> texts;
    for (const auto& file : files) texts.push_back(read_whole_file(file));
    return texts;
}

void mutate_problems(int mutants) {
    const Tally tally = try_mutants(files_of(LIMPET_ROOT "/tests/corpus/fc3d", ".fc3d"), mutants,
                                    [](const std::string& bytes) { parse_fc3d(bytes, "mutant.fc3d"); });
    EXPECT_GT(tally.read, 0);
}

TEST(ReadersFuzz, Problems) {
    mutate_problems(quick_mutants);
}
TEST(ReadersFuzzLong, Problems) {
    mutate_problems(long_mutants);
}

/// A run's files, as those who read a folder meet them: frames of each format, tables, the summary.
void mutate_run_folders(int mutants) {
    const testing_support::ScratchFolder scratch;
    const std::filesystem::path mutant = scratch.path() / "mutant";
    std::filesystem::create_directory(mutant);
    for (const auto& [format, extension] :
         {std::pair{FrameFormat::Vtk, ".vtp"}, {FrameFormat::Gltf, ".glb"}}) {
        World world(falling_ball());
        const std::string folder = (scratch.path() / (extension + 1)).string();
        Recorder recorder(world, {.folder = folder, .frames = format, .every = 2});
        for (int i = 0; i < 4; ++i) {
            world.step();
            recorder.record(world);
        }
        recorder.finish("done");
        const auto read = [&](const std::string& name, const auto& reader) {
            return [&, name, reader](const std::string& bytes) {
                write_file(mutant / name, bytes);
                reader(mutant / name);
            };
        };
        if (format == FrameFormat::Vtk) {
            try_mutants(files_of(folder, ".vtp"), mutants,
                        [](const std::string& bytes) { parse_vtk_dataset(bytes, "mutant.vtp"); });
            try_mutants({read_whole_file(folder + "/steps.csv")}, mutants,
                        read("steps.csv", [](const auto& file) { read_steps(file); }));
            try_mutants({read_whole_file(folder + "/summary.json")}, mutants,
                        read("summary.json", [&](const auto&) { read_camera(mutant.string()); }));
        } else {
            try_mutants(files_of(folder, ".glb"), mutants,
                        read("mutant_000004.glb", [](const auto& file) { read_frame(file.string()); }));
        }
    }
}

TEST(ReadersFuzz, RunFolders) {
    mutate_run_folders(quick_mutants);
}
TEST(ReadersFuzzLong, RunFolders) {
    mutate_run_folders(long_mutants);
}

void mutate_commands(int mutants) {
    Grab grab;
    grab.body = BodyId{1};
    const std::vector<std::string> seeds = {
        to_json({3, grab}), to_json({0, Set{"contact.law.friction", "0.2"}}), to_json({9, MoveTo{}}),
        to_json({12, Cut{}}), to_json({2, AddBody{falling_ball().bodies[1]}})};
    try_mutants(seeds, mutants, [](const std::string& text) { command_from_json(text); });
}

TEST(ReadersFuzz, Commands) {
    mutate_commands(quick_mutants);
}
TEST(ReadersFuzzLong, Commands) {
    mutate_commands(long_mutants);
}

}  // namespace
}  // namespace limpet
