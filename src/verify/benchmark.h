#pragma once

/// A benchmark: what it is about, and how it is run. One file each, listed in registry.cpp.

#include "limpet/verify.h"

namespace limpet::verification {

/// What a benchmark writes its findings to.
class Findings {
public:
    Findings(VerifyResult& result, const VerifySettings& settings) : result_(result), settings_(settings) {}

    bool quick() const { return settings_.quick; }
    void progress(const std::string& what) const {
        if (settings_.progress) settings_.progress(what);
    }
    /// A number whose error is |measured − reference| / |reference|.
    void compare(const std::string& what, double measured, double reference, const std::string& unit,
                 std::optional<double> gate = std::nullopt);
    /// A number that should be zero: its size is the error.
    void expect_below(const std::string& what, double measured, const std::string& unit,
                      std::optional<double> gate = std::nullopt);
    void plot(VerifyPlot plot) { result_.plots.push_back(std::move(plot)); }
    /// Folder of .fc3d files; empty: none was given.
    const std::string& problems() const { return settings_.problems; }
    void skip(std::string why) { result_.skipped = std::move(why); }
    void note(std::string sentence) { result_.notes.push_back(std::move(sentence)); }

private:
    VerifyResult& result_;
    const VerifySettings& settings_;
};

struct Benchmark {
    VerifyRow row;
    void (*run)(Findings&);
};

Benchmark hertz();
Benchmark flat_on_flat();
Benchmark flat_punch();
Benchmark overlap_volume();
Benchmark two_spheres();
Benchmark impacts();
Benchmark rest();
Benchmark slope_angle();
Benchmark sliding_distance();
Benchmark sliding_directions();
Benchmark sliding_cube();
Benchmark rolling_sphere();
Benchmark rolling_cylinder();
Benchmark can();
Benchmark bounces();
Benchmark pushed_block();
Benchmark pinch_and_hold();
Benchmark pinched_cloth();
Benchmark capstan();
Benchmark partial_slip();
Benchmark masonry_arch();
Benchmark painleve_rod();
Benchmark foreign_problems();
Benchmark slope_rest();
Benchmark slope_sizes();

const std::vector<Benchmark>& benchmarks();

}  // namespace limpet::verification
