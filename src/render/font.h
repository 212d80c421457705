#pragma once

#include <string>
#include <vector>

namespace limpet {

/// A stroke of the pen, in cells of the font: x to the right, y down from the top of capitals.
struct Stroke {
    float x0, y0, x1, y1;
};

constexpr float glyph_height = 7;   ///< of capitals [cells]
constexpr float glyph_advance = 6;  ///< from character to character [cells]

/// Strokes of a line of text; characters that the font lacks are left blank. Micro is written as u.
std::vector<Stroke> text_strokes(const std::string& text);

/// Width of a line of text [cells].
float text_width(const std::string& text);

}  // namespace limpet
