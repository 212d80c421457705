#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>
#include <string>

#include "commands.h"
#include "limpet/memory.h"

namespace limpet::command {

namespace {

constexpr double smallest_budget = 64e6, largest_budget = 1e15;  // bytes

/// [bytes] of "8 GB", "500MB" or a number of bytes; 0 if it is none of these.
double bytes_of(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    std::string unit(end);
    unit.erase(0, unit.find_first_not_of(' '));
    for (const auto& [name, factor] : {std::pair{"", 1.0},
                                       {"B", 1.0},
                                       {"kB", 1e3},
                                       {"MB", 1e6},
                                       {"GB", 1e9},
                                       {"TB", 1e12},
                                       {"MiB", 1048576.0},
                                       {"GiB", 1073741824.0}})
        if (unit == name) return std::isfinite(number) ? number * factor : 0;
    return 0;
}

std::string complaint_on(const std::string& text) {
    const double bytes = bytes_of(text);
    if (bytes >= smallest_budget && bytes <= largest_budget) return "";
    return fmt::format("found \"{}\"; allowed: a size such as \"8 GB\" or \"500 MB\", 64 MB to 1000 TB",
                       text);
}

}  // namespace

void add_memory_option(CLI::App& command) {
    command
        .add_option_function<std::string>(
            "--memory",
            [](const std::string& text) { set_memory_budget(static_cast<std::uint64_t>(bytes_of(text))); },
            "Refuse what would take more memory than this, e.g. \"8 GB\" [half of the machine's]")
        ->check(CLI::Validator(complaint_on, "SIZE"));
}

}  // namespace limpet::command
