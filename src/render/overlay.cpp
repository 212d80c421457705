#include "render/overlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/color_map.h"
#include "render/font.h"

namespace limpet {
namespace {

const std::array<double, 3> ink = {0.20, 0.21, 0.23};
const std::array<double, 3> paper = {0.97, 0.97, 0.975};
constexpr float pen = 0.42f;   ///< half the stroke's width [cells]
constexpr float halo = 1.35f;  ///< half the width of the paper around it [cells]

/// Side of one cell of the font [pixels].
float cell_size(const Image& image) {
    return std::max(1.0f, static_cast<float>(image.height) / 330);
}

void blend(Image& image, int column, int row, const std::array<double, 3>& color, double opacity) {
    if (column < 0 || row < 0 || column >= image.width || row >= image.height) return;
    std::uint8_t* pixel = &image.rgb[3 * (static_cast<std::size_t>(row) * image.width + column)];
    for (int i = 0; i < 3; ++i)
        pixel[i] = static_cast<std::uint8_t>(std::lround(pixel[i] + opacity * (255 * color[i] - pixel[i])));
}

float distance_to(const Stroke& s, float x, float y) {
    const float dx = s.x1 - s.x0, dy = s.y1 - s.y0, squared = dx * dx + dy * dy;
    const float along =
        squared > 0 ? std::clamp(((x - s.x0) * dx + (y - s.y0) * dy) / squared, 0.0f, 1.0f) : 0.0f;
    return std::hypot(x - s.x0 - along * dx, y - s.y0 - along * dy);
}

/// Text with its capitals' top left corner at (left, top), on a faint patch of paper.
void draw_text(Image& image, const std::string& text, float left, float top) {
    const float cell = cell_size(image);
    const std::vector<Stroke> strokes = text_strokes(text);
    const int first_column = static_cast<int>(left - 2 * cell), first_row = static_cast<int>(top - 2 * cell);
    const int last_column = static_cast<int>(left + (text_width(text) + 2) * cell);
    const int last_row = static_cast<int>(top + (glyph_height + 4) * cell);
    for (int row = std::max(0, first_row); row <= std::min(last_row, image.height - 1); ++row)
        for (int column = std::max(0, first_column); column <= std::min(last_column, image.width - 1);
             ++column) {
            const float x = (static_cast<float>(column) + 0.5f - left) / cell;
            const float y = (static_cast<float>(row) + 0.5f - top) / cell;
            float distance = 1e9f;
            for (const Stroke& stroke : strokes) distance = std::min(distance, distance_to(stroke, x, y));
            blend(image, column, row, paper, 0.6 * std::clamp((halo - distance) / 0.9f, 0.0f, 1.0f));
            blend(image, column, row, ink, std::clamp((pen - distance) * cell + 0.5f, 0.0f, 1.0f));
        }
}

void fill(Image& image, int left, int top, int right, int bottom, const std::array<double, 3>& color) {
    for (int row = top; row < bottom; ++row)
        for (int column = left; column < right; ++column) blend(image, column, row, color, 1);
}

}  // namespace

UnitPrefix unit_prefix(double value) {
    constexpr std::array<const char*, 7> prefixes = {"n", "u", "m", "", "k", "M", "G"};
    const int thousands = value > 0 ? static_cast<int>(std::floor(std::log10(value) / 3 + 1e-9)) : 0;
    if (thousands < -3 || thousands > 3) return {1, ""};
    return {std::pow(10.0, -3 * thousands), prefixes[thousands + 3]};
}

std::vector<Tick> color_bar_ticks(double low, double high) {
    constexpr double crowded = 0.09;
    const double span = high - low;
    const double power = std::pow(10.0, std::floor(std::log10(span / 4)));
    const double ratio = span / 4 / power;
    const double step = power * (ratio < 1.5 ? 1 : ratio < 3.5 ? 2 : ratio < 7.5 ? 5 : 10);
    std::vector<Tick> ticks = {{0, fmt::format("{:.3g}", low)}};
    for (int i = 0; i < 16; ++i) {
        const double value = step * (std::ceil(low / step) + i);
        const double place = (value - low) / span;
        if (place > crowded && place < 1 - crowded) ticks.push_back({place, fmt::format("{:.6g}", value)});
    }
    ticks.push_back({1, fmt::format("{:.3g}", high)});
    return ticks;
}

void draw_time_stamp(Image& image, double time) {
    const float cell = cell_size(image);
    const bool tiny = time != 0 && std::abs(time) < 1e-3;
    draw_text(image, tiny ? fmt::format("t = {:.2e} s", time) : fmt::format("t = {:.3f} s", time), 8 * cell,
              static_cast<float>(image.height) - 16 * cell);
}

std::string colliding_text(const Frame& frame) {
    long particles = 0, colliding = 0;
    for (const BodyFrame& body : frame.bodies) {
        particles += static_cast<long>(body.colliding.size());
        colliding += std::count(body.colliding.begin(), body.colliding.end(), 1);
    }
    if (particles == 0) return "";
    return fmt::format("{} of {} particles collide ({:.0f} %)", colliding, particles,
                       100.0 * static_cast<double>(colliding) / static_cast<double>(particles));
}

void draw_colliding_stamp(Image& image, const Frame& frame) {
    const float cell = cell_size(image);
    const std::string text = colliding_text(frame);
    draw_text(image, text, static_cast<float>(image.width) - (text_width(text) + 8) * cell,
              static_cast<float>(image.height) - 16 * cell);
}

void draw_legend(Image& image, const std::vector<LegendEntry>& entries) {
    const float cell = cell_size(image);
    const int side = static_cast<int>(7 * cell), left = image.width - static_cast<int>(74 * cell);
    int top = static_cast<int>(12 * cell);
    for (const LegendEntry& entry : entries) {
        const std::array<std::uint8_t, 3> bytes = bytes_of(entry.color);
        fill(image, left - 1, top - 1, left + side + 1, top + side + 1, ink);
        fill(image, left, top, left + side, top + side,
             {bytes[0] / 255.0, bytes[1] / 255.0, bytes[2] / 255.0});
        draw_text(image, entry.text, static_cast<float>(left + side) + 5 * cell, static_cast<float>(top));
        top += static_cast<int>(14 * cell);
    }
}

void draw_color_bar(Image& image, const Quantity& quantity, const std::array<double, 2>& range) {
    const float cell = cell_size(image);
    const int bar_height = static_cast<int>(0.55f * static_cast<float>(image.height));
    const int bar_width = std::max(3, static_cast<int>(6 * cell));
    const int left = image.width - static_cast<int>(44 * cell), top = (image.height - bar_height) / 2;
    fill(image, left - 1, top - 1, left + bar_width + 1, top + bar_height + 1, ink);
    for (int row = 0; row < bar_height; ++row) {
        const float place = 1 - (static_cast<float>(row) + 0.5f) / static_cast<float>(bar_height);
        const std::array<std::uint8_t, 3> bytes = bytes_of(map_color(place));
        fill(image, left, top + row, left + bar_width, top + row + 1,
             {bytes[0] / 255.0, bytes[1] / 255.0, bytes[2] / 255.0});
    }
    const UnitPrefix prefix = unit_prefix(std::max(std::abs(range[0]), std::abs(range[1])));
    for (const Tick& tick : color_bar_ticks(range[0] * prefix.factor, range[1] * prefix.factor)) {
        const float y =
            static_cast<float>(top) + static_cast<float>(1 - tick.place) * static_cast<float>(bar_height);
        const int row = std::clamp(static_cast<int>(y), top, top + bar_height - 1);
        fill(image, left + bar_width, row, left + bar_width + static_cast<int>(2 * cell), row + 1, ink);
        draw_text(image, tick.text, static_cast<float>(left + bar_width) + 4 * cell,
                  y - 0.5f * (glyph_height - 1) * cell);
    }
    const std::string title = quantity.label + " [" + prefix.prefix + quantity.unit + "]";
    const float title_left = static_cast<float>(image.width) - (text_width(title) + 6) * cell;
    draw_text(image, title, title_left, static_cast<float>(top) - 16 * cell);
}

}  // namespace limpet
