#pragma once

/// summary.json: a run in numbers. Keys and units are in docs/outputs.md.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "limpet/audit.h"
#include "limpet/frame.h"
#include "limpet/stages.h"

namespace limpet {

/// What a run is about, apart from its steps.
struct RunInfo {
    std::string scene;
    std::string description;
    double time_step = 0;  ///< [s]
    Camera camera;
    struct Body {
        std::string name;
        BodyType type = BodyType::Rigid;
        std::size_t vertices = 0, triangles = 0, tetrahedra = 0;
    };
    std::vector<Body> bodies;
    struct Probe {
        std::string name;
        std::string body;
        std::string what;  ///< as in scene files
        std::string unit;
        std::string with = {};  ///< the other body, of contact quantities; empty: all
    };
    std::vector<Probe> probes;
};

RunInfo describe_run(const Scene& scene, const Frame& frame);

/// "static", "rigid" or "soft", as in scene files.
std::string type_name(BodyType type);

/// Means, extremes and last values over the steps added.
class Summary {
public:
    void add(const StepRecord& step);

    /// `steps` and `simulated_time` are the world's, `wall_time` [s] the run's.
    std::string json(const RunInfo& info, long steps, double simulated_time, double wall_time,
                     const std::string& exit_reason, const std::vector<std::string>& warnings = {},
                     const std::optional<AuditResult>& audit = {}) const;

    double stage_seconds() const;  ///< wall time of all the steps added [s]

private:
    /// Of a figure that is not negative.
    struct Spread {
        double sum = 0, largest = 0;
        void add(double value) { sum += value, largest = std::max(largest, value); }
    };

    long count_ = 0;
    std::array<Spread, stage_count + 1> ms_;  ///< the last is the total
    Spread contacts_, zones_, colliding_share_;
    double worst_residual_ = 0, deepest_ = 0;
    long zone_merges_ = 0, releases_ = 0;
    StepRecord last_;
};

}  // namespace limpet
