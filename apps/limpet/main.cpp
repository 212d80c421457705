#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <iterator>
#include <new>

#include "commands.h"
#include "core/text.h"
#include "limpet/error.h"
#include "limpet/mesh_formats.h"
#include "limpet/version.h"

namespace limpet::command {
namespace {

struct Entry {
    const char* name;
    const char* summary;
    Action (*add)(CLI::App&);
};

constexpr Entry entries[] = {
    {"run", "Simulate a scene and write numbers, frames and a report", add_run},
    {"check", "Read and validate a scene, say everything that is wrong, run nothing", add_check},
    {"replay", "Run a recorded run again, commands included; name the first step that differs", add_replay},
    {"render", "Pictures and films of a scene or of a run's folder, without a display", add_render},
    {"solve", "Solve one frictional contact problem (.fc3d)", add_solve},
    {"mesh", "Make, convert or tetrahedralise a mesh; print counts, volume and quality", add_mesh},
    {"haptics", "Move bodies of a scene by force-feedback devices, real or simulated", add_haptics},
    {"verify", "Closed-form benchmarks on this machine: a verdict and a plot each", add_verify},
    {"bench", "Measure how fast Limpet is here, beside what papers and other engines report", add_bench},
    {"scenes", "List the scenes that ship with Limpet", add_scenes},
    {"schema", "Print the scene file's JSON schema or reference page", add_schema},
};

/// CLI11 only says that a word was not expected; a misspelt command deserves the right one.
void complain_about_command(const std::string& word) {
    std::vector<std::string> names;
    for (const Entry& entry : entries) names.emplace_back(entry.name);
    if (word == "view") {
        fmt::print(stderr, "limpet: \"{}\" is not in this version; commands: {}\n", word,
                   comma_separated(names));
        return;
    }
    const std::string nearest = nearest_name(word, names);
    fmt::print(stderr, "limpet: there is no command \"{}\"{} Commands: {}\n", word,
               nearest.empty() ? "." : fmt::format(", did you mean \"{}\"?", nearest),
               comma_separated(names));
}

/// The first word that looks like an option of this command and is none, with the nearest one; "" if there is
/// none. CLI11 would only list it among words that were not expected, or complain about what came of it.
std::string misspelt_option(const CLI::App& command, const std::vector<std::string>& words) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
    for (const std::string& whole : words) {
        if (whole == "--") break;
        const std::string word = whole.substr(0, whole.find('='));
        const bool is_option = word.size() > 1 && word[0] == '-' && (word[1] == '-' || std::isalpha(word[1]));
        if (!is_option || std::find(names.begin(), names.end(), word) != names.end()) continue;
        // A short option may have its value right behind it, as in -oFILE.
        if (word[1] != '-' && std::find(names.begin(), names.end(), word.substr(0, 2)) != names.end())
            continue;
        const std::string nearest = nearest_name(word, names);
        return fmt::format("there is no option \"{}\"{}", word,
                           nearest.empty() ? "; options: " + comma_separated(names)
                                           : fmt::format(", did you mean \"{}\"?", nearest));
    }
    return "";
}

int complain_about_words(const CLI::App& app, const CLI::ParseError& error,
                         const std::vector<std::string>& words) {
    const bool has_command = !words.empty() && words[0][0] != '-';
    const CLI::App& command = has_command ? *app.get_subcommand(words[0]) : app;
    const std::string misspelt = misspelt_option(command, words);
    fmt::print(stderr, "limpet: {}\nSee: limpet {}--help\n", misspelt.empty() ? error.what() : misspelt,
               has_command ? words[0] + " " : "");
    return wrong_input;
}

int perform(const Action& action) {
    try {
        return action();
    } catch (const InputError& error) {
        for (const Complaint& complaint : error.complaints())
            fmt::print(stderr, "limpet: {}\n", complaint.text());
        return wrong_input;
    } catch (const BreakdownError& error) {
        fmt::print(stderr, "limpet: the simulation broke down: {}\n", error.what());
        return broke_down;
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "limpet: there is not enough memory for this\n");
        return broke_down;
    } catch (const std::exception& error) {
        fmt::print(stderr, "limpet: {}\n", error.what());
        return broke_down;
    }
}

int main(int argc, char** argv) {
    register_mesh_formats();
    CLI::App app("Limpet simulates soft, rigid and thin bodies that touch, rub, stick and peel.", "limpet");
    app.set_version_flag("--version", std::string("limpet ") + version);
    app.require_subcommand(1);

    std::vector<std::pair<CLI::App*, Action>> commands;
    for (const Entry& entry : entries) {
        CLI::App* sub = app.add_subcommand(entry.name, entry.summary);
        commands.emplace_back(sub, entry.add(*sub));
        add_memory_option(*sub);
    }
    const auto is_command = [](const std::string& word) {
        return std::any_of(std::begin(entries), std::end(entries),
                           [&](const Entry& e) { return word == e.name; });
    };
    if (argc > 1 && argv[1][0] != '-' && !is_command(argv[1])) {
        complain_about_command(argv[1]);
        return wrong_input;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        return complain_about_words(app, error, {argv + 1, argv + argc});
    }
    for (const auto& [sub, action] : commands)
        if (sub->parsed()) return perform(action);
    return wrong_input;
}

}  // namespace
}  // namespace limpet::command

int main(int argc, char** argv) {
#ifdef __AVX2__
    // Compiled for x86-64-v3 (cmake/Compiler.cmake). An older processor would end at the first unknown
    // instruction, and the shell would only say "illegal instruction".
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
        std::fputs(
            "limpet: this processor has no AVX2 and FMA instructions, for which this program was built; "
            "build "
            "it here with cmake -D LIMPET_NATIVE=ON\n",
            stderr);
        return limpet::command::broke_down;
    }
#endif
    return limpet::command::main(argc, argv);
}
