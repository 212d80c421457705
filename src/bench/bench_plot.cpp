#include <cmath>

#include "bench/bench_parts.h"
#include "record/svg_plot.h"

namespace limpet {
namespace {

constexpr int plot_colors = 9;  // of the report's style

}  // namespace

double growth_exponent(const BenchPlot::Line& line) {
    const auto n = static_cast<double>(line.x.size());
    double x = 0, y = 0, xx = 0, xy = 0;
    for (std::size_t i = 0; i < line.x.size(); ++i) {
        const double a = std::log(line.x[i]), b = std::log(line.y[i]);
        x += a / n;
        y += b / n;
        xx += a * a / n;
        xy += a * b / n;
    }
    return (xy - x * y) / (xx - x * x);
}

std::string bench_plot_svg(const BenchPlot& plot) {
    SvgPlot out{.title = plot.title,
                .x_label = plot.x_name,
                .y_label = plot.y_name,
                .series = {},
                .logarithmic_x = !plot.even_x,
                .logarithmic_y = true,
                .width = 760,
                .height = 420,
                .names = true};
    for (std::size_t i = 0; i < plot.lines.size(); ++i)
        out.series.push_back({.name = plot.lines[i].name,
                              .x = plot.lines[i].x,
                              .y = plot.lines[i].y,
                              .color = static_cast<int>(i % plot_colors)});
    const std::string svg = svg_plot(out);
    return svg.empty() ? "<p>There is nothing to plot.</p>" : svg;
}

}  // namespace limpet
