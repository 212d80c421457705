#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "commands.h"
#include "limpet/limpet.h"

namespace limpet::command {

Action add_scenes(CLI::App&) {
    return [] {
        std::size_t widest = 0;
        for (const ShippedScene& scene : shipped_scenes()) widest = std::max(widest, scene.name.size());
        for (const ShippedScene& scene : shipped_scenes())
            fmt::print("{:<{}}  {}\n", scene.name, widest, scene.description);
        return static_cast<int>(done);
    };
}

Action add_schema(CLI::App& app) {
    auto markdown = std::make_shared<bool>(false), json = std::make_shared<bool>(false);
    app.add_flag("--markdown", *markdown, "The reference page instead of the JSON schema");
    app.add_flag("--json", *json, "The JSON schema (this is the default)");
    return [markdown, json] {
        fmt::print("{}", *markdown ? scene_reference_markdown() : scene_json_schema());
        return static_cast<int>(done);
    };
}

}  // namespace limpet::command
