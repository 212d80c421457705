#include "record/tables.h"

#include <cmath>

#include "core/text.h"

namespace limpet {

const std::vector<std::string>& StepsCsv::columns() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> names = {"time"};
        for (const std::string_view stage : stage_names) names.push_back("ms_" + std::string(stage));
        for (const char* name : {"ms_total",
                                 "contacts",
                                 "iterations",
                                 "residual",
                                 "penetration",
                                 "intersection_volume",
                                 "kinetic",
                                 "elastic",
                                 "potential",
                                 "bonds",
                                 "mean_beta",
                                 "sticking",
                                 "slipping",
                                 "bonded_area",
                                 "adhesive_force",
                                 "adhesive_energy",
                                 "adhesive_dissipation",
                                 "resolves",
                                 "zones",
                                 "colliding_particles",
                                 "colliding_share",
                                 "zone_merges",
                                 "releases"})
            names.emplace_back(name);
        return names;
    }();
    return all;
}

std::vector<double> StepsCsv::values(const StepRecord& s) {
    std::vector<double> values = {s.time};
    values.insert(values.end(), s.ms.begin(), s.ms.end());
    for (const double value : {s.ms_total,
                               double(s.contacts),
                               double(s.iterations),
                               s.residual,
                               s.penetration,
                               s.intersection_volume,
                               s.kinetic,
                               s.elastic,
                               s.potential,
                               double(s.bonds),
                               s.mean_beta,
                               double(s.sticking),
                               double(s.slipping),
                               s.bonded_area,
                               s.adhesive_force,
                               s.adhesive_energy,
                               s.adhesive_dissipation,
                               double(s.resolves),
                               double(s.zones),
                               double(s.colliding_particles),
                               s.colliding_share,
                               double(s.zone_merges),
                               double(s.releases)})
        values.push_back(value);
    return values;
}

namespace {

int count_of(double value) {
    return value >= 0 && value <= 2147483647.0 ? static_cast<int>(value) : 0;
}

}  // namespace

std::vector<StepRecord> read_steps(const std::filesystem::path& file) {
    const CsvTable table = read_csv(file);
    if (table.columns != StepsCsv::columns())
        throw file_error(file, "has other columns than a steps.csv of this version: " +
                                   comma_separated(StepsCsv::columns()));
    std::vector<StepRecord> steps(table.rows());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        StepRecord& s = steps[i];
        std::size_t column = 0;
        const auto next = [&] { return table.values[column++][i]; };
        s.time = next();
        for (double& ms : s.ms) ms = next();
        s.ms_total = next();
        s.contacts = count_of(next());
        s.iterations = count_of(next());
        s.residual = next();
        s.penetration = next();
        s.intersection_volume = next();
        s.kinetic = next();
        s.elastic = next();
        s.potential = next();
        s.bonds = count_of(next());
        s.mean_beta = next();
        s.sticking = count_of(next());
        s.slipping = count_of(next());
        s.bonded_area = next();
        s.adhesive_force = next();
        s.adhesive_energy = next();
        s.adhesive_dissipation = next();
        s.resolves = count_of(next());
        s.zones = count_of(next());
        s.colliding_particles = count_of(next());
        s.colliding_share = next();
        s.zone_merges = count_of(next());
        s.releases = count_of(next());
    }
    return steps;
}

std::vector<std::string> ProbesCsv::columns(const std::vector<ProbeReading>& readings) {
    std::vector<std::string> names = {"time"};
    for (const ProbeReading& reading : readings)
        for (const std::string_view ending : probe_column_endings(reading.values.size()))
            names.push_back(reading.name + std::string(ending));
    return names;
}

std::vector<double> ProbesCsv::values(double time, const std::vector<ProbeReading>& readings) {
    std::vector<double> values = {time};
    for (const ProbeReading& reading : readings)
        values.insert(values.end(), reading.values.begin(), reading.values.end());
    return values;
}

const std::vector<std::string>& CellsCsv::columns() {
    static const std::vector<std::string> all = {"time",       "body",  "volume", "area", "contact_area",
                                                 "neighbours", "zones", "x",      "y",    "z"};
    return all;
}

void CellsCsv::rows(double time, const std::vector<CellReading>& cells) {
    std::vector<std::vector<CsvWriter::Cell>> rows;
    for (const CellReading& cell : cells)
        rows.push_back({cell.body, cell.volume, cell.area, cell.contact_area, double(cell.neighbours),
                        double(cell.zones), cell.center[0], cell.center[1], cell.center[2]});
    csv_.rows(time, rows);
}

}  // namespace limpet
