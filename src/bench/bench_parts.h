#pragma once

/// What benches are put together from.

#include <algorithm>
#include <limits>
#include <string_view>

#include "limpet/bench.h"

namespace limpet {

/// In place of a number that a row does not have.
inline constexpr double no_measurement = std::numeric_limits<double>::quiet_NaN();

/// Collects what a bench measures, and says it as soon as it is there.
class BenchSheet {
public:
    BenchSheet(BenchResult& result, const BenchOptions& options) : result_(result), options_(options) {}

    bool quick() const { return options_.quick; }
    int threads() const { return options_.threads; }  ///< at most; 0: as many as there are cores
    /// Some rows only: tables whose rows have no names are left out.
    bool some_rows() const { return !options_.rows.empty(); }
    bool has_row(std::string_view name) const {
        return !some_rows() || std::any_of(options_.rows.begin(), options_.rows.end(),
                                           [&](const std::string& row) { return name.starts_with(row); });
    }
    void add(BenchTable table) {
        result_.tables.push_back(std::move(table));
        if (options_.on_table) options_.on_table(result_.tables.back());
    }
    void add(BenchPlot plot) { result_.plots.push_back(std::move(plot)); }

private:
    BenchResult& result_;
    const BenchOptions& options_;
};

/// Frictionless contact of soft bodies: C. Duriez et al. 2004, and SOFA's soft box.
void bench_signorini(BenchSheet& sheet);

/// Quasi-static soft bodies with friction: local and global Uzawa, A. Talbi et al. 2008.
void bench_hapco(BenchSheet& sheet);

/// Bonds: candy on Jell-O with and without them, J. Gascón et al. 2010, Fig. 4.
void bench_adhesion(BenchSheet& sheet);

/// Volume contact by layered depth images: the tables and figures of J. Allard et al. 2010.
void bench_volume(BenchSheet& sheet);

/// Cells and virtual adhesives: the times of A. Carra et al. 2007, growth, and rolling over strength.
void bench_cells(BenchSheet& sheet);

/// The names of their rows.
std::vector<std::string> bench_volume_rows();
std::vector<std::string> bench_cells_rows();

/// The haptic loop: latency, energy, stability.
void bench_haptics(BenchSheet& sheet);

/// The number as people read it: three digits.
std::string cell_text(const BenchCell& cell);

/// The plot as an SVG element that takes its colours from the page's style.
std::string bench_plot_svg(const BenchPlot& plot);

/// Of y = c x^e through the line's points, e of the least squares in log y over log x.
double growth_exponent(const BenchPlot::Line& line);

std::string bench_page(const std::vector<BenchResult>& results);

}  // namespace limpet
