#include "verify/plot_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/escape.h"

namespace limpet::verification {
namespace {

constexpr double svg_width = 520, svg_height = 300, svg_left = 70, svg_right = 14, svg_top = 12,
                 svg_bottom = 46;
/// Of a long series every so many points are drawn.
constexpr std::size_t most_points = 400;
constexpr int colors = 8;  ///< of the report's style

struct Range {
    double low = 1e300, high = -1e300;
    void add(double value) {
        if (!std::isfinite(value)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    /// Never empty, so that what is constant has a place.
    void widen() {
        if (low > high) low = high = 0;
        const double size = std::max(std::abs(low), std::abs(high));
        if (high - low <= 1e-9 * size || high == low) {
            const double margin = size > 0 ? 0.1 * size : 1;
            low -= margin;
            high += margin;
        }
    }
};

/// Steps of 1, 2 or 5 times a power of ten.
std::vector<double> ticks(const Range& range) {
    const double raw = (range.high - range.low) / 5, power = std::pow(10, std::floor(std::log10(raw)));
    const double step = power * (raw / power <= 1 ? 1 : raw / power <= 2 ? 2 : raw / power <= 5 ? 5 : 10);
    std::vector<double> out;
    for (double k = std::ceil(range.low / step - 1e-9); k * step <= range.high + 1e-9 * step; ++k)
        out.push_back(k == 0 ? 0 : k * step);
    return out;
}

class Canvas {
public:
    explicit Canvas(const VerifyPlot& plot) : logarithmic_(plot.logarithmic_y) {
        for (const VerifyLine& line : plot.lines)
            for (std::size_t i = 0; i < line.x.size(); ++i) {
                x_.add(line.x[i]);
                if (!logarithmic_ || line.y[i] > 0) y_.add(shown(line.y[i]));
            }
        x_.widen();
        y_.widen();
    }

    double x(double value) const {
        return svg_left + (value - x_.low) / (x_.high - x_.low) * (svg_width - svg_left - svg_right);
    }
    double y(double value) const {
        return svg_height - svg_bottom -
               (shown(value) - y_.low) / (y_.high - y_.low) * (svg_height - svg_top - svg_bottom);
    }
    bool draws(double value) const { return std::isfinite(value) && (!logarithmic_ || value > 0); }

    std::string axes(const VerifyPlot& plot) const {
        std::string out;
        for (const double t : ticks(y_)) {
            const double at = y(logarithmic_ ? std::pow(10, t) : t);
            out += fmt::format(
                "<line class=\"grid-line\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
                "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}{:.4g}</text>\n",
                svg_left, svg_width - svg_right, at, at, svg_left - 6, at + 4, logarithmic_ ? "1e" : "", t);
        }
        for (const double t : ticks(x_))
            out += fmt::format(
                "<line class=\"zero\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/>"
                "<text x=\"{0:.1f}\" y=\"{3}\" text-anchor=\"middle\">{4:.4g}</text>\n",
                x(t), svg_height - svg_bottom, svg_height - svg_bottom + 4, svg_height - svg_bottom + 17, t);
        out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                           (svg_left + svg_width - svg_right) / 2, svg_height - 8, xml_text(plot.x_label));
        return out +
               fmt::format(
                   "<text transform=\"translate(13 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                   (svg_top + svg_height - svg_bottom) / 2, xml_text(plot.y_label));
    }

private:
    double shown(double value) const { return logarithmic_ ? std::log10(value) : value; }

    bool logarithmic_;
    Range x_, y_;
};

std::string theory_path(const Canvas& canvas, const VerifyLine& line) {
    std::string path;
    for (std::size_t i = 0; i < line.x.size(); ++i)
        if (canvas.draws(line.y[i]))
            path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", canvas.x(line.x[i]),
                                canvas.y(line.y[i]));
    return fmt::format("<path d=\"{}\" style=\"stroke:var(--c8)\"/>\n", path);
}

std::string measured_points(const Canvas& canvas, const VerifyLine& line, int color) {
    std::string out = fmt::format("<g style=\"fill:var(--c{})\">", color);
    const std::size_t every = line.x.size() / most_points + 1;
    const double radius = line.x.size() > 40 ? 1.6 : 3;
    for (std::size_t i = 0; i < line.x.size(); i += every)
        if (canvas.draws(line.y[i]))
            out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>", canvas.x(line.x[i]),
                               canvas.y(line.y[i]), radius);
    return out + "</g>\n";
}

}  // namespace

std::string plot_svg(const VerifyPlot& plot) {
    const Canvas canvas(plot);
    std::string drawn, legend;
    int color = 0;
    for (const VerifyLine& line : plot.lines) {
        const std::string paint = line.theory ? "var(--c8)" : fmt::format("var(--c{})", color % colors);
        drawn += line.theory ? theory_path(canvas, line) : measured_points(canvas, line, color++ % colors);
        legend += fmt::format("<span><i style=\"background:{}\"></i> {}</span>", paint, xml_text(line.name));
    }
    return fmt::format(
        "<figure class=\"card\"><h3>{}</h3>\n<div class=\"legend\">{}</div>\n<div class=\"plot\"><svg "
        "viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n{}{}</svg></div></figure>\n",
        xml_text(plot.title), legend, svg_width, svg_height, xml_text(plot.title), canvas.axes(plot), drawn);
}

}  // namespace limpet::verification
