#include "bench/bench_parts.h"
#include "record/svg_plot.h"

namespace limpet {
namespace {

constexpr int plot_colors = 9;  // of the report's style

}  // namespace

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
