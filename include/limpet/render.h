#pragma once

/// Pictures without a display: rays traced on the CPU. docs/rendering.md shows what the settings do.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "limpet/export.h"
#include "limpet/frame.h"

namespace LIMPET_API limpet {

struct RenderSettings {
    int width = 960;   ///< [pixels], 1 to 8192
    int height = 600;  ///< [pixels], 1 to 8192
    int samples = 16;  ///< rays per pixel, 1 to 4096
    Camera camera;

    bool edges = false;       ///< draw the triangles' edges, faintly
    bool time_stamp = false;  ///< write "t = 0.250 s" in the corner

    /// Writes how many particles collide in the corner, if bodies have particles.
    bool colliding_stamp = false;

    /// "": each body has its own colour. "speed" [m/s], "von_mises" [Pa] or "displacement" [m] (soft bodies):
    /// a colour map and its bar. "zone" and "colliding" (bodies of particles): each zone's colour, which its
    /// id alone decides, and those that collide. Bodies that lack the quantity stay grey.
    std::string color_by;
    std::optional<std::array<double, 2>>
        color_range;  ///< values at the ends of the bar; open: 0 to the largest

    double opacity = 1;  ///< of bodies that move, 0.01 to 1: how much of what is behind a surface it hides
    std::map<std::string, double> body_opacity;  ///< of bodies by their names, in place of `opacity`

    /// The box that the picture is about, corners of smallest and largest coordinates [m]; open: the bodies
    /// that move. The camera frames it, and static bodies much larger than it are floors and walls.
    std::optional<std::array<Vector3, 2>> focus;

    /// A floor that is seen by its shadows only, unless a static body much larger than the rest is a floor
    /// already.
    bool ground = true;
    std::optional<double>
        ground_height;  ///< along the camera's up [m]; open: a little below the lowest point
};

struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;  ///< rows from the top
};

/// Fills in what the camera leaves open so that all `frames` are in the picture.
Camera frame_camera(const std::vector<Frame>& frames, const RenderSettings& settings);

/// Settles camera, focus, floor and range of colours for all `frames`, so that none of them jumps in a film.
RenderSettings film_settings(const std::vector<Frame>& frames, const RenderSettings& settings);

/// The same frame and settings give the same bytes, for any number of threads.
Image render(const Frame& frame, const RenderSettings& settings);

void write_png(const Image& image, const std::string& file);

/// True if ffmpeg is on the PATH.
bool can_write_films();
/// .mp4 or .gif, by the file's name. Throws InputError if there is no ffmpeg or it fails.
void write_film(const std::vector<std::string>& png_files, double frames_per_second, const std::string& file);

}  // namespace limpet
