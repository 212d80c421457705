#pragma once

/// Lines and points over x, as an SVG element that takes its colours from the report's style
/// (report_style.cpp).

#include <string>
#include <vector>

namespace limpet {

struct SvgSeries {
    std::string name;
    std::vector<double> x, y;  ///< what is not finite, or not positive on a logarithmic axis, is left out
    int color = 0;             ///< of the style, 0 to 8
    bool line = true, points = true;
};

struct SvgPlot {
    std::string title = {}, x_label = {}, y_label = {};
    std::vector<SvgSeries> series = {};
    bool logarithmic_x = false, logarithmic_y = false;
    double width = 520, height = 300;
    bool names = false;  ///< at the right of the last points; without them the page has a legend
};

/// "" if there is nothing to plot.
std::string svg_plot(const SvgPlot& plot);

}  // namespace limpet
