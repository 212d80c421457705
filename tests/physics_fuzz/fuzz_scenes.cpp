/// limpet_fuzz_scenes: random scenes, judged from outside. See docs/physics-fuzz.md.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <map>

#include "limpet/threads.h"
#include "physics_fuzz/judge_scene.h"
#include "physics_fuzz/scene_classes.h"
#include "physics_fuzz/shrink.h"

namespace limpet::physics_fuzz {
namespace {

struct Options {
    std::uint64_t seed = 1;
    int first = 0, count = 100, only = -1;
    double seconds = RunLimits{}.seconds;
    bool shrink = false, list = false, spoken = false, touched = false, cells = false;
    std::string out, class_name, detection;
};

struct Tally {
    std::map<Outcome, int> outcomes;
    int scenes = 0;
    double seconds = 0;
};

void write(const Options& options, const std::string& name, const std::string& text) {
    if (options.out.empty()) return;
    std::filesystem::create_directories(options.out);
    std::ofstream(std::filesystem::path(options.out) / name) << text;
}

void report(const Options& options, const Scene& scene, const Judgement& j, const std::string& folder,
            const std::vector<RecordedCommand>& commands) {
    fmt::print("{} [{}, {:.2f} s]: {}\n", scene.name, outcome_name(j.outcome), j.seconds,
               settings_text(scene));
    for (const std::string& line : j.lines) fmt::print("    {}\n", line);
    std::fflush(stdout);
    if (j.outcome != Outcome::Silent && !(options.spoken && j.outcome == Outcome::Spoken)) return;
    const Scene small = options.shrink && !options.touched ? shrink(scene, j, folder) : scene;
    const std::string text = scene_to_json(small);
    if (options.shrink || options.only >= 0) fmt::print("{}", text);
    std::string name = scene.name;
    std::replace(name.begin(), name.end(), ' ', '-');
    write(options, name + ".json", text);
    std::string lines;
    for (const RecordedCommand& command : commands) lines += to_json(command) + "\n";
    if (options.only >= 0) fmt::print("{}", lines);
    if (!lines.empty()) write(options, name + ".commands.jsonl", lines);
}

int run(const Options& options) {
    set_threads(1);
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / fmt::format("limpet_fuzz_{}", ::getpid());
    std::filesystem::create_directories(folder);
    write_mesh_files(folder.string());
    if (!options.out.empty()) {
        std::filesystem::create_directories(options.out);
        write_mesh_files(options.out);
    }
    std::map<std::string, Tally> tallies;
    const int from = options.only >= 0 ? options.only : options.first;
    const int to = options.only >= 0 ? options.only + 1 : options.first + options.count;
    for (int i = from; i < to; ++i) {
        const auto number = static_cast<std::uint64_t>(i);
        const Scene scene =
            options.cells ? random_cell_scene(options.seed, number) : random_scene(options.seed, number);
        if (!options.class_name.empty() && class_of(scene) != options.class_name) continue;
        if (!settings_text(scene).starts_with(options.detection)) continue;
        if (options.list) {
            fmt::print("{}: {}\n", scene.name, settings_text(scene));
            continue;
        }
        std::vector<RecordedCommand> commands;
        const Judgement j = options.touched ? judge_touched(scene, folder.string(), options.seed, i,
                                                            options.seconds, &commands)
                                            : judge_scene(scene, folder.string(), i, options.seconds);
        for (const std::string& name : {class_of(scene), std::string("all")}) {
            Tally& tally = tallies[name];
            ++tally.scenes;
            ++tally.outcomes[j.outcome];
            tally.seconds += j.seconds;
        }
        if (j.outcome != Outcome::Good || options.only >= 0)
            report(options, scene, j, folder.string(), commands);
    }
    fmt::print("\n{:<18} {:>6} {:>6} {:>6} {:>8} {:>6} {:>5} {:>7} {:>8}\n", "class", "scenes", "silent",
               "spoken", "expected", "slow", "stop", "refused", "s/scene");
    for (auto& [name, t] : tallies)
        fmt::print("{:<18} {:>6} {:>6} {:>6} {:>8} {:>6} {:>5} {:>7} {:>8.3f}\n", name, t.scenes,
                   t.outcomes[Outcome::Silent], t.outcomes[Outcome::Spoken], t.outcomes[Outcome::Expected],
                   t.outcomes[Outcome::Slow], t.outcomes[Outcome::Breakdown], t.outcomes[Outcome::Refused],
                   t.seconds / t.scenes);
    std::filesystem::remove_all(folder);
    return tallies["all"].outcomes[Outcome::Silent] > 0 ? 1 : 0;
}

}  // namespace
}  // namespace limpet::physics_fuzz

int main(int argc, char** argv) {
    CLI::App app(
        "Random scenes, judged from outside: overlap, floor, energy, momentum, forces, rest, symmetry.");
    limpet::physics_fuzz::Options options;
    app.add_option("--seed", options.seed, "Of the series of scenes [1]");
    app.add_option("--first", options.first, "Number of the first scene of the series [0]");
    app.add_option("--count", options.count, "How many scenes [100]");
    app.add_option("--only", options.only, "This scene of the series alone");
    app.add_option("--class", options.class_name, "Scenes of this class alone");
    app.add_option("--detection", options.detection, "Scenes with this detection alone");
    app.add_option("--seconds", options.seconds, "Of processor time after which a scene is cut off [5]");
    app.add_flag("--shrink", options.shrink, "Shrink failures to small scenes and print them");
    app.add_flag("--touched", options.touched,
                 "Add, remove, grab and push bodies and change live fields at random while scenes run");
    app.add_flag("--cells", options.cells, "The series of bodies of particles");
    app.add_flag("--list", options.list, "List the scenes, run nothing");
    app.add_flag("--spoken", options.spoken,
                 "Treat violations that a warning names as failures in --shrink and --out");
    app.add_option("--out", options.out, "Folder for failing scenes, as JSON");
    CLI11_PARSE(app, argc, argv);
    return limpet::physics_fuzz::run(options);
}
