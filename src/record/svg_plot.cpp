#include "record/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "record/escape.h"

namespace limpet {
namespace {

// Of the page, in its units: what is left free around the plot, and the height of a line of text.
constexpr double left_margin = 70, right_margin = 14, margin_of_names = 170, top_margin = 28,
                 bottom_margin = 46, line_height = 15;
/// Of a long series every so many points are drawn, and drawn smaller.
constexpr std::size_t most_points = 400, many_points = 40;
constexpr double point_radius = 3, small_radius = 1.6;
/// Decades of a logarithmic axis: with fewer, 2 and 5 of each get a tick as well; with less, it is rounded
/// out.
constexpr double few_decades = 3.5, least_decades = 0.1;
constexpr int wanted_ticks = 5;

struct Tick {
    double value;
    std::string text;
};

class Axis {
public:
    Axis(double from, double to, bool logarithmic) : from_(from), to_(to), logarithmic_(logarithmic) {}

    bool shows(double value) const { return std::isfinite(value) && (!logarithmic_ || value > 0); }
    void include(double value) {
        low_ = std::min(low_, scaled(value));
        high_ = std::max(high_, scaled(value));
    }
    bool empty() const { return low_ > high_; }

    /// Never of zero length, so that what is constant has a place. `whole_decades`: of a logarithmic axis.
    void settle(bool whole_decades) {
        if (logarithmic_) {
            if (whole_decades || high_ - low_ < least_decades) round_out(whole_decades ? 1 : 0.5);
            return;
        }
        const double size = std::max(std::abs(low_), std::abs(high_));
        if (high_ - low_ > 1e-9 * size) return;
        const double margin = size > 0 ? 0.1 * size : 1;
        low_ -= margin;
        high_ += margin;
    }
    double place(double value) const {
        return from_ + (to_ - from_) * (scaled(value) - low_) / (high_ - low_);
    }
    std::vector<Tick> ticks() const { return logarithmic_ ? decades() : even_ticks(); }

private:
    double scaled(double value) const { return logarithmic_ ? std::log10(value) : value; }
    void round_out(double step) {
        low_ = std::floor(low_ / step) * step;
        high_ = std::max(std::ceil(high_ / step) * step, low_ + step);
    }
    /// Steps of 1, 2 or 5 times a power of ten.
    std::vector<Tick> even_ticks() const {
        const double raw = (high_ - low_) / wanted_ticks, power = std::pow(10, std::floor(std::log10(raw)));
        const double step = power * (raw / power <= 1 ? 1 : raw / power <= 2 ? 2 : raw / power <= 5 ? 5 : 10);
        std::vector<Tick> out;
        for (double k = std::ceil(low_ / step - 1e-9); k * step <= high_ + 1e-9 * step; ++k)
            out.push_back({k * step, fmt::format("{:.4g}", k == 0 ? 0.0 : k * step)});
        return out;
    }
    std::vector<Tick> decades() const {
        std::vector<Tick> out;
        for (int power = static_cast<int>(std::floor(low_)); power <= high_ + 1e-9; ++power)
            for (const int factor : {1, 2, 5}) {
                if (factor > 1 && high_ - low_ > few_decades) break;
                const double value = factor * std::pow(10.0, power), at = std::log10(value);
                if (at < low_ - 1e-9 || at > high_ + 1e-9) continue;
                const bool plain = power >= -3 && power <= 5;
                out.push_back(
                    {value, plain ? fmt::format("{:g}", value) : fmt::format("{}e{}", factor, power)});
            }
        return out;
    }

    double from_, to_;
    bool logarithmic_;
    double low_ = std::numeric_limits<double>::infinity(), high_ = -low_;
};

class Drawing {
public:
    explicit Drawing(const SvgPlot& plot)
        : plot_(plot),
          right_(plot.width - (plot.names ? margin_of_names : right_margin)),
          bottom_(plot.height - bottom_margin),
          x_(left_margin, right_, plot.logarithmic_x),
          y_(bottom_, top_margin, plot.logarithmic_y) {
        for (const SvgSeries& series : plot.series)
            for (std::size_t i = 0; i < series.x.size(); ++i)
                if (shown(series, i)) {
                    x_.include(series.x[i]);
                    y_.include(series.y[i]);
                }
        if (empty()) return;
        x_.settle(false);
        y_.settle(true);
    }

    bool empty() const { return x_.empty(); }

    std::string axes() const {
        std::string out;
        for (const Tick& tick : x_.ticks())
            out += fmt::format(
                "<line class=\"grid-line\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/>"
                "<text x=\"{0:.1f}\" y=\"{3}\" text-anchor=\"middle\">{4}</text>\n",
                x_.place(tick.value), top_margin, bottom_, bottom_ + 17, tick.text);
        for (const Tick& tick : y_.ticks()) {
            const double at = y_.place(tick.value);
            out += fmt::format(
                "<line class=\"grid-line\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
                "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
                left_margin, right_, at, left_margin - 6, at + 4, tick.text);
        }
        return out +
               fmt::format(
                   "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n"
                   "<text transform=\"translate(13 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                   (left_margin + right_) / 2, plot_.height - 8, xml_text(plot_.x_label),
                   (top_margin + bottom_) / 2, xml_text(plot_.y_label));
    }

    std::string drawn(const SvgSeries& series) const {
        std::string path, dots;
        const std::size_t every = series.line ? 1 : series.x.size() / most_points + 1;
        const double radius = series.x.size() > many_points ? small_radius : point_radius;
        for (std::size_t i = 0; i < series.x.size(); i += every) {
            if (!shown(series, i)) continue;
            const double px = x_.place(series.x[i]), py = y_.place(series.y[i]);
            if (series.line) path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px, py);
            if (series.points)
                dots += fmt::format(
                    "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"><title>{}: {:.3g} {}, {:.3g} "
                    "{}</title></circle>",
                    px, py, radius, xml_text(series.name), series.x[i], xml_text(plot_.x_label), series.y[i],
                    xml_text(plot_.y_label));
        }
        std::string out;
        if (!path.empty())
            out += fmt::format("<path d=\"{}\" style=\"stroke:var(--c{})\"/>", path, series.color);
        if (!dots.empty()) out += fmt::format("<g style=\"fill:var(--c{})\">{}</g>", series.color, dots);
        return out + '\n';
    }

    /// Beside the ends of the lines, moved apart where they would overlap.
    std::string names() const {
        std::vector<std::pair<double, const SvgSeries*>> places;
        for (const SvgSeries& series : plot_.series)
            for (std::size_t i = series.x.size(); i-- > 0;)
                if (shown(series, i)) {
                    places.emplace_back(y_.place(series.y[i]), &series);
                    break;
                }
        std::stable_sort(places.begin(), places.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        double lowest = bottom_ - line_height * (static_cast<double>(places.size()) - 1);
        double above = top_margin - line_height;
        std::string out;
        for (auto& [at, series] : places) {
            at = std::max(std::min(at, std::max(lowest, top_margin)), above + line_height);
            above = at;
            lowest += line_height;
            out += fmt::format("<text x=\"{}\" y=\"{:.1f}\" style=\"fill:var(--c{})\">{}</text>\n",
                               right_ + 10, at + 4, series->color, xml_text(series->name));
        }
        return out;
    }

private:
    bool shown(const SvgSeries& series, std::size_t i) const {
        return x_.shows(series.x[i]) && y_.shows(series.y[i]);
    }

    const SvgPlot& plot_;
    double right_, bottom_;
    Axis x_, y_;
};

}  // namespace

std::string svg_plot(const SvgPlot& plot) {
    const Drawing drawing(plot);
    if (drawing.empty()) return "";
    std::string inside = drawing.axes();
    for (const SvgSeries& series : plot.series) inside += drawing.drawn(series);
    if (plot.names) inside += drawing.names();
    return fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n", plot.width,
                       plot.height, xml_text(plot.title), inside);
}

}  // namespace limpet
