#pragma once

/// What a world warns about.

#include <algorithm>
#include <string>
#include <vector>

#include "limpet/world.h"

namespace limpet {

inline std::vector<std::string> sentences(const World& world) {
    std::vector<std::string> all;
    for (const Warning& warning : world.warnings()) all.push_back(warning.sentence);
    return all;
}

inline std::vector<Warning> warnings_of(const World& world, const std::string& code) {
    std::vector<Warning> found = world.warnings();
    std::erase_if(found, [&](const Warning& warning) { return warning.code != code; });
    return found;
}

/// Those of the steps so far, without what is said of the scene before the first one.
inline std::vector<Warning> warnings_of_steps(const World& world) {
    const auto of_scene = static_cast<std::ptrdiff_t>(World(world.scene()).warnings().size());
    return {world.warnings().begin() + of_scene, world.warnings().end()};
}

}  // namespace limpet
