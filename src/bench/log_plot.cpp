/// A plot as SVG, y and mostly x logarithmic: decades as grid lines, points joined by straight lines, names
/// at the right.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/bench_parts.h"
#include "record/escape.h"

namespace limpet {
namespace {

constexpr double plot_width = 760, plot_height = 420;
constexpr double left = 62, right = 170, top = 28, bottom = 46;
constexpr double name_height = 15;

struct Axis {
    double from, to;                                                    ///< on the page
    bool even = false;                                                  ///< not logarithmic
    double low = std::numeric_limits<double>::infinity(), high = -low;  ///< log₁₀, or the value

    double scaled(double value) const { return even ? value : std::log10(value); }
    void include(double value) {
        low = std::min(low, scaled(value));
        high = std::max(high, scaled(value));
    }
    void round_out(double step) {
        low = std::floor(low / step) * step;
        high = std::max(std::ceil(high / step) * step, low + step);
    }
    double place(double value) const { return from + (to - from) * (scaled(value) - low) / (high - low); }
};

bool shown(const BenchPlot& plot, const BenchPlot::Line& line, std::size_t i) {
    return std::isfinite(line.x[i]) && std::isfinite(line.y[i]) && (plot.even_x || line.x[i] > 0) &&
           line.y[i] > 0;
}

std::string power_text(int power) {
    if (power >= -3 && power <= 5) return fmt::format("{:g}", std::pow(10.0, power));
    return fmt::format("1e{}", power);
}

std::string grid(const Axis& x, const Axis& y) {
    std::string out;
    const auto each = [](const Axis& axis, auto&& visit) {
        if (axis.even) {
            const double step = std::pow(10, std::floor(std::log10(axis.high - axis.low)));
            const double fine = (axis.high - axis.low) / step < 4 ? step / 5 : step;
            for (double at = std::ceil(axis.low / fine) * fine; at <= axis.high + 1e-9 * fine; at += fine)
                visit(at, 0, 0);
            return;
        }
        for (int power = static_cast<int>(std::floor(axis.low)); power <= axis.high; ++power)
            for (const int factor : {1, 2, 5}) {
                const double value = factor * std::pow(10.0, power), log = std::log10(value);
                if (log >= axis.low - 1e-9 && log <= axis.high + 1e-9) visit(value, factor, power);
            }
    };
    each(x, [&](double value, int factor, int power) {
        const double at = x.place(value);
        out += fmt::format("<line class=\"grid-line\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/>",
                           at, top, plot_height - bottom);
        out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", at,
                           plot_height - bottom + 16,
                           factor == 1 ? power_text(power) : fmt::format("{:g}", value));
    });
    each(y, [&](double value, int factor, int power) {
        if (factor != 1) return;
        const double at = y.place(value);
        out += fmt::format("<line class=\"grid-line\" x1=\"{1}\" x2=\"{2}\" y1=\"{0:.1f}\" y2=\"{0:.1f}\"/>",
                           at, left, plot_width - right);
        out += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", left - 7, at + 4,
                           power_text(power));
    });
    return out;
}

/// Names beside the lines' ends, moved apart where they would overlap.
std::string names(const BenchPlot& plot, const Axis& y) {
    std::vector<std::pair<double, std::size_t>> places;
    for (std::size_t n = 0; n < plot.lines.size(); ++n) {
        const BenchPlot::Line& line = plot.lines[n];
        for (std::size_t i = line.x.size(); i-- > 0;)
            if (shown(plot, line, i)) {
                places.emplace_back(y.place(line.y[i]), n);
                break;
            }
    }
    std::sort(places.begin(), places.end());
    double lowest = plot_height - bottom - name_height * (static_cast<double>(places.size()) - 1);
    double above = top - name_height;
    std::string out;
    for (auto& [at, n] : places) {
        at = std::max(std::min(at, std::max(lowest, top)), above + name_height);
        above = at;
        lowest += name_height;
        out += fmt::format("<text x=\"{}\" y=\"{:.1f}\" style=\"fill:var(--c{})\">{}</text>\n",
                           plot_width - right + 10, at + 4, n % 9, xml_text(plot.lines[n].name));
    }
    return out;
}

std::string lines(const BenchPlot& plot, const Axis& x, const Axis& y) {
    std::string out;
    for (std::size_t n = 0; n < plot.lines.size(); ++n) {
        const BenchPlot::Line& line = plot.lines[n];
        std::string path, dots;
        for (std::size_t i = 0; i < line.x.size(); ++i) {
            if (!shown(plot, line, i)) continue;
            const double px = x.place(line.x[i]), py = y.place(line.y[i]);
            path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px, py);
            dots += fmt::format(
                "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" style=\"fill:var(--c{})\"><title>{}: {} {}, {} "
                "{}</title></circle>",
                px, py, n % 9, xml_text(line.name), cell_text(line.x[i]), xml_text(plot.x_name),
                cell_text(line.y[i]), xml_text(plot.y_name));
        }
        if (!path.empty())
            out += fmt::format("<path d=\"{}\" style=\"stroke:var(--c{})\"/>{}\n", path, n % 9, dots);
    }
    return out;
}

}  // namespace

std::string log_plot_svg(const BenchPlot& plot) {
    Axis x{.from = left, .to = plot_width - right, .even = plot.even_x},
        y{.from = plot_height - bottom, .to = top};
    for (const BenchPlot::Line& line : plot.lines)
        for (std::size_t i = 0; i < line.x.size(); ++i)
            if (shown(plot, line, i)) {
                x.include(line.x[i]);
                y.include(line.y[i]);
            }
    if (!(x.low <= x.high)) return "<p>There is nothing to plot.</p>";
    y.round_out(1);
    if (!x.even && x.high - x.low < 0.1) x.round_out(0.5);
    if (x.even && x.high == x.low) x.high = x.low + 1;
    return fmt::format(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n{}{}{}<text x=\"{}\" y=\"{}\" "
        "text-anchor=\"middle\">{}</text>\n<text x=\"{}\" y=\"12\" text-anchor=\"end\">{}</text>\n</svg>\n",
        plot_width, plot_height, xml_text(plot.title), grid(x, y), lines(plot, x, y), names(plot, y),
        (left + plot_width - right) / 2, plot_height - 8, xml_text(plot.x_name), left - 7,
        xml_text(plot.y_name));
}

}  // namespace limpet
