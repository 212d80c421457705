#include <cmath>

#include "core/parallel.h"
#include "core/text.h"
#include "limpet/error.h"
#include "limpet/render.h"
#include "render/camera.h"
#include "render/kind_color.h"
#include "render/overlay.h"
#include "render/quantity.h"
#include "render/shading.h"
#include "render/subject.h"

namespace limpet {
namespace {

constexpr int tile_size = 16;
constexpr int bundle = std::tuple_size_v<Tracer::Bundle>;
constexpr int outline_factor = 4;
constexpr double smallest_opacity = 0.01;  ///< what is fainter cannot be seen

void check_range(const char* field, int value, int largest) {
    if (value < 1 || value > largest)
        throw InputError(
            field, "must be from 1 to " + std::to_string(largest) + ", but is " + std::to_string(value));
}

void check_opacity(double opacity) {
    if (!(opacity >= smallest_opacity && opacity <= 1))
        throw InputError("opacity", "must be from " + number_text(smallest_opacity) + " to 1, but is " +
                                        number_text(opacity));
}

void check_settings(const RenderSettings& settings) {
    check_range("width", settings.width, 8192);
    check_range("height", settings.height, 8192);
    check_range("samples", settings.samples, 4096);
    if (!settings.color_by.empty()) find_quantity(settings.color_by);
    check_opacity(settings.opacity);
    for (const auto& [body, opacity] : settings.body_opacity) check_opacity(opacity);
    if (settings.ground_height && !std::isfinite(*settings.ground_height))
        throw InputError("ground_height", "must be finite, but is " + number_text(*settings.ground_height));
    if (settings.color_range) {
        const auto [low, high] = *settings.color_range;
        if (!(std::isfinite(low) && std::isfinite(high) && low < high))
            throw InputError("color_range", "must be finite and rising, but is " + number_text(low) + " to " +
                                                number_text(high));
    }
}

/// A tent of two pixels' width around the pixel's middle, by importance.
float tent(float x) {
    return x < 0.5f ? std::sqrt(2 * x) - 1 : 1 - std::sqrt(2 - 2 * x);
}

/// Everything a tile needs.
struct Exposure {
    const RenderSettings& settings;
    const Tracer& tracer;
    const Shader& shader;
    const SquareSampler& sampler;
    Vec3f eye, right, up,
        forward;        ///< in the picture's units; right and up scaled by the half picture's tangents
    float pixel_angle;  ///< [rad]
};

/// Traces rays `first` to `first` + 7 of a pixel. Light is smoother than outlines: every second ray looks for
/// it.
void add_rays(const Exposure& e, int column, int row, int first, PixelSum& sum) {
    const std::uint32_t key =
        4 * (static_cast<std::uint32_t>(row) * 8192u + static_cast<std::uint32_t>(column));
    const auto width = static_cast<float>(e.settings.width), height = static_cast<float>(e.settings.height);
    std::array<SquarePoint, bundle> places;
    Tracer::Bundle rays;
    for (int i = 0; i < bundle; ++i) {
        const SquarePoint in_pixel = e.sampler.point(key, first + i);
        const float x = 2 * (static_cast<float>(column) + 0.5f + tent(in_pixel.x)) / width - 1;
        const float y = 1 - 2 * (static_cast<float>(row) + 0.5f + tent(in_pixel.y)) / height;
        places[i] = {x, y};
        rays[i] = {e.eye, (e.forward + x * e.right + y * e.up).normalized()};
    }
    const std::array<std::optional<Hit>, bundle> hits = e.tracer.closest(rays);
    const int lit_rays = e.settings.samples < 8 ? e.settings.samples : (e.settings.samples + 1) / 2;
    const int count = std::min(bundle, e.settings.samples - first % e.settings.samples);
    for (int i = 0; i < count; ++i) {
        const ShadingSamples samples{e.sampler.point(key + 1, first + i), e.sampler.point(key + 2, first + i),
                                     first + i < lit_rays || first >= e.settings.samples};
        sum.add(e.shader.look(rays[i], hits[i], samples, background(places[i].x, places[i].y),
                              e.settings.edges ? e.pixel_angle : 0));
    }
}

/// Half the rays are enough for an open floor; an outline, where light cannot be evened out afterwards, gets
/// more.
Pixel expose_pixel(const Exposure& e, int column, int row) {
    const int samples = e.settings.samples;
    PixelSum sum;
    for (int first = 0; first < samples; first += bundle) {
        if (sum.rays() >= 8 && 2 * sum.rays() >= samples && sum.open()) break;
        add_rays(e, column, row, first, sum);
    }
    for (int round = 1; round < outline_factor && sum.several(); ++round)
        for (int first = 0; first < samples; first += bundle)
            add_rays(e, column, row, round * samples + first, sum);
    return sum.mean();
}

void expose_tile(const Exposure& e, int tile, Canvas& canvas) {
    const int across = (canvas.width + tile_size - 1) / tile_size;
    const int left = tile % across * tile_size, top = tile / across * tile_size;
    for (int row = top; row < std::min(top + tile_size, canvas.height); ++row)
        for (int column = left; column < std::min(left + tile_size, canvas.width); ++column)
            canvas.pixels[canvas.index(column, row)] = expose_pixel(e, column, row);
}

Image expose(const Exposure& exposure) {
    Canvas canvas{exposure.settings.width, exposure.settings.height, {}};
    canvas.pixels.resize(static_cast<std::size_t>(canvas.width) * canvas.height);
    const int tiles =
        ((canvas.width + tile_size - 1) / tile_size) * ((canvas.height + tile_size - 1) / tile_size);
    parallel_blocks(tiles, 1, [&](int begin, int end) {
        for (int tile = begin; tile < end; ++tile) expose_tile(exposure, tile, canvas);
    });
    smooth_irradiance(canvas, exposure.eye, exposure.pixel_angle);
    Image image{canvas.width, canvas.height, std::vector<std::uint8_t>(3 * canvas.pixels.size())};
    parallel_blocks(canvas.height, 16, [&](int begin, int end) {
        for (std::size_t i = static_cast<std::size_t>(begin) * canvas.width;
             i < static_cast<std::size_t>(end) * canvas.width; ++i) {
            const std::array<std::uint8_t, 3> rgb = bytes_of(tone_curve(canvas.pixels[i].light()));
            std::copy(rgb.begin(), rgb.end(), image.rgb.begin() + 3 * i);
        }
    });
    return image;
}

std::vector<const Frame*> checked(const std::vector<Frame>& frames) {
    std::vector<const Frame*> out;
    for (const Frame& frame : frames) {
        check_frame(frame);
        out.push_back(&frame);
    }
    return out;
}

bool has_range(const std::string& quantity) {
    return !quantity.empty() && !find_quantity(quantity).is_kind;
}

/// Settings that leave nothing open but a floor that is not there.
RenderSettings settled(const std::vector<const Frame*>& frames, const RenderSettings& settings) {
    const Subject subject = find_subject(frames, settings);
    RenderSettings out = settings;
    out.camera = frame_camera(subject, settings);
    if (!subject.moving.isEmpty())
        out.focus = {to_array(subject.moving.min()), to_array(subject.moving.max())};
    if (out.ground && !out.ground_height) {
        out.ground_height = find_ground(frames, subject, camera_up(settings.camera));
        out.ground = out.ground_height.has_value();
    }
    if (has_range(out.color_by) && !out.color_range) {
        double largest = 0;
        for (const Frame* frame : frames)
            largest = std::max(largest, largest_value(*frame, settings.color_by));
        out.color_range = {0.0, largest > 0 ? largest : 1.0};
    }
    return out;
}

}  // namespace

Camera frame_camera(const std::vector<Frame>& frames, const RenderSettings& settings) {
    check_settings(settings);
    return frame_camera(find_subject(checked(frames), settings), settings);
}

RenderSettings film_settings(const std::vector<Frame>& frames, const RenderSettings& settings) {
    check_settings(settings);
    return settled(checked(frames), settings);
}

Image render(const Frame& frame, const RenderSettings& given) {
    check_settings(given);
    check_frame(frame);
    const RenderSettings settings = settled({&frame}, given);
    const Subject subject = find_subject({&frame}, settings);
    const View view = make_view(settings.camera, settings.width, settings.height);
    const Vec3 up = camera_up(settings.camera);
    const Units units{subject.center(), subject.radius()};
    Studio studio = make_studio(view, up);
    if (settings.ground && settings.ground_height)
        studio.ground = static_cast<float>((*settings.ground_height - up.dot(units.origin)) / units.length);

    const std::vector<Surface> surfaces = make_surfaces(frame, settings, subject, units);
    const Tracer tracer(surfaces);
    const Shader shader(surfaces, tracer, studio);
    const SquareSampler sampler(outline_factor * settings.samples);
    Image image = expose({settings, tracer, shader, sampler, units.point(view.position),
                          (view.tan_x * view.right).cast<float>(), (view.tan_y * view.up).cast<float>(),
                          view.forward.cast<float>(), static_cast<float>(2 * view.tan_y / settings.height)});
    if (settings.time_stamp) draw_time_stamp(image, frame.time);
    if (settings.colliding_stamp) draw_colliding_stamp(image, frame);
    if (has_range(settings.color_by))
        draw_color_bar(image, find_quantity(settings.color_by), *settings.color_range);
    else if (settings.color_by == "colliding")
        draw_legend(image, {{"colliding", colliding_color(true)}, {"free", colliding_color(false)}});
    return image;
}

}  // namespace limpet
