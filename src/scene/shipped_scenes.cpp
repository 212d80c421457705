/// The scenes that ship: files of a folder that the environment variable LIMPET_SCENES names, else of the
/// tree that the running program was installed in, else of the source tree that Limpet was built from, else
/// of where it was to be installed.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "limpet/error.h"
#include "limpet/scene.h"
#include "scene/json_reader.h"
#include "scene/scene_file.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;

fs::path scenes_folder() {
    if (const char* named = std::getenv("LIMPET_SCENES"); named && *named) return named;
    std::error_code error;
    // A tree that was installed (or moved) whole: PREFIX/bin/limpet and PREFIX/share/limpet/scenes.
    const fs::path beside =
        fs::read_symlink("/proc/self/exe", error).parent_path() / "../share/limpet/scenes";
    if (fs::is_directory(beside, error)) return beside.lexically_normal();
    const fs::path in_source = LIMPET_SOURCE_SCENES;
    return fs::is_directory(in_source, error) ? in_source : fs::path(LIMPET_INSTALLED_SCENES);
}

/// Empty if the scene has none; whether the rest of the file is right is not asked here.
std::string description_of(const std::string& file) {
    try {
        const json::Value document = json::read(read_scene_text(file), file);
        const json::Value* description = document.find("description");
        return description && description->text() ? *description->text() : "";
    } catch (const InputError&) {
        return "(not readable: see `limpet check`)";
    }
}

}  // namespace

std::vector<ShippedScene> shipped_scenes() {
    std::vector<ShippedScene> scenes;
    std::error_code error;
    for (fs::directory_iterator it(scenes_folder(), error), end; !error && it != end; it.increment(error)) {
        const fs::path& file = it->path();
        if (file.extension() != ".json" && file.extension() != ".jsonc") continue;
        scenes.push_back({file.stem().string(), description_of(file.string()), file.string()});
    }
    std::sort(scenes.begin(), scenes.end(),
              [](const ShippedScene& a, const ShippedScene& b) { return a.name < b.name; });
    return scenes;
}

}  // namespace limpet
