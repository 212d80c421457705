#include "record/report_chart.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "record/escape.h"

namespace limpet {

ChartLine thinned(const ChartLine& line, std::size_t most) {
    const std::size_t count = line.y.size();
    if (count <= std::max<std::size_t>(most, 4)) return line;
    ChartLine out;
    out.name = line.name;
    const auto keep = [&](std::size_t i) {
        out.x.push_back(line.x[i]);
        out.y.push_back(line.y[i]);
    };
    keep(0);
    const std::size_t buckets = std::max<std::size_t>((most - std::min<std::size_t>(most, 2)) / 2, 1);
    for (std::size_t b = 0; b < buckets; ++b) {
        const std::size_t begin = 1 + b * (count - 2) / buckets, end = 1 + (b + 1) * (count - 2) / buckets;
        if (begin == end) continue;
        std::size_t low = begin, high = begin;
        for (std::size_t i = begin; i < end; ++i) {
            // NaN compares false: a bucket that begins with one takes the first number it meets.
            if (line.y[i] < line.y[low] || std::isnan(line.y[low])) low = i;
            if (line.y[i] > line.y[high] || std::isnan(line.y[high])) high = i;
        }
        keep(std::min(low, high));
        if (low != high) keep(std::max(low, high));
    }
    keep(count - 1);
    return out;
}

namespace {

/// Seven digits: more than a screen shows.
void put_numbers(std::string& out, const std::vector<double>& values) {
    out += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i) out += ',';
        char text[32];
        std::snprintf(text, sizeof text, "%.7g", values[i]);
        out += std::isfinite(values[i]) ? text : "null";
    }
    out += ']';
}

}  // namespace

std::string charts_json(const std::vector<Chart>& charts, std::size_t points) {
    std::size_t lines = 0;
    for (const Chart& chart : charts) lines += chart.lines.size();
    const std::size_t most = std::clamp<std::size_t>(points / std::max<std::size_t>(lines, 1), 40, 2000);
    std::string out = "[";
    for (const Chart& chart : charts) {
        if (out.size() > 1) out += ",\n";
        out += "{\"title\":" + json_text(chart.title) + ",\"unit\":" + json_text(chart.unit) +
               ",\"log\":" + (chart.logarithmic ? "true" : "false") + ",\"lines\":[";
        for (std::size_t i = 0; i < chart.lines.size(); ++i) {
            const ChartLine line = thinned(chart.lines[i], most);
            out += (i ? ",{\"name\":" : "{\"name\":") + json_text(line.name) + ",\"x\":";
            put_numbers(out, line.x);
            out += ",\"y\":";
            put_numbers(out, line.y);
            out += '}';
        }
        out += "]}";
    }
    return out + ']';
}

}  // namespace limpet
