#pragma once

/// The frames of a run as files in one folder, in one of several formats.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "limpet/frame.h"
#include "limpet/record.h"

namespace limpet {

/// Where a run goes on: frames later than that are removed.
struct ResumePoint {
    long step = 0;
    double time = 0;  ///< latest time that counts as before [s]
};

class FrameWriter {
public:
    virtual ~FrameWriter() = default;
    virtual void write(const Frame& frame) = 0;
    /// Writes what is still in memory.
    virtual void finish() {}
    /// Step of the last frame there is, the ones from before a resume included; -1 if there is none.
    long last_step() const { return last_step_; }

protected:
    long last_step_ = -1;
};

std::unique_ptr<FrameWriter> make_frame_writer(FrameFormat format, const std::filesystem::path& folder,
                                               const std::string& scene_name,
                                               const std::optional<ResumePoint>& resume);

std::unique_ptr<FrameWriter> make_vtk_writer(const std::filesystem::path& folder,
                                             const std::string& scene_name,
                                             const std::optional<ResumePoint>& resume);
std::unique_ptr<FrameWriter> make_obj_writer(const std::filesystem::path& folder,
                                             const std::string& scene_name,
                                             const std::optional<ResumePoint>& resume);
std::unique_ptr<FrameWriter> make_gltf_writer(const std::filesystem::path& folder,
                                              const std::string& scene_name,
                                              const std::optional<ResumePoint>& resume);

/// "_000120": steps with leading zeros, so that files sort.
std::string step_suffix(long step);

/// The step in a file's name that ends in step_suffix() and an extension.
std::optional<long> step_of_file(const std::filesystem::path& file);

/// The latest step of the files STEM_000120EXTENSION in a folder; -1 if there are none.
long latest_step(const std::filesystem::path& folder, const std::string& stem, const std::string& extension);

/// True if the file's beginning says that Limpet wrote it.
bool is_limpet_file(const std::filesystem::path& file);

/// What is_limpet_file() looks for, to be put near a file's beginning: "Limpet 1.2.3".
std::string limpet_mark();

/// Removes the frames Limpet wrote into the folder, of any format: all, or those of later steps than `after`.
/// Anything else is left alone.
void remove_frames(const std::filesystem::path& folder, const std::optional<long>& after);

}  // namespace limpet
