/// report.html: the run on one page, made from the files that say what happened, and from nothing else.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "limpet/record.h"
#include "record/csv.h"
#include "record/escape.h"
#include "record/files.h"
#include "record/offline_page.h"
#include "record/report_chart.h"
#include "record/report_data.h"
#include "record/report_page.h"

namespace limpet {

namespace fs = std::filesystem;

namespace {

/// So that a page stays under 2 MB: about 25 bytes a point.
constexpr std::size_t points_of_a_page = 60000;
constexpr std::size_t most_pictures = 24;

std::string rounded(double value, int digits = 3) {
    if (!std::isfinite(value)) return "–";
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    std::string out = text;
    // 1.2e-06 as people write it.
    if (const std::size_t e = out.find('e'); e != std::string::npos) {
        const int power = std::atoi(out.c_str() + e + 1);
        out = out.substr(0, e) + "·10<sup>" + (power < 0 ? "−" : "") + std::to_string(std::abs(power)) +
              "</sup>";
    }
    if (out[0] == '-') out = "−" + out.substr(1);
    return out;
}

/// Whole numbers with thin spaces between thousands.
std::string grouped(double value) {
    std::string digits = std::to_string(static_cast<long long>(value));
    for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, "\u202f");
    return digits;
}

std::string tile(const std::string& label, const std::string& value, const std::string& unit = "") {
    return "<div class=\"tile\"><b>" + value + (unit.empty() ? "" : " <small>" + unit + "</small>") +
           "</b><span>" + label + "</span></div>\n";
}

std::string tiles(const ReportData& run) {
    std::string out = "<div class=\"tiles\">\n";
    out += tile("simulated", rounded(run.simulated_time, 4), "s");
    out += tile("steps of " + rounded(run.time_step * 1000) + " ms", grouped(run.steps));
    out += tile("wall time", rounded(run.wall_time, 3), "s");
    out +=
        tile("a step, mean · worst", rounded(run.total.mean_ms) + " · " + rounded(run.total.worst_ms), "ms");
    out +=
        tile("contacts, mean · largest", rounded(run.mean_contacts) + " · " + grouped(run.largest_contacts));
    if (run.largest_contacts > 0) {
        out += tile("worst residual", rounded(run.worst_residual));
        out += tile("deepest overlap", rounded(run.deepest_penetration * 1000), "mm");
    }
    out += tile("total energy at the end", rounded(run.final_energy, 4), "J");
    return out + "</div>\n";
}

std::string heading(const ReportData& run) {
    const bool done = run.exit_reason == "done", interrupted = run.exit_reason == "interrupted";
    std::string out = "<h1>" + xml_text(run.scene.empty() ? "A run without a name" : run.scene) + "</h1>\n";
    if (!run.description.empty()) out += "<p class=\"lead\">" + xml_text(run.description) + "</p>\n";
    out += "<span class=\"state " +
           std::string(done          ? "good"
                       : interrupted ? "fair"
                                     : "bad") +
           "\">" + xml_text(run.exit_reason) + "</span>\n";
    if (run.warnings.empty()) return out;
    out += "<ul class=\"warnings\">\n";
    for (const std::string& warning : run.warnings) out += "<li>" + xml_text(warning) + "</li>\n";
    return out + "</ul>\n";
}

std::string pictures(const std::vector<std::string>& files) {
    if (files.empty()) return "";
    std::string out = "<h2>Pictures</h2>\n<div class=\"pictures\">\n";
    // Of a film's frames, some that are evenly spread, the first and the last among them.
    const std::size_t shown = std::min(files.size(), most_pictures);
    for (std::size_t i = 0; i < shown; ++i) {
        const std::string& file = files[shown > 1 ? i * (files.size() - 1) / (shown - 1) : 0];
        std::string url = "pictures/";
        for (const unsigned char c : file) {
            char code[4];
            std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned>(c));
            const bool plain = c < 128 && (std::isalnum(c) || c == '-' || c == '_' || c == '.');
            url += plain ? std::string(1, static_cast<char>(c)) : std::string(code);
        }
        out += "<figure><img loading=\"lazy\" src=\"" + url + "\" alt=\"" + xml_text(file) +
               "\"><figcaption>" + xml_text(file) + "</figcaption></figure>\n";
    }
    return out + "</div>\n";
}

/// Where a step's time goes on average: a bar and a table.
std::string stage_split(const ReportData& run) {
    double sum = 0;
    for (const StageTime& stage : run.stages) sum += stage.mean_ms;
    std::string bar = "<div class=\"bar\">", rows;
    for (std::size_t i = 0; i < run.stages.size(); ++i) {
        const StageTime& stage = run.stages[i];
        const double share = sum > 0 ? 100 * stage.mean_ms / sum : 0;
        char width[16], percent[16];
        std::snprintf(width, sizeof width, "%.2f", share);
        std::snprintf(percent, sizeof percent, "%.1f %%", share);
        const std::string color = "background:var(--c" + std::to_string(i) + ")", name = xml_text(stage.name);
        if (share > 0)
            bar += "<i style=\"width:" + std::string(width) + "%;" + color + "\" title=\"" + name + " " +
                   percent + "\"></i>";
        rows += "<tr><td><span class=\"dot\" style=\"" + color + "\"></span>" + name + "</td><td>" +
                rounded(stage.mean_ms) + "</td><td>" + rounded(stage.worst_ms) + "</td><td>" + percent +
                "</td></tr>\n";
    }
    return "<div class=\"card wide\"><h3>A step on average</h3>" + bar +
           "</div><div class=\"scroll\"><table><tr><th>stage</th><th>mean, ms</th><th>worst, "
           "ms</th><th>share</th></tr>\n" +
           rows + "<tr><td>whole step</td><td>" + rounded(run.total.mean_ms) + "</td><td>" +
           rounded(run.total.worst_ms) + "</td><td></td></tr></table></div></div>\n";
}

std::string bodies(const ReportData& run) {
    if (run.bodies.empty()) return "";
    std::string out =
        "<h2>Bodies</h2>\n<div class=\"card scroll\"><table><tr><th>name</th><th>type</th><th>vertices</th>"
        "<th>triangles</th><th>tetrahedra</th></tr>\n";
    for (const ReportData::Body& body : run.bodies)
        out += "<tr><td>" + xml_text(body.name) + "</td><td>" + xml_text(body.type) + "</td><td>" +
               grouped(body.vertices) + "</td><td>" + grouped(body.triangles) + "</td><td>" +
               (body.tetrahedra > 0 ? grouped(body.tetrahedra) : "–") + "</td></tr>\n";
    return out + "</table></div>\n";
}

std::string figures(const std::vector<Chart>& charts, std::size_t first, bool wide) {
    std::string out;
    for (std::size_t i = 0; i < charts.size(); ++i)
        out += "<figure class=\"card" + std::string(wide ? " wide" : "") + "\" data-chart=\"" +
               std::to_string(first + i) + "\"><h3>" + xml_text(charts[i].title) + "</h3>" +
               (charts[i].note.empty() ? "" : "<p>" + xml_text(charts[i].note) + "</p>") + "</figure>\n";
    return out;
}

/// A heading and its plots; nothing without plots.
void add_section(std::string& page, std::vector<Chart>& all, const std::string& title,
                 std::vector<Chart> charts, const std::string& before = "") {
    if (charts.empty() && before.empty()) return;
    // A plot alone in its section gets the width.
    page += "<h2>" + title + "</h2>\n<div class=\"grid\">\n" + before +
            figures(charts, all.size(), charts.size() == 1) + "</div>\n";
    std::move(charts.begin(), charts.end(), std::back_inserter(all));
}

}  // namespace

std::string report_html(const ReportData& run, const CsvTable& steps, const CsvTable& probes,
                        const std::vector<std::string>& picture_files) {
    std::string page = heading(run) + tiles(run) + pictures(picture_files);
    std::vector<Chart> charts;
    add_section(page, charts, "Energy", energy_charts(steps));
    add_section(page, charts, "Contacts", contact_charts(steps));
    add_section(page, charts, "Bonds", bond_charts(steps));
    add_section(page, charts, "Zones", zone_charts(steps));
    add_section(page, charts, "Probes", probe_charts(run, probes));
    add_section(page, charts, "Where the time goes", stage_charts(steps), stage_split(run));
    page += bodies(run);
    return offline_page(
        run.scene + " – Limpet", "", page,
        "Limpet " + xml_text(run.version) +
            ", from summary.json, steps.csv and probes.csv of this folder. A pointer over a plot reads its "
            "values; a click on a name hides its line.",
        "<noscript><main>The plots need JavaScript; the numbers are in steps.csv and "
        "probes.csv.</main></noscript>\n"
        "<script type=\"application/json\" id=\"charts\">" +
            charts_json(charts, points_of_a_page) + "</script>\n<script>" + report_script + "</script>\n");
}

void write_report(const std::string& folder_name) {
    const fs::path folder = folder_name;
    const ReportData run = read_report_data(folder / "summary.json");
    const CsvTable steps = read_csv(folder / "steps.csv");
    const CsvTable probes = fs::exists(folder / "probes.csv") ? read_csv(folder / "probes.csv") : CsvTable();
    std::vector<std::string> picture_files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / "pictures", error))
        if (entry.path().extension() == ".png") picture_files.push_back(entry.path().filename().string());
    std::sort(picture_files.begin(), picture_files.end());
    write_file_aside(folder / "report.html", report_html(run, steps, probes, picture_files));
}

}  // namespace limpet
