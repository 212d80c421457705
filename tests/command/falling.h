#pragma once

/// A scene with a body of every type, and readers of what a run of it writes.

#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "support/run_command.h"

namespace limpet::testing_support {

inline constexpr const char* falling = R"({
  "name": "falling",
  "time": { "step": 0.01, "duration": 0.2 },
  "materials": { "m": { "density": 1000, "young": 1e4, "poisson": 0.3, "damping": { "stiffness": 0.01 } } },
  "bodies": [
    { "name": "ball", "type": "rigid", "shape": { "sphere": 0.1 }, "density": 1000,
      "velocity": [1, 0, 0], "angular_velocity": [0, 3, 1] },
    { "name": "cube", "type": "soft", "shape": { "box": [0.1, 0.1, 0.1] }, "material": "m", "element": 0.05,
      "position": [3, 0, 3], "angular_velocity": [0, 0, 20] },
    { "name": "lift", "type": "static", "shape": { "plane": [1, 1] }, "position": [0, -9, 0],
      "motion": [[0, [0, 0, 0]], [1, [0, 1, 0]]] }
  ],
  "probes": [
    { "name": "ball", "body": "ball", "what": "position" },
    { "name": "corner", "body": "cube", "what": "velocity", "nearest": [0.05, 0.05, 0.05] },
    { "name": "content", "body": "cube", "what": "volume" }
  ]
})";

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// steps.csv without its times, which differ from run to run.
inline std::string without_times(const std::string& csv) {
    std::string out;
    std::vector<bool> is_time;
    for (const std::string& line : lines_of(csv)) {
        const bool is_header = is_time.empty();
        std::istringstream in(line);
        std::size_t column = 0;
        for (std::string cell; std::getline(in, cell, ','); ++column) {
            if (is_header) is_time.push_back(cell.starts_with("ms_"));
            if (!is_time.at(column)) out += cell + ',';
        }
        out += '\n';
    }
    return out;
}

/// All that a run wrote but wall times, by file.
inline std::map<std::string, std::string> run_contents(const std::filesystem::path& folder) {
    std::map<std::string, std::string> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string name = std::filesystem::relative(entry.path(), folder).string();
        if (!entry.is_regular_file() || name == "summary.json" || name == "report.html") continue;
        const std::string text = text_of_file(entry.path());
        out[name] = name == "steps.csv" ? without_times(text) : text;
    }
    return out;
}

}  // namespace limpet::testing_support
