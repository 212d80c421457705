/// verify.html: a verdict, the numbers and plots against theory for each benchmark, on one page that needs
/// nothing else.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "limpet/verify.h"
#include "limpet/version.h"
#include "record/escape.h"
#include "record/files.h"
#include "record/offline_page.h"
#include "record/svg_plot.h"

namespace limpet {
namespace {

constexpr const char* own_style = R"css(
.plot { height: auto; }
td:nth-child(2), th:nth-child(2) { text-align: left; }
)css";

std::string verdict(bool passed) {
    return passed ? "<b class=\"good\">pass</b>" : "<b class=\"bad\">FAIL</b>";
}

std::string verdict(const VerifyResult& result) {
    return result.skipped.empty() ? verdict(result.passed()) : "skipped";
}

std::string table_row(const VerifyNumber& n) {
    return fmt::format(
        "<tr><td>{}</td><td>{:.6g} {}</td><td>{:.6g} {}</td><td>{:.3g}</td><td>{}</td><td>{}</td></tr>\n",
        xml_text(n.what), n.measured, n.unit, n.reference, n.unit, n.error,
        n.gate ? fmt::format("{:g}", *n.gate) : "–", n.gate ? verdict(n.passed()) : "");
}

constexpr int measured_colors = 8, theory_color = 8;  // of the report's style

/// Theory as lines, what was measured as points.
std::string plot_figure(const VerifyPlot& plot) {
    SvgPlot out{.title = plot.title,
                .x_label = plot.x_label,
                .y_label = plot.y_label,
                .series = {},
                .logarithmic_y = plot.logarithmic_y};
    std::string legend;
    int measured = 0;
    for (const VerifyLine& line : plot.lines) {
        const int color = line.theory ? theory_color : measured++ % measured_colors;
        out.series.push_back({line.name, line.x, line.y, color, line.theory, !line.theory});
        legend += fmt::format("<span><i style=\"background:var(--c{})\"></i> {}</span>", color,
                              xml_text(line.name));
    }
    return fmt::format(
        "<figure class=\"card\"><h3>{}</h3>\n<div class=\"legend\">{}</div>\n<div "
        "class=\"plot\">{}</div></figure>\n",
        xml_text(plot.title), legend, svg_plot(out));
}

std::string page_section(const VerifyResult& result) {
    std::string out = fmt::format("<h2 id=\"{0}\">{0}: {1}</h2>\n<p>{2}</p>\n", xml_text(result.row.id),
                                  xml_text(result.row.title), verdict(result));
    const std::string& scene = result.row.scene;
    out +=
        fmt::format("<p class=\"lead\">Theory: {}. Gate: {}. {}{:.1f} s.</p>\n",
                    xml_text(result.row.reference), xml_text(result.row.gate),
                    scene.empty() ? "" : "<code>limpet run " + xml_text(scene) + "</code>; ", result.seconds);
    if (!result.skipped.empty()) return out + "<p>Skipped: " + xml_text(result.skipped) + "</p>\n";
    if (!result.breakdown.empty())
        out += "<p class=\"bad\">The simulation broke down: " + xml_text(result.breakdown) + "</p>\n";
    for (const std::string& note : result.notes) out += "<p>" + xml_text(note) + "</p>\n";
    out += "<div class=\"grid\">\n";
    for (const VerifyPlot& plot : result.plots) out += plot_figure(plot);
    out +=
        "</div>\n<div class=\"card scroll\"><table><tr><th>what</th><th>measured</th><th>theory</th>"
        "<th>error</th><th>gate</th><th></th></tr>\n";
    for (const VerifyNumber& n : result.numbers) out += table_row(n);
    return out + "</table></div>\n";
}

std::string overview(const std::vector<VerifyResult>& results) {
    std::string out =
        "<div class=\"card scroll\"><table><tr><th>id</th><th>what</th><th>seconds</th>"
        "<th>verdict</th></tr>\n";
    for (const VerifyResult& r : results)
        out += fmt::format(
            "<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}</td><td>{2:.1f}</td><td>{3}</td></tr>\n",
            xml_text(r.row.id), xml_text(r.row.title), r.seconds, verdict(r));
    return out + "</table></div>\n";
}

}  // namespace

void write_verify_page(const std::vector<VerifyResult>& results, const std::string& folder) {
    const auto passed =
        std::count_if(results.begin(), results.end(), [](const auto& r) { return r.passed(); });
    std::string body =
        fmt::format("<h1>Limpet against theory</h1>\n<p class=\"lead\">{} of {} benchmarks pass.</p>\n",
                    passed, results.size());
    body += overview(results);
    for (const VerifyResult& result : results) body += page_section(result);
    make_folder(folder);
    write_file_aside(std::filesystem::path(folder) / "verify.html",
                     offline_page("Limpet against theory", own_style, body,
                                  "Limpet " + xml_text(version) + ", limpet verify."));
}

}  // namespace limpet
