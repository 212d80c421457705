#pragma once

/// Pictures without a display: rays traced on the CPU.

#include <cstdint>
#include <string>
#include <vector>

#include "limpet/frame.h"

namespace limpet {

struct RenderSettings {
    int width = 960;    ///< [pixels]
    int height = 600;   ///< [pixels]
    int samples = 16;   ///< rays per pixel
    Camera camera;
};

struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;  ///< rows from the top
};

/// Fills in what the camera leaves open so that all `frames` are in the picture.
Camera frame_camera(const std::vector<Frame>& frames, const RenderSettings& settings);

/// The same frame and settings give the same bytes, for any number of threads.
Image render(const Frame& frame, const RenderSettings& settings);

void write_png(const Image& image, const std::string& file);

/// True if ffmpeg is on the PATH.
bool can_write_films();
/// .mp4 or .gif, by the file's name. Throws InputError if there is no ffmpeg or it fails.
void write_film(const std::vector<std::string>& png_files, double frames_per_second, const std::string& file);

}  // namespace limpet
