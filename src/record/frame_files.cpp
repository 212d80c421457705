#include "record/frame_files.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <vector>

#include "core/whole_file.h"
#include "limpet/version.h"
#include "record/files.h"

namespace limpet {

namespace fs = std::filesystem;

std::unique_ptr<FrameWriter> make_frame_writer(FrameFormat format, const fs::path& folder,
                                               const std::string& scene_name,
                                               const std::optional<ResumePoint>& resume) {
    switch (format) {
        case FrameFormat::None:
            break;
        case FrameFormat::Vtk:
            return make_vtk_writer(folder, scene_name, resume);
        case FrameFormat::Obj:
            return make_obj_writer(folder, scene_name, resume);
        case FrameFormat::Gltf:
            return make_gltf_writer(folder, scene_name, resume);
    }
    return nullptr;
}

std::string step_suffix(long step) {
    char text[32];
    std::snprintf(text, sizeof text, "_%06ld", step);
    return text;
}

std::optional<long> step_of_file(const fs::path& file) {
    const std::string stem = file.stem().string();
    const std::size_t line = stem.rfind('_');
    if (line == std::string::npos || stem.size() - line - 1 < 6) return {};
    long step = 0;
    const auto result = std::from_chars(stem.data() + line + 1, stem.data() + stem.size(), step);
    if (result.ec != std::errc() || result.ptr != stem.data() + stem.size() || step < 0) return {};
    return step;
}

long latest_step(const fs::path& folder, const std::string& stem, const std::string& extension) {
    long latest = -1;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        const std::optional<long> step = step_of_file(entry.path());
        if (step && entry.path().filename() == stem + step_suffix(*step) + extension)
            latest = std::max(latest, *step);
    }
    if (error) throw file_error(folder, "cannot be listed: " + error.message());
    return latest;
}

std::string limpet_mark() {
    return std::string("Limpet ") + version;
}

/// All formats of frames say who wrote them within these.
constexpr std::size_t bytes_with_mark = 160;

bool is_limpet_file(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return false;
    try {
        return io::load_beginning(file.string(), {"a frame"}, bytes_with_mark).find("Limpet ") !=
               std::string::npos;
    } catch (const InputError&) {
        return false;  // whose contents are closed to us is not ours
    }
}

void remove_frames(const fs::path& folder, const std::optional<long>& after) {
    std::error_code error;
    std::vector<fs::path> old;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        const std::string extension = entry.path().extension().string();
        const bool ours = extension == ".vtp" || extension == ".vtu" || extension == ".obj" ||
                          extension == ".glb" || extension == ".pvd";
        if (!ours) continue;
        const std::optional<long> step = step_of_file(entry.path());
        // Collections of the whole run have no step in their name; whoever goes on with them cuts them back.
        const bool whole_run = extension == ".pvd" || (extension == ".glb" && !step);
        if (after ? (whole_run || !step || *step <= *after) : (!whole_run && !step)) continue;
        if (is_limpet_file(entry.path())) old.push_back(entry.path());
    }
    if (error && error != std::errc::no_such_file_or_directory)
        throw file_error(folder, "cannot be listed: " + error.message());
    std::sort(old.begin(), old.end());
    for (const fs::path& file : old)
        if (!fs::remove(file, error) && error)
            throw file_error(file, "cannot be removed: " + error.message());
}

}  // namespace limpet
