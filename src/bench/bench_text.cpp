/// Tables for terminals.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/bench_parts.h"

namespace limpet {
namespace {

/// Columns that the text takes on a terminal: one a code point.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

std::string cell_text(const BenchCell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    const double value = std::get<double>(cell);
    if (!std::isfinite(value)) return "";
    if (value == std::round(value) && std::abs(value) < 1e9) return fmt::format("{:.0f}", value);
    if (std::abs(value) < 1e-3 || std::abs(value) >= 1e6) return fmt::format("{:.2g}", value);
    const int before = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    return fmt::format("{:.{}f}", value, std::clamp(3 - before, 0, 5));
}

std::string bench_text(const BenchTable& table) {
    std::vector<std::vector<std::string>> lines = {table.columns};
    for (const auto& row : table.rows) {
        lines.emplace_back();
        for (const BenchCell& cell : row) lines.back().push_back(cell_text(cell));
    }
    std::vector<std::size_t> widths(table.columns.size(), 0);
    for (const auto& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width_of(line[i]));
    std::string out = table.title + "\n";
    for (const auto& line : lines) {
        std::string row;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const std::string space(widths[i] - width_of(line[i]), ' ');
            const bool words = !table.rows.empty() && std::holds_alternative<std::string>(table.rows[0][i]);
            row += "  " + (words ? line[i] + space : space + line[i]);
        }
        row.erase(row.find_last_not_of(' ') + 1);
        out += row + "\n";
    }
    return out;
}

}  // namespace limpet
