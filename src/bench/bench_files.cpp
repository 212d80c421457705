/// bench.html, bench.csv and bench.json: the same numbers, for eyes and for programs.

#include <fmt/format.h>

#include <cmath>

#include "bench/bench_parts.h"
#include "core/text.h"
#include "limpet/version.h"
#include "record/escape.h"
#include "record/files.h"
#include "record/offline_page.h"

namespace limpet {
namespace {

std::string table_html(const BenchTable& table) {
    std::string out = "<div class=\"scroll\"><table><tr>";
    for (const std::string& column : table.columns) out += "<th>" + xml_text(column) + "</th>";
    out += "</tr>\n";
    for (const auto& row : table.rows) {
        out += "<tr>";
        for (const BenchCell& cell : row) out += "<td>" + xml_text(cell_text(cell)) + "</td>";
        out += "</tr>\n";
    }
    return out + "</table></div>\n";
}

std::string result_html(const BenchResult& result) {
    std::string out = "<h1>" + xml_text(result.bench.name) + "</h1>\n<p class=\"lead\">" +
                      xml_text(result.bench.description) + "</p>\n";
    out += fmt::format("<p class=\"lead\">{} thread{}; the whole bench took {:.0f} s.{}</p>\n",
                       result.threads, result.threads == 1 ? "" : "s", result.seconds,
                       result.quick ? " A quick run: small sizes, few repeats." : "");
    for (const BenchTable& table : result.tables)
        out += "<h2>" + xml_text(table.title) + "</h2>\n<p class=\"lead\">" + xml_text(table.note) +
               "</p>\n" + table_html(table);
    for (const BenchPlot& plot : result.plots)
        out += "<h2>" + xml_text(plot.title) +
               "</h2>\n<div class=\"card wide\"><div class=\"plot\" "
               "style=\"height:auto\">" +
               bench_plot_svg(plot) + "</div></div>\n";
    return out;
}

std::string csv_text(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + '"';
}

std::string cell_json(const BenchCell& cell) {
    const auto* text = std::get_if<std::string>(&cell);
    return text ? json_text(*text) : json_number(std::get<double>(cell));
}

/// A row a cell: tables of all widths in one file.
std::string bench_csv(const std::vector<BenchResult>& results) {
    std::string out = "bench,table,row,column,value\n";
    for (const BenchResult& result : results)
        for (const BenchTable& table : result.tables)
            for (std::size_t r = 0; r < table.rows.size(); ++r)
                for (std::size_t c = 0; c < table.columns.size(); ++c) {
                    const BenchCell& cell = table.rows[r][c];
                    const auto* text = std::get_if<std::string>(&cell);
                    const double* number = std::get_if<double>(&cell);
                    out += fmt::format("{},{},{},{},{}\n", csv_text(result.bench.name), csv_text(table.title),
                                       r, csv_text(table.columns[c]),
                                       text                     ? csv_text(*text)
                                       : std::isfinite(*number) ? number_text(*number)
                                                                : "");
                }
    return out;
}

template <class Items, class Json>
std::string json_list(const Items& items, const Json& json) {
    std::string out;
    for (const auto& item : items) out += (out.empty() ? "" : ", ") + json(item);
    return "[" + out + "]";
}

std::string bench_json(const std::vector<BenchResult>& results) {
    const auto table_json = [](const BenchTable& table) {
        return "\n    {\"title\": " + json_text(table.title) + ", \"note\": " + json_text(table.note) +
               ",\n     \"columns\": " + json_list(table.columns, json_text) + ",\n     \"rows\": " +
               json_list(table.rows, [](const auto& row) { return "\n      " + json_list(row, cell_json); }) +
               "}";
    };
    const auto result_json = [&](const BenchResult& result) {
        return "\n  {\"bench\": " + json_text(result.bench.name) +
               ", \"threads\": " + std::to_string(result.threads) +
               ", \"quick\": " + (result.quick ? "true" : "false") +
               ", \"seconds\": " + json_number(result.seconds) +
               ", \"tables\": " + json_list(result.tables, table_json) + "}";
    };
    return "{\"version\": " + json_text(version) + ", \"benches\": " + json_list(results, result_json) +
           "}\n";
}

}  // namespace

std::string bench_page(const std::vector<BenchResult>& results) {
    std::string page;
    for (const BenchResult& result : results) page += result_html(result);
    return offline_page("Limpet's benches", "", page,
                        "Limpet " + xml_text(version) +
                            "; the numbers are in bench.csv and bench.json. A pointer over a point reads its "
                            "values.");
}

void write_bench(const std::vector<BenchResult>& results, const std::string& folder) {
    const std::filesystem::path path = folder;
    make_folder(path);
    write_file_aside(path / "bench.csv", bench_csv(results));
    write_file_aside(path / "bench.json", bench_json(results));
    write_file_aside(path / "bench.html", bench_page(results));
}

}  // namespace limpet
