#pragma once

#include <array>
#include <string>
#include <vector>

namespace limpet {

/// Reads "#rrggbb", "#rgb" or one of color_names(), blind to case, into sRGB values from 0 to 1.
/// False, and `rgb` as it was, if it is none of these.
bool parse_color(const std::string& text, std::array<double, 3>& rgb);

/// What to tell about a text that parse_color refuses: what was found, what is allowed, the nearest name.
std::string unknown_color_message(const std::string& text);

const std::vector<std::string>& color_names();

}  // namespace limpet
