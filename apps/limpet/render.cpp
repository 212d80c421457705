#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>

#include "commands.h"
#include "limpet/limpet.h"

namespace limpet::command {

namespace {

struct RenderOptions {
    std::string input, out, film;
    int pictures = 4, threads = 0;
    double frames_per_second = 0;  ///< 0: as the frames are, or 25
    std::vector<std::string> overrides, opacities;
    std::string color_range;
    RenderSettings settings;
};

/// Moments to picture: all of them for a film, else so many evenly spaced ones, first and last included.
std::vector<long> chosen_frames(long count, const RenderOptions& options) {
    const long wanted = options.film.empty() ? std::min<long>(options.pictures, count) : count;
    std::vector<long> indices;
    for (long i = 0; i < wanted; ++i)
        indices.push_back(wanted == 1 ? count - 1 : i * (count - 1) / (wanted - 1));
    return indices;
}

constexpr double default_video_frame_rate = 25;

/// Where a run's frames and numbers lie is a matter of its folder; the one inside it looks much the same.
void check_run_folder(const std::string& folder) {
    namespace fs = std::filesystem;
    const auto is_of_run = [](const fs::path& path) { return fs::exists(path / "summary.json"); };
    if (is_of_run(folder)) return;
    // Of "DIR/frames/" as well as of "frames".
    const fs::path above = (fs::absolute(folder) / "").lexically_normal().parent_path().parent_path();
    if (is_of_run(above))
        throw InputError(
            "", fmt::format("{}: is inside a run's folder; give that folder: {}", folder, above.string()));
    throw InputError("", fmt::format("{}: is not the folder of a run: it has no summary.json", folder));
}

/// What can be told before anything is simulated or drawn.
void check_render_options(const RenderOptions& options, bool folder_given) {
    if (folder_given && !options.overrides.empty())
        throw InputError("--set", "a run's folder is pictured as it was simulated; --set is for scenes");
    if (folder_given) check_run_folder(options.input);
    if (!options.color_range.empty() && options.settings.color_by.empty())
        throw InputError("--color-range", "is the range of --color-by, which is not there");
    if (options.film.empty()) return;
    if (!options.film.ends_with(".mp4") && !options.film.ends_with(".gif"))
        throw InputError(
            "--film", fmt::format("found \"{}\"; allowed: a file that ends in .mp4 or .gif", options.film));
    if (!can_write_films())
        throw InputError("--film", "films need the program ffmpeg, which is not on the PATH");
}

void make_folder(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error || !std::filesystem::is_directory(folder, error))
        throw InputError("--out", fmt::format("{}: cannot make this folder: {}", folder, error.message()));
}

/// Real time: as many frames a second as the frames are apart.
double film_rate(const std::vector<Frame>& frames, const RenderOptions& options) {
    if (options.frames_per_second > 0) return options.frames_per_second;
    const double span = frames.back().time - frames.front().time;
    return frames.size() > 1 && span > 0 ? static_cast<double>(frames.size() - 1) / span
                                         : default_video_frame_rate;
}

std::vector<Frame> frames_of_folder(const RenderOptions& options) {
    const std::vector<std::string> files = list_frames(options.input);
    std::vector<Frame> frames;
    for (const long index : chosen_frames(static_cast<long>(files.size()), options))
        frames.push_back(read_frame(files[index]));
    return frames;
}

struct FramesOfScene {
    std::vector<Frame> frames;
    std::string breakdown;  ///< why there are no more; empty: there are all
};

FramesOfScene frames_of_scene(World& world, const RenderOptions& options) {
    const TimeSettings& time = world.scene().time;
    const long steps = std::lround(time.duration / time.step);
    const double rate = options.frames_per_second > 0 ? options.frames_per_second : default_video_frame_rate;
    const long every = std::max(1L, std::lround(1 / (rate * time.step)));
    const long moments = (options.film.empty() ? steps : steps / every) + 1;
    FramesOfScene made;
    try {
        for (const long moment : chosen_frames(moments, options)) {
            const long step = options.film.empty() ? moment : moment * every;
            while (world.steps() < step) world.step();
            made.frames.push_back(world.frame());
        }
    } catch (const BreakdownError& error) {
        if (made.frames.empty()) throw;
        made.breakdown = error.what();
    }
    return made;
}

std::optional<double> read_number(std::string_view text) {
    double number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return whole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// "0:2e5".
std::array<double, 2> read_color_range(const std::string& text) {
    const std::string_view all = text;
    const std::size_t colon = all.find(':');
    if (colon != std::string_view::npos) {
        const auto least = read_number(all.substr(0, colon)), largest = read_number(all.substr(colon + 1));
        if (least && largest && *least < *largest) return {*least, *largest};
    }
    throw InputError(
        "--color-range",
        fmt::format("found \"{}\"; allowed: two numbers, the smaller one first, as in 0:2e5", text));
}

/// "0.4", or "BODY=0.4" where a body's name may have "=" in it.
void set_opacity(const std::string& text, RenderSettings& settings) {
    const std::size_t sign = text.rfind('=');
    const std::optional<double> opacity =
        read_number(sign == std::string::npos ? text : text.substr(sign + 1));
    if (!opacity)
        throw InputError("--opacity", fmt::format("found \"{}\"; allowed: a number, or BODY=NUMBER", text));
    if (sign == std::string::npos)
        settings.opacity = *opacity;
    else
        settings.body_opacity[text.substr(0, sign)] = *opacity;
}

int render_all(const RenderOptions& options) {
    set_threads(options.threads);
    RenderSettings settings = options.settings;
    for (const std::string& opacity : options.opacities) set_opacity(opacity, settings);
    if (!options.color_range.empty()) settings.color_range = read_color_range(options.color_range);
    std::error_code no_such_path;
    const bool folder_given = std::filesystem::is_directory(options.input, no_such_path);
    check_render_options(options, folder_given);
    std::vector<Frame> frames;
    std::string folder = options.out, breakdown;
    if (folder_given) {
        frames = frames_of_folder(options);
        settings.camera = read_camera(options.input);
        if (folder.empty()) folder = options.input + "/pictures";
    } else {
        World world(load_scene(options.input, options.overrides));
        settings.camera = world.scene().camera;
        FramesOfScene made = frames_of_scene(world, options);
        frames = std::move(made.frames);
        breakdown = made.breakdown;
        if (folder.empty()) folder = default_folder(options.input) + "/pictures";
    }
    settings = film_settings(frames, settings);
    make_folder(folder);
    remove_pictures(folder);
    std::vector<std::string> files;
    for (const Frame& frame : frames) {
        files.push_back(fmt::format("{}/{:06}.png", folder, frame.step));
        write_png(render(frame, settings), files.back());
        if (options.film.empty()) fmt::print("{}\n", files.back());
    }
    if (!options.film.empty()) {
        write_film(files, film_rate(frames, options), options.film);
        fmt::print("{}\n", options.film);
    }
    if (folder_given && options.out.empty()) write_report(options.input);
    if (!breakdown.empty())
        throw BreakdownError(fmt::format("{}\nwhat was good until then is in {}", breakdown, folder));
    return done;
}

}  // namespace

Action add_render(CLI::App& app) {
    auto options = std::make_shared<RenderOptions>();
    app.add_option("SCENE|DIR", options->input,
                   "A scene, which is run, or the folder of a run with VTK frames")
        ->required();
    app.add_option("--out", options->out, "Folder for the pictures [DIR/pictures, or out/NAME/pictures]");
    app.add_option("--pictures", options->pictures,
                   "How many, evenly spaced in time [4]; 1 is the last frame")
        ->check(CLI::Range(1, 1'000'000));
    app.add_option("--film", options->film,
                   "Picture every frame and make a film of them: FILE.mp4 or FILE.gif (needs ffmpeg)");
    app.add_option("--fps", options->frames_per_second,
                   "Frames a second of the film [real time; 25 of a scene]")
        ->check(CLI::Range(1.0, 240.0));
    app.add_option("--width", options->settings.width, "[pixels]")->check(CLI::Range(16, 8192));
    app.add_option("--height", options->settings.height, "[pixels]")->check(CLI::Range(16, 8192));
    app.add_option("--samples", options->settings.samples, "Rays per pixel")->check(CLI::Range(1, 4096));
    app.add_flag("--edges", options->settings.edges, "Draw the triangles' edges");
    app.add_flag("--time-stamp", options->settings.time_stamp, "Write the time in the corner");
    app.add_flag("--colliding-stamp", options->settings.colliding_stamp,
                 "Write how many particles collide in the corner");
    app.add_option("--color-by", options->settings.color_by,
                   "speed | von_mises | displacement, with a colour bar; zone | colliding, of particles")
        ->check(CLI::IsMember({"speed", "von_mises", "displacement", "zone", "colliding"}));
    app.add_option(
        "--color-range", options->color_range,
        "LEAST:LARGEST, the values at the ends of the colour bar [0 to the largest of all frames]");
    app.add_option("--opacity", options->opacities,
                   "How much moving bodies hide of what is behind them [1], or one body: BODY=0.4")
        ->allow_extra_args(false)
        ->take_all();
    app.add_option("--threads", options->threads, "At most this many threads [all cores]")
        ->check(CLI::Range(1, 1024));
    app.add_option("--set", options->overrides, "PATH=VALUE: override a field of the scene")
        ->allow_extra_args(false)
        ->take_all();
    return [options] { return render_all(*options); };
}

}  // namespace limpet::command
