#include "core/color.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "core/text.h"

namespace limpet {
namespace {

struct NamedColor {
    const char* name;
    std::uint32_t rgb;
};

/// Values of CSS Color Module Level 4, section 6.1.
constexpr NamedColor named_colors[] = {
    {"aqua", 0x00ffff},     {"beige", 0xf5f5dc},  {"black", 0x000000},   {"blue", 0x0000ff},
    {"brown", 0xa52a2a},    {"coral", 0xff7f50},  {"crimson", 0xdc143c}, {"cyan", 0x00ffff},
    {"fuchsia", 0xff00ff},  {"gold", 0xffd700},   {"gray", 0x808080},    {"green", 0x008000},
    {"grey", 0x808080},     {"indigo", 0x4b0082}, {"ivory", 0xfffff0},   {"khaki", 0xf0e68c},
    {"lavender", 0xe6e6fa}, {"lime", 0x00ff00},   {"magenta", 0xff00ff}, {"maroon", 0x800000},
    {"navy", 0x000080},     {"olive", 0x808000},  {"orange", 0xffa500},  {"orchid", 0xda70d6},
    {"pink", 0xffc0cb},     {"plum", 0xdda0dd},   {"purple", 0x800080},  {"red", 0xff0000},
    {"salmon", 0xfa8072},   {"silver", 0xc0c0c0}, {"skyblue", 0x87ceeb}, {"steelblue", 0x4682b4},
    {"tan", 0xd2b48c},      {"teal", 0x008080},   {"tomato", 0xff6347},  {"turquoise", 0x40e0d0},
    {"violet", 0xee82ee},   {"wheat", 0xf5deb3},  {"white", 0xffffff},   {"yellow", 0xffff00},
};

std::array<double, 3> channels(std::uint32_t rgb) {
    return {((rgb >> 16) & 255) / 255.0, ((rgb >> 8) & 255) / 255.0, (rgb & 255) / 255.0};
}

/// -1 if it is no hexadecimal digit.
int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

}  // namespace

bool parse_color(const std::string& text, std::array<double, 3>& rgb) {
    std::string lower = text.substr(0, 64);
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (lower.size() == 4 && lower[0] == '#')
        lower = {'#', lower[1], lower[1], lower[2], lower[2], lower[3], lower[3]};
    if (lower.size() == 7 && lower[0] == '#') {
        std::uint32_t value = 0;
        for (int i = 1; i < 7; ++i) {
            const int digit = hex_digit(lower[i]);
            if (digit < 0) return false;
            value = 16 * value + digit;
        }
        rgb = channels(value);
        return true;
    }
    for (const NamedColor& color : named_colors) {
        if (lower != color.name) continue;
        rgb = channels(color.rgb);
        return true;
    }
    return false;
}

const std::vector<std::string>& color_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> list;
        for (const NamedColor& color : named_colors) list.emplace_back(color.name);
        return list;
    }();
    return names;
}

std::string unknown_color_message(const std::string& text) {
    const std::string nearest = nearest_name(text, color_names());
    std::string message = "unknown colour \"" + text.substr(0, 64) + "\"";
    if (!nearest.empty()) message += "; did you mean \"" + nearest + "\"?";
    return message + " Allowed are \"#rrggbb\" and the names " + comma_separated(color_names());
}

}  // namespace limpet
