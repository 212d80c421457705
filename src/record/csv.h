#pragma once

/// Tables as CSV (RFC 4180), numbers and here and there a name: a row is on the disk as soon as it is
/// written.

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "record/files.h"

namespace limpet {

/// Columns of numbers; an empty cell is NaN.
struct CsvTable {
    std::vector<std::string> columns;
    std::vector<std::vector<double>> values;  ///< a vector a column

    std::size_t rows() const { return values.empty() ? 0 : values.front().size(); }
    /// The column's values; nullptr if there is none of that name.
    const std::vector<double>* column(const std::string& name) const;
};

/// Throws InputError with file and line. A last line without its end is left out: it was being written.
CsvTable read_csv(const std::filesystem::path& file);

class CsvWriter {
public:
    CsvWriter(const std::filesystem::path& file, const std::vector<std::string>& columns);

    /// Goes on with a table whose first column is the time, after cutting rows later than `last_time` [s].
    /// Throws InputError if the file has other columns.
    static CsvWriter resume(const std::filesystem::path& file, const std::vector<std::string>& columns,
                            double last_time);

    /// NaN is written as an empty cell if `empty_nan`.
    void row(const std::vector<double>& values, bool empty_nan = false);
    /// Rows of one moment, some of them with words; all of them are on the disk, or a torn one at the end.
    using Cell = std::variant<double, std::string>;
    void rows(double time, const std::vector<std::vector<Cell>>& rows);

    bool has_rows() const { return !std::isnan(last_time_); }
    double last_time() const { return last_time_; }  ///< of the last row [s]; NaN if there is none

private:
    struct Continued {};
    CsvWriter(const std::filesystem::path& file, std::size_t columns, double last_time, Continued);
    void check_width(std::size_t cells) const;
    std::unique_ptr<OutputFile> file_;
    std::size_t columns_;
    double last_time_;
};

}  // namespace limpet
