#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/text.h"
#include "core/whole_file.h"
#include "limpet/scene.h"
#include "scene/check_scene.h"
#include "scene/json_reader.h"
#include "scene/overrides.h"
#include "scene/reader.h"
#include "scene/scene_file.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;

Scene scene_from(const std::string& text, const std::string& file, const std::string& folder,
                 const std::vector<std::string>& overrides) {
    json::Value document = json::read(text, file);
    Complaints complaints(file);
    if (document.object()) {
        for (const std::string& assignment : overrides) apply_override(document, assignment, complaints);
        complain_unused_materials(document, complaints);
    }
    Scene scene = read_scene(document, folder, complaints);
    check_scene(scene, complaints);
    complaints.throw_if_any();
    scene.file = file;
    scene.lines = complaints.lines();
    return scene;
}

/// The file that a path or the name of a shipped scene stands for.
std::string find_scene(const std::string& path_or_name) {
    if (path_or_name.find('\0') != std::string::npos)
        throw InputError({{"", 0, "", found_allowed("a zero byte in a file's name", "a scene file")}});
    std::error_code error;
    const fs::file_status status = fs::status(path_or_name, error);
    if (fs::exists(status) && !fs::is_directory(status)) return path_or_name;
    std::vector<std::string> names;
    for (const ShippedScene& scene : shipped_scenes()) {
        if (scene.name == path_or_name) return scene.file;
        names.push_back(scene.name);
    }
    if (fs::is_directory(status))
        throw InputError({{path_or_name, 0, "", found_allowed("a folder", "a scene file")}});
    for (const char* extension : {".json", ".jsonc"})
        if (const std::string file = path_or_name + extension; fs::is_regular_file(file, error))
            throw InputError({{path_or_name, 0, "",
                               "no such file, and no scene that ships has this name (did you mean \"" + file +
                                   "\"?); allowed: a scene file with its extension, or a name that `limpet "
                                   "scenes` lists"}});
    const std::string shipped = names.empty() ? "none are installed" : comma_separated(names);
    fs::path folder = fs::path(path_or_name).parent_path();
    if (folder.empty()) folder = ".";
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".json" || it->path().extension() == ".jsonc")
            names.push_back(it->path().filename().string());
    std::sort(names.begin(), names.end());
    throw InputError({{path_or_name, 0, "",
                       "no such file, and no scene that ships has this name" +
                           did_you_mean(fs::path(path_or_name).filename().string(), names) +
                           "; allowed: a scene file, or one of: " + shipped}});
}

}  // namespace

std::string read_scene_text(const std::string& file) {
    return io::load_file(file, {"a scene file", json::largest_document});
}

Scene load_scene(const std::string& path_or_name, const std::vector<std::string>& overrides) {
    const std::string file = find_scene(path_or_name);
    const fs::path folder = fs::path(file).parent_path();
    Scene scene = scene_from(read_scene_text(file), file, folder.string(), overrides);
    if (!scene.lines.contains("name")) scene.name = fs::path(file).stem().string();
    return scene;
}

Scene parse_scene(const std::string& text, const std::string& folder,
                  const std::vector<std::string>& overrides) {
    return scene_from(text, "", folder, overrides);
}

}  // namespace limpet
