#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace limpet::command {

/// Exit codes of the contract.
enum ExitCode { done = 0, gate_missed = 1, wrong_input = 2, broke_down = 3, interrupted = 130 };

/// A command's words are declared on the app; what is returned does its work and returns the exit code.
using Action = std::function<int()>;

Action add_run(CLI::App& app);
Action add_check(CLI::App& app);
Action add_replay(CLI::App& app);
Action add_render(CLI::App& app);
Action add_solve(CLI::App& app);
Action add_mesh(CLI::App& app);
Action add_haptics(CLI::App& app);
Action add_verify(CLI::App& app);
Action add_bench(CLI::App& app);
Action add_scenes(CLI::App& app);
Action add_schema(CLI::App& app);

/// --memory, which every command has.
void add_memory_option(CLI::App& command);

/// Checks an option's value; what it returns is the complaint.
std::string not_empty(const std::string& value);

/// The folder a scene's outputs go to unless --out says otherwise: out/NAME.
std::string default_folder(const std::string& scene_path_or_name);

/// From now on Ctrl-C gives up the running step (limpet/interruption.h) instead of ending the program.
void catch_interrupts();

}  // namespace limpet::command
