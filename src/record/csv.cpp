#include "record/csv.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "core/text.h"

namespace limpet {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

std::string header_line(const std::vector<std::string>& columns) {
    std::string line;
    for (std::size_t i = 0; i < columns.size(); ++i) line += (i ? "," : "") + csv_cell(columns[i]);
    return line + '\n';
}

/// Where the row that begins at `from` ends; npos if it is torn. Line breaks in quotes do not end it.
std::size_t end_of_row(std::string_view text, std::size_t from) {
    bool quoted = false;
    for (std::size_t i = from; i < text.size(); ++i) {
        if (text[i] == '"') quoted = !quoted;
        if (text[i] == '\n' && !quoted) return i;
    }
    return std::string_view::npos;
}

/// Reads the header; returns where the rows begin, or 0 if the header is not complete.
std::size_t read_header(std::string_view text, std::vector<std::string>& columns) {
    std::string cell;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c != '"') {
                cell += c;
            } else if (i + 1 < text.size() && text[i + 1] == '"') {
                cell += '"';
                ++i;
            } else {
                quoted = false;
            }
        } else if (c == '"') {
            quoted = true;
        } else if (c == ',' || c == '\n') {
            columns.push_back(std::move(cell));
            cell.clear();
            if (c == '\n') return i + 1;
        } else if (c != '\r') {
            cell += c;
        }
    }
    return 0;
}

double read_cell(std::string_view cell, const std::filesystem::path& file, int line) {
    if (cell.empty()) return nothing;
    double value = 0;
    const auto result = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (result.ec != std::errc() || result.ptr != cell.data() + cell.size())
        throw InputError(std::vector<Complaint>{
            {file.string(), line, "", "\"" + std::string(cell.substr(0, 40)) + "\" is not a number"}});
    return value;
}

std::vector<double> read_row(std::string_view row, const std::filesystem::path& file, int line) {
    std::vector<double> values;
    while (true) {
        const std::size_t comma = row.find(',');
        values.push_back(read_cell(row.substr(0, comma), file, line));
        if (comma == std::string_view::npos) return values;
        row.remove_prefix(comma + 1);
    }
}

}  // namespace

const std::vector<double>* CsvTable::column(const std::string& name) const {
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i] == name) return &values[i];
    return nullptr;
}

CsvTable read_csv(const std::filesystem::path& file) {
    const std::string text = read_whole_file(file);
    CsvTable table;
    std::size_t at = read_header(text, table.columns);
    if (at == 0) throw file_error(file, "has no complete header line");
    table.values.resize(table.columns.size());
    for (int line = 2;; ++line) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string::npos) return table;
        const std::vector<double> row = read_row(std::string_view(text).substr(at, end - at), file, line);
        if (row.size() != table.columns.size())
            throw InputError(
                std::vector<Complaint>{{file.string(), line, "",
                                        "has " + std::to_string(row.size()) + " cells; the header has " +
                                            std::to_string(table.columns.size())}});
        for (std::size_t i = 0; i < row.size(); ++i) table.values[i].push_back(row[i]);
        at = end + 1;
    }
}

CsvWriter::CsvWriter(const std::filesystem::path& file, const std::vector<std::string>& columns)
    : file_(std::make_unique<OutputFile>(file, OutputFile::Mode::Replace)),
      columns_(columns.size()),
      last_time_(nothing) {
    file_->write(header_line(columns));
    file_->flush();
}

CsvWriter::CsvWriter(const std::filesystem::path& file, std::size_t columns, double last_time, Continued)
    : file_(std::make_unique<OutputFile>(file, OutputFile::Mode::Continue)),
      columns_(columns),
      last_time_(last_time) {}

CsvWriter CsvWriter::resume(const std::filesystem::path& file, const std::vector<std::string>& columns,
                            double last_time) {
    const std::string text = read_whole_file(file);
    const std::string header = header_line(columns);
    if (text.compare(0, header.size(), header) != 0)
        throw file_error(file, "has other columns than this run would write; resume into another folder");
    std::size_t kept = header.size();
    double time_of_last_row = nothing;
    for (int line = 2;; ++line) {
        const std::size_t end = end_of_row(text, kept);
        if (end == std::string::npos) break;
        const std::string_view row = std::string_view(text).substr(kept, end - kept);
        const double time = read_cell(row.substr(0, row.find(',')), file, line);
        if (!(time <= last_time)) break;
        time_of_last_row = time;
        kept = end + 1;
    }
    shorten_file(file, kept);
    return {file, columns.size(), time_of_last_row, Continued{}};
}

void CsvWriter::row(const std::vector<double>& values, bool empty_nan) {
    check_width(values.size());
    std::string line;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i) line += ',';
        if (!(empty_nan && std::isnan(values[i]))) line += number_text(values[i]);
    }
    file_->write(line + '\n');
    file_->flush();
    last_time_ = values.front();
}

void CsvWriter::rows(double time, const std::vector<std::vector<Cell>>& rows) {
    std::string lines;
    for (const std::vector<Cell>& cells : rows) {
        check_width(cells.size() + 1);
        lines += number_text(time);
        for (const Cell& cell : cells) {
            const double* const number = std::get_if<double>(&cell);
            lines += ',';
            if (!number)
                lines += csv_cell(std::get<std::string>(cell));
            else if (!std::isnan(*number))
                lines += number_text(*number);
        }
        lines += '\n';
    }
    file_->write(lines);
    file_->flush();
    last_time_ = time;
}

void CsvWriter::check_width(std::size_t cells) const {
    if (cells != columns_) throw std::logic_error("a CSV row has another number of cells than its header");
}

}  // namespace limpet
