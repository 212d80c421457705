#include "render/font.h"

#include <array>
#include <cmath>
#include <cstring>

namespace limpet {
namespace {

constexpr int columns = 5, rows = 9;

struct Glyph {
    char character;
    const char* cells;  ///< rows from the top, a space apart; two more may follow below the line
};

constexpr Glyph glyphs[] = {
    {'0', ".###. #...# #...# #...# #...# #...# .###."},
    {'1', "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###."},
    {'2', ".###. #...# ....# ...#. ..#.. .#... #####"},
    {'3', ".###. #...# ....# ..##. ....# #...# .###."},
    {'4', "...#. ..##. .#.#. #..#. ##### ...#. ...#."},
    {'5', "##### #.... ####. ....# ....# #...# .###."},
    {'6', ".###. #.... #.... ####. #...# #...# .###."},
    {'7', "##### ....# ...#. ..#.. ..#.. .#... .#..."},
    {'8', ".###. #...# #...# .###. #...# #...# .###."},
    {'9', ".###. #...# #...# .#### ....# ....# .###."},
    {'.', "..... ..... ..... ..... ..... ..... ..#.."},
    {'-', "..... ..... ..... .###. ..... ..... ....."},
    {'+', "..... ..#.. ..#.. ##### ..#.. ..#.. ....."},
    {'=', "..... ..... ##### ..... ##### ..... ....."},
    {'/', "....# ....# ...#. ..#.. .#... #.... #...."},
    {'(', "...#. ..#.. .#... .#... .#... ..#.. ...#."},
    {')', ".#... ..#.. ...#. ...#. ...#. ..#.. .#..."},
    {'%', "##... ##..# ...#. ..#.. .#... #..## ...##"},
    {'[', "..##. ..#.. ..#.. ..#.. ..#.. ..#.. ..##."},
    {']', ".##.. ..#.. ..#.. ..#.. ..#.. ..#.. .##.."},
    {'G', ".###. #...# #.... #.### #...# #...# .###."},
    {'M', "#...# ##.## #.#.# #...# #...# #...# #...#"},
    {'P', "####. #...# #...# ####. #.... #.... #...."},
    {'a', "..... ..... .###. ....# .#### #...# .####"},
    {'c', "..... ..... .###. #.... #.... #.... .###."},
    {'d', "....# ....# .#### #...# #...# #...# .####"},
    {'e', "..... ..... .###. #...# ##### #.... .###."},
    {'f', "..##. .#... ####. .#... .#... .#... .#..."},
    {'g', "..... ..... .#### #...# #...# #...# .#### ....# .###."},
    {'i', "..#.. ..... ..#.. ..#.. ..#.. ..#.. ..#.."},
    {'k', ".#... .#... .#..# .#.#. .##.. .#.#. .#..#"},
    {'l', "..#.. ..#.. ..#.. ..#.. ..#.. ..#.. ..##."},
    {'m', "..... ..... ##### #.#.# #.#.# #.#.# #.#.#"},
    {'n', "..... ..... ####. #...# #...# #...# #...#"},
    {'o', "..... ..... .###. #...# #...# #...# .###."},
    {'p', "..... ..... ####. #...# #...# #...# ####. #.... #...."},
    {'r', "..... ..... .#.## .##.. .#... .#... .#..."},
    {'s', "..... ..... .#### #.... .###. ....# ####."},
    {'t', ".#... .#... ####. .#... .#... .#... ..##."},
    {'u', "..... ..... #...# #...# #...# #...# ####. #.... #...."},
    {'v', "..... ..... #...# #...# #...# .#.#. ..#.."},
};

using Cells = std::array<std::array<bool, columns>, rows>;

Cells cells_of(const Glyph& glyph) {
    Cells cells{};
    for (std::size_t i = 0; i < std::strlen(glyph.cells); ++i)
        if (glyph.cells[i] == '#') cells[i / (columns + 1)][i % (columns + 1)] = true;
    return cells;
}

bool inked(const Cells& cells, int row, int column) {
    return row >= 0 && row < rows && column >= 0 && column < columns && cells[row][column];
}

/// The pen goes from each inked cell to its inked neighbours; across a corner only where no straight way
/// leads.
void add_strokes(const Cells& cells, float left, std::vector<Stroke>& strokes) {
    const auto add = [&](int row, int column, int down, int right) {
        const float x = left + static_cast<float>(column), y = static_cast<float>(row);
        strokes.push_back({x, y, x + static_cast<float>(right), y + static_cast<float>(down)});
    };
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            if (!cells[row][column]) continue;
            const bool right = inked(cells, row, column + 1), below = inked(cells, row + 1, column);
            const bool left_of = inked(cells, row, column - 1);
            add(row, column, 0, 0);
            if (right) add(row, column, 0, 1);
            if (below) add(row, column, 1, 0);
            if (!right && !below && inked(cells, row + 1, column + 1)) add(row, column, 1, 1);
            if (!left_of && !below && inked(cells, row + 1, column - 1)) add(row, column, 1, -1);
        }
}

}  // namespace

std::vector<Stroke> text_strokes(const std::string& text) {
    std::vector<Stroke> strokes;
    float left = 0;
    for (const char character : text) {
        for (const Glyph& glyph : glyphs)
            if (glyph.character == character) add_strokes(cells_of(glyph), left, strokes);
        left += glyph_advance;
    }
    return strokes;
}

float text_width(const std::string& text) {
    return text.empty() ? 0 : glyph_advance * static_cast<float>(text.size()) - (glyph_advance - columns + 1);
}

}  // namespace limpet
