#include "record/summary.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "limpet/version.h"
#include "record/camera_json.h"
#include "record/escape.h"

namespace limpet {

std::string type_name(BodyType type) {
    switch (type) {
        case BodyType::Static:
            return "static";
        case BodyType::Rigid:
            return "rigid";
        case BodyType::Soft:
            return "soft";
        case BodyType::Cloth:
            return "cloth";
        case BodyType::Particles:
            return "particles";
    }
    return "rigid";
}

RunInfo describe_run(const Scene& scene, const Frame& frame) {
    RunInfo info{scene.name, scene.description, scene.time.step, scene.camera, {}, {}};
    for (const BodyFrame& body : frame.bodies)
        info.bodies.push_back(
            {body.name, body.type, body.vertices.size(), body.triangles.size(), body.tetrahedra.size()});
    for (const ProbeDescription& probe : scene.probes) {
        const ProbeQuantityEntry& what = entry_of(probe.what);
        info.probes.push_back({probe.name, probe.body, std::string(what.name), std::string(what.unit),
                               probe.with.value_or("")});
    }
    return info;
}

void Summary::add(const StepRecord& step) {
    ++count_;
    for (std::size_t i = 0; i <= stage_count; ++i) ms_[i].add(i < stage_count ? step.ms[i] : step.ms_total);
    contacts_.add(step.contacts);
    zones_.add(step.zones);
    colliding_share_.add(step.colliding_share);
    // A residual that is not a number is the worst there is, and stays.
    if (!std::isnan(worst_residual_) && !(step.residual <= worst_residual_)) worst_residual_ = step.residual;
    deepest_ = std::max(deepest_, step.penetration);
    zone_merges_ += step.zone_merges;
    releases_ += step.releases;
    last_ = step;
}

double Summary::stage_seconds() const {
    return ms_[stage_count].sum / 1000;
}

namespace {

std::string body_json(const RunInfo::Body& body) {
    return "{\"name\": " + json_text(body.name) + ", \"type\": " + json_text(type_name(body.type)) +
           ", \"vertices\": " + std::to_string(body.vertices) +
           ", \"triangles\": " + std::to_string(body.triangles) +
           ", \"tetrahedra\": " + std::to_string(body.tetrahedra) + "}";
}

std::string probe_json(const RunInfo::Probe& probe) {
    return "{\"name\": " + json_text(probe.name) + ", \"body\": " + json_text(probe.body) +
           ", \"what\": " + json_text(probe.what) + ", \"unit\": " + json_text(probe.unit) +
           (probe.with.empty() ? "" : ", \"with\": " + json_text(probe.with)) + "}";
}

std::string warning_json(const std::string& warning) {
    return json_text(warning);
}

std::string audit_json(const AuditResult& audit) {
    const std::string frames = "{\"frames\": " + std::to_string(audit.frames) + ", \"worst\": ";
    if (!audit.worst) return frames + "null}";
    return frames + "{\"bodies\": [" + json_text(audit.worst->first) + ", " + json_text(audit.worst->second) +
           "], \"depth\": " + json_number(audit.worst->depth) +
           ", \"volume\": " + json_number(audit.worst->volume) +
           ", \"time\": " + json_number(audit.worst->time) + "}}";
}

template <typename T>
std::string list_json(const std::vector<T>& items, std::string (*text)(const T&)) {
    std::string out = "[";
    for (std::size_t i = 0; i < items.size(); ++i) out += (i ? ",\n    " : "\n    ") + text(items[i]);
    return out + (items.empty() ? "]" : "\n  ]");
}

}  // namespace

std::string Summary::json(const RunInfo& info, long steps, double simulated_time, double wall_time,
                          const std::string& exit_reason, const std::vector<std::string>& warnings,
                          const std::optional<AuditResult>& audit) const {
    const double count = std::max<double>(1, static_cast<double>(count_));
    std::string out = "{\n";
    const auto line = [&](const char* key, const std::string& value) {
        out += "  \"" + std::string(key) + "\": " + value + ",\n";
    };
    line("scene", json_text(info.scene));
    line("description", json_text(info.description));
    line("version", json_text(version));
    line("exit_reason", json_text(exit_reason));
    line("warnings", list_json(warnings, warning_json));
    line("steps", std::to_string(steps));
    line("recorded_steps", std::to_string(count_));
    line("time_step", json_number(info.time_step));
    line("simulated_time", json_number(simulated_time));
    line("wall_time", json_number(wall_time));
    out += "  \"stages\": {\n";
    for (std::size_t i = 0; i <= stage_count; ++i) {
        const std::string name = i < stage_count ? std::string(stage_names[i]) : "total";
        out += "    \"" + name + "\": {\"mean_ms\": " + json_number(ms_[i].sum / count) +
               ", \"worst_ms\": " + json_number(ms_[i].largest) + (i < stage_count ? "},\n" : "}\n");
    }
    out += "  },\n";
    line("contacts", "{\"mean\": " + json_number(contacts_.sum / count) +
                         ", \"largest\": " + json_number(contacts_.largest) + "}");
    line("worst_residual", json_number(worst_residual_));
    line("deepest_penetration", json_number(deepest_));
    line("zones", "{\"mean\": " + json_number(zones_.sum / count) + ", \"largest\": " +
                      json_number(zones_.largest) + ", \"merges\": " + std::to_string(zone_merges_) +
                      ", \"releases\": " + std::to_string(releases_) + "}");
    line("colliding_share", "{\"mean\": " + json_number(colliding_share_.sum / count) +
                                ", \"largest\": " + json_number(colliding_share_.largest) +
                                ", \"last\": " + json_number(last_.colliding_share) + "}");
    if (audit) line("audit", audit_json(*audit));
    const auto energy = [&](double value) { return count_ > 0 ? json_number(value) : "null"; };
    line("final_energy",
         "{\"kinetic\": " + energy(last_.kinetic) + ", \"elastic\": " + energy(last_.elastic) +
             ", \"potential\": " + energy(last_.potential) +
             ", \"adhesive\": " + energy(last_.adhesive_energy) + ", \"total\": " +
             energy(last_.kinetic + last_.elastic + last_.potential + last_.adhesive_energy) + "}");
    line("camera", camera_json(info.camera));
    line("bodies", list_json(info.bodies, body_json));
    return out + "  \"probes\": " + list_json(info.probes, probe_json) + "\n}\n";
}

}  // namespace limpet
