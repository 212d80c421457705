#pragma once

/// What report.html shows, taken from a run's files.

#include <filesystem>
#include <string>
#include <vector>

#include "record/csv.h"
#include "record/report_chart.h"

namespace limpet {

struct StageTime {
    std::string name;
    double mean_ms = 0, worst_ms = 0;  ///< [ms]
};

/// summary.json, read back. A number that is null there is NaN here.
struct ReportData {
    std::string scene, description, version, exit_reason;
    std::vector<std::string> warnings;
    double steps = 0, time_step = 0, simulated_time = 0, wall_time = 0;  ///< times in [s]
    std::vector<StageTime> stages;
    StageTime total;
    double mean_contacts = 0, largest_contacts = 0, worst_residual = 0;
    double deepest_penetration = 0;  ///< [m]
    double final_energy = 0;         ///< [J]
    struct Body {
        std::string name, type;
        double vertices = 0, triangles = 0, tetrahedra = 0;
    };
    std::vector<Body> bodies;
    struct Probe {
        std::string name, body, what, unit, with;
    };
    std::vector<Probe> probes;
};

/// Throws InputError if the file is not a summary.
ReportData read_report_data(const std::filesystem::path& summary);

/// Plots of steps.csv and probes.csv; of what did not happen (no contact, no bond, no zone) there are none.
std::vector<Chart> energy_charts(const CsvTable& steps);
std::vector<Chart> contact_charts(const CsvTable& steps);
std::vector<Chart> bond_charts(const CsvTable& steps);
std::vector<Chart> zone_charts(const CsvTable& steps);
std::vector<Chart> stage_charts(const CsvTable& steps);
std::vector<Chart> probe_charts(const ReportData& run, const CsvTable& probes);

/// The page itself. Pictures are names of files in the folder's pictures/.
std::string report_html(const ReportData& run, const CsvTable& steps, const CsvTable& probes,
                        const std::vector<std::string>& picture_files);

}  // namespace limpet
