#pragma once

/// steps.csv, probes.csv and cells.csv: which columns there are and how a step becomes a row.

#include <filesystem>
#include <string>
#include <vector>

#include "limpet/cell.h"
#include "limpet/stages.h"
#include "limpet/world.h"
#include "record/csv.h"

namespace limpet {

/// steps.csv: a row a step, the first at the end of the first step.
class StepsCsv {
public:
    static const std::vector<std::string>& columns();

    explicit StepsCsv(const std::filesystem::path& file) : csv_(file, columns()) {}
    static StepsCsv resume(const std::filesystem::path& file, double last_time) {
        return StepsCsv(CsvWriter::resume(file, columns(), last_time));
    }
    void row(const StepRecord& step) { csv_.row(values(step)); }
    bool has_rows() const { return csv_.has_rows(); }
    double last_time() const { return csv_.last_time(); }  ///< of the last row [s]; NaN if there is none
    /// In the order of columns().
    static std::vector<double> values(const StepRecord& step);

private:
    explicit StepsCsv(CsvWriter csv) : csv_(std::move(csv)) {}
    CsvWriter csv_;
};

/// The steps of a steps.csv. Throws InputError.
std::vector<StepRecord> read_steps(const std::filesystem::path& file);

/// probes.csv: a row a step, the first at time 0; a reading without a value is an empty cell.
class ProbesCsv {
public:
    /// "NAME" for one value, "NAME.x", "NAME.y", "NAME.z" for three; "time" first.
    static std::vector<std::string> columns(const std::vector<ProbeReading>& readings);

    ProbesCsv(const std::filesystem::path& file, const std::vector<ProbeReading>& readings)
        : csv_(file, columns(readings)) {}
    static ProbesCsv resume(const std::filesystem::path& file, const std::vector<ProbeReading>& readings,
                            double last_time) {
        return ProbesCsv(CsvWriter::resume(file, columns(readings), last_time));
    }
    void row(double time, const std::vector<ProbeReading>& readings) {
        csv_.row(values(time, readings), true);
    }
    /// In the order of columns().
    static std::vector<double> values(double time, const std::vector<ProbeReading>& readings);

    bool has_rows() const { return csv_.has_rows(); }
    double last_time() const { return csv_.last_time(); }  ///< of the last row [s]; NaN if there is none

private:
    explicit ProbesCsv(CsvWriter csv) : csv_(std::move(csv)) {}
    CsvWriter csv_;
};

/// cells.csv: a row per body of particles and recorded frame.
class CellsCsv {
public:
    static const std::vector<std::string>& columns();

    explicit CellsCsv(const std::filesystem::path& file) : csv_(file, columns()) {}
    static CellsCsv resume(const std::filesystem::path& file, double last_time) {
        return CellsCsv(CsvWriter::resume(file, columns(), last_time));
    }
    void rows(double time, const std::vector<CellReading>& cells);

    bool has_rows() const { return csv_.has_rows(); }
    double last_time() const { return csv_.last_time(); }  ///< of the last row [s]; NaN if there is none

private:
    explicit CellsCsv(CsvWriter csv) : csv_(std::move(csv)) {}
    CsvWriter csv_;
};

}  // namespace limpet
