#pragma once

/// The plots of report.html as data: lines over time, thinned out so that a long run's page stays small.

#include <string>
#include <vector>

namespace limpet {

struct ChartLine {
    std::string name;
    std::vector<double> x, y;  ///< NaN in y is a gap
};

struct Chart {
    std::string title;
    std::string unit;  ///< of y; empty for a number
    std::string note;  ///< a sentence below the title
    std::vector<ChartLine> lines;
    bool logarithmic = false;
};

/// At most `most` points (but 4 at least) between which the line looks the same: the lowest and the highest
/// of each of equally many neighbours, in order, and the ends.
ChartLine thinned(const ChartLine& line, std::size_t most);

/// The charts as JSON for the page's script. All lines together get about `points` points.
std::string charts_json(const std::vector<Chart>& charts, std::size_t points);

}  // namespace limpet
