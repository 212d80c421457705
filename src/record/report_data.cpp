#include "record/report_data.h"

#include <rapidjson/document.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "limpet/stages.h"
#include "record/files.h"

namespace limpet {

namespace {

using Json = rapidjson::Value;

const Json* find(const Json* object, const char* key) {
    if (!object || !object->IsObject()) return nullptr;
    const auto found = object->FindMember(key);
    return found == object->MemberEnd() ? nullptr : &found->value;
}

std::string text(const Json* object, const char* key) {
    const Json* value = find(object, key);
    return value && value->IsString() ? std::string(value->GetString(), value->GetStringLength()) : "";
}

double number(const Json* object, const char* key) {
    const Json* value = find(object, key);
    return value && value->IsNumber() ? value->GetDouble() : std::numeric_limits<double>::quiet_NaN();
}

double count(const Json* object, const char* key) {
    const double value = number(object, key);
    return value >= 0 && value < 1e15 ? value : 0;
}

StageTime stage_time(const Json* stages, const std::string& name) {
    const Json* stage = find(stages, name.c_str());
    return {name, number(stage, "mean_ms"), number(stage, "worst_ms")};
}

ChartLine line(const CsvTable& table, const std::string& column, const std::string& name) {
    const std::vector<double>* values = table.column(column);
    return values && !table.values.empty() ? ChartLine{name, table.values.front(), *values}
                                           : ChartLine{name, {}, {}};
}

bool any(const CsvTable& table, const std::string& column) {
    const std::vector<double>* values = table.column(column);
    return values &&
           std::any_of(values->begin(), values->end(), [](double v) { return v != 0 && !std::isnan(v); });
}

bool has_no_value(const Chart& chart) {
    return std::all_of(chart.lines.begin(), chart.lines.end(), [](const ChartLine& l) {
        return std::all_of(l.y.begin(), l.y.end(), [](double y) { return std::isnan(y); });
    });
}

}  // namespace

ReportData read_report_data(const std::filesystem::path& summary) {
    const std::string bytes = read_whole_file(summary);
    rapidjson::Document json;
    json.Parse<rapidjson::kParseIterativeFlag>(bytes.data(), bytes.size());
    if (json.HasParseError() || !json.IsObject())
        throw file_error(
            summary, "is not a run's summary: broken JSON at byte " + std::to_string(json.GetErrorOffset()));
    ReportData run;
    run.scene = text(&json, "scene");
    run.description = text(&json, "description");
    run.version = text(&json, "version");
    run.exit_reason = text(&json, "exit_reason");
    if (const Json* warnings = find(&json, "warnings"); warnings && warnings->IsArray())
        for (const Json& w : warnings->GetArray())
            if (w.IsString()) run.warnings.emplace_back(w.GetString(), w.GetStringLength());
    run.steps = count(&json, "steps");
    run.time_step = number(&json, "time_step");
    run.simulated_time = number(&json, "simulated_time");
    run.wall_time = number(&json, "wall_time");
    const Json* stages = find(&json, "stages");
    for (const std::string_view name : stage_names)
        run.stages.push_back(stage_time(stages, std::string(name)));
    run.total = stage_time(stages, "total");
    run.mean_contacts = number(find(&json, "contacts"), "mean");
    run.largest_contacts = count(find(&json, "contacts"), "largest");
    run.worst_residual = number(&json, "worst_residual");
    run.deepest_penetration = number(&json, "deepest_penetration");
    run.final_energy = number(find(&json, "final_energy"), "total");
    if (const Json* bodies = find(&json, "bodies"); bodies && bodies->IsArray())
        for (const Json& b : bodies->GetArray())
            run.bodies.push_back({text(&b, "name"), text(&b, "type"), count(&b, "vertices"),
                                  count(&b, "triangles"), count(&b, "tetrahedra")});
    if (const Json* probes = find(&json, "probes"); probes && probes->IsArray())
        for (const Json& p : probes->GetArray())
            run.probes.push_back(
                {text(&p, "name"), text(&p, "body"), text(&p, "what"), text(&p, "unit"), text(&p, "with")});
    return run;
}

std::vector<Chart> energy_charts(const CsvTable& steps) {
    if (steps.rows() == 0) return {};
    Chart chart{"Energy of all bodies", "J", "at the end of each step", {}, false};
    ChartLine total{"total", {}, {}};
    std::vector<std::pair<const char*, const char*>> parts = {
        {"kinetic", "kinetic"}, {"elastic", "elastic"}, {"potential", "potential"}};
    if (any(steps, "adhesive_energy")) {
        chart.title += " and of bonds";
        parts.emplace_back("adhesive_energy", "adhesive");
    }
    for (const auto& [column, name] : parts) {
        chart.lines.push_back(line(steps, column, name));
        const ChartLine& part = chart.lines.back();
        if (part.y.empty()) return {};
        total.x = part.x;
        total.y.resize(part.y.size(), 0.0);
        for (std::size_t i = 0; i < total.y.size(); ++i) total.y[i] += part.y[i];
    }
    chart.lines.push_back(std::move(total));
    return {chart};
}

std::vector<Chart> contact_charts(const CsvTable& steps) {
    std::vector<Chart> charts;
    if (any(steps, "contacts")) {
        charts.push_back({"Contacts", "", "in each step", {line(steps, "contacts", "contacts")}, false});
        charts.push_back(
            {"Solver iterations", "", "in each step", {line(steps, "iterations", "iterations")}, false});
    }
    if (any(steps, "residual"))
        charts.push_back({"Residual",
                          "",
                          "of the contact problem, natural map; steps without contacts have none",
                          {line(steps, "residual", "residual")},
                          true});
    if (any(steps, "penetration"))
        charts.push_back({"Deepest overlap",
                          "m",
                          "as the step's detection saw it",
                          {line(steps, "penetration", "overlap")},
                          false});
    if (any(steps, "intersection_volume"))
        charts.push_back({"Intersection volume",
                          "m³",
                          "as the step's detection saw it",
                          {line(steps, "intersection_volume", "volume")},
                          false});
    return charts;
}

std::vector<Chart> bond_charts(const CsvTable& steps) {
    if (!any(steps, "bonds")) return {};
    const auto chart = [&](const char* title, const char* unit, const char* note, const char* column,
                           const char* name) {
        return Chart{title, unit, note, {line(steps, column, name)}, false};
    };
    Chart energy =
        chart("Energy of bonds", "J", "stored at the end of each step, and dissipated since time 0",
              "adhesive_energy", "stored");
    energy.lines.push_back(line(steps, "adhesive_dissipation", "dissipated"));
    return {chart("Bonds", "", "contacts with β > 0", "bonds", "bonds"),
            chart("Bonded area", "m²", "of contacts with β > 0", "bonded_area", "area"),
            chart("Mean β", "", "intensity of adhesion, weighted by area", "mean_beta", "β"),
            chart("Adhesive force", "N", "sum of what bonds pull", "adhesive_force", "force"),
            std::move(energy)};
}

std::vector<Chart> zone_charts(const CsvTable& steps) {
    if (!any(steps, "zones")) return {};
    Chart changes{"Changes of zones",
                  "",
                  "merges of zones, and particles that were released, in each step",
                  {line(steps, "zone_merges", "merges"), line(steps, "releases", "releases")},
                  false};
    return {{"Zones", "", "of virtual adhesives", {line(steps, "zones", "zones")}, false},
            {"Share of colliding particles",
             "",
             "of all particles",
             {line(steps, "colliding_share", "share")},
             false},
            std::move(changes)};
}

std::vector<Chart> stage_charts(const CsvTable& steps) {
    if (steps.rows() == 0) return {};
    Chart chart{"Each step", "ms", "wall time of the stages", {}, false};
    // All stages, used or not, so that a stage has the same colour here as in the bar above.
    for (const std::string_view stage : stage_names)
        chart.lines.push_back(line(steps, "ms_" + std::string(stage), std::string(stage)));
    chart.lines.push_back(line(steps, "ms_total", "total"));
    return {chart};
}

std::vector<Chart> probe_charts(const ReportData& run, const CsvTable& probes) {
    std::vector<Chart> charts;
    if (probes.rows() == 0) return charts;
    const auto described = [&](const std::string& name) {
        Chart chart{name, "", "", {}, false};
        for (const ReportData::Probe& probe : run.probes)
            if (probe.name == name) {
                chart.unit = probe.unit;
                chart.note = probe.what;
                std::replace(chart.note.begin(), chart.note.end(), '_', ' ');
                chart.note += " of " + probe.body + (probe.with.empty() ? "" : " with " + probe.with);
            }
        return chart;
    };
    for (std::size_t i = 1; i < probes.columns.size(); ++i) {
        const std::string& column = probes.columns[i];
        const std::string name = column.size() > 2 ? column.substr(0, column.size() - 2) : "";
        const bool vector = i + 2 < probes.columns.size() && column == name + ".x" &&
                            probes.columns[i + 1] == name + ".y" && probes.columns[i + 2] == name + ".z";
        Chart chart = described(vector ? name : column);
        for (const char* axis : {"x", "y", "z"}) {
            if (!vector && *axis != 'x') break;
            chart.lines.push_back({vector ? axis : column, probes.values.front(), probes.values[i]});
            if (vector && *axis != 'z') ++i;
        }
        if (has_no_value(chart)) chart.note += ": no value at any time";
        charts.push_back(std::move(chart));
    }
    return charts;
}

}  // namespace limpet
