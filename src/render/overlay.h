#pragma once

/// Writing over a picture: the time, numbers of particles, the colour bar or a legend.

#include <array>

#include "limpet/render.h"
#include "render/quantity.h"
#include "render/tone.h"

namespace limpet {

void draw_time_stamp(Image& image, double time);

/// Of all particles how many collide; nothing if there are none.
void draw_colliding_stamp(Image& image, const Frame& frame);
std::string colliding_text(const Frame& frame);

/// Colours and what has them, one below the other.
struct LegendEntry {
    std::string text;
    Light color;
};
void draw_legend(Image& image, const std::vector<LegendEntry>& entries);

void draw_color_bar(Image& image, const Quantity& quantity, const std::array<double, 2>& range);

/// A number of the bar and where it stands, 0 at the bottom and 1 at the top.
struct Tick {
    double place;
    std::string text;
};

/// Both ends and round numbers between them, in steps of 1, 2 or 5 times a power of ten.
std::vector<Tick> color_bar_ticks(double low, double high);

/// The factor and prefix that bring a value to 1…1000: {1e-3, "k"} for 12 000.
struct UnitPrefix {
    double factor;
    std::string prefix;
};
UnitPrefix unit_prefix(double value);

}  // namespace limpet
