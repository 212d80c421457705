#include "haptics/haptics_files.h"

#include <fmt/format.h>

#include <chrono>

#include "core/text.h"
#include "record/files.h"

namespace limpet::haptics {
namespace {

/// Sixteen seconds at 1 kHz: disks have pauses.
constexpr std::size_t queued_rows = 1 << 14;

const std::vector<std::string>& columns() {
    static const std::vector<std::string> names = {
        "time",      "device_x", "device_y", "device_z", "device_qw", "device_qx",  "device_qy",  "device_qz",
        "tool_x",    "tool_y",   "tool_z",   "tool_qw",  "tool_qx",   "tool_qy",    "tool_qz",    "force_x",
        "force_y",   "force_z",  "torque_x", "torque_y", "torque_z",  "latency_us", "iterations", "contacts",
        "energy_in", "point_x",  "point_y",  "point_z",  "trust",     "step"};
    return names;
}

std::vector<double> values(const TickRow& row) {
    const auto& p = row.device.position;
    const auto& q = row.device.orientation;
    const Vec3& x = row.tool.position;
    const Quat& r = row.tool.rotation;
    const Vec6& f = row.wrench;
    return {row.time,
            p[0],
            p[1],
            p[2],
            q[0],
            q[1],
            q[2],
            q[3],
            x.x(),
            x.y(),
            x.z(),
            r.w(),
            r.x(),
            r.y(),
            r.z(),
            f[0],
            f[1],
            f[2],
            f[3],
            f[4],
            f[5],
            row.latency_us,
            static_cast<double>(row.sweeps),
            static_cast<double>(row.contacts),
            row.energy_in,
            row.point.x(),
            row.point.y(),
            row.point.z(),
            row.trust,
            static_cast<double>(row.step)};
}

std::string file_name(std::size_t station, const char* ending) {
    return station == 0 ? fmt::format("haptics.{}", ending)
                        : fmt::format("haptics-{}.{}", station + 1, ending);
}

std::string json_of(const HapticReport& r) {
    const auto number = [](double value) { return json_number(value); };
    std::string scheduling;
    for (const char c : r.scheduling)
        scheduling += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return fmt::format(
        "{{\n  \"rate_hz\": {},\n  \"p50_us\": {},\n  \"p99_us\": {},\n  \"p999_us\": {},\n  \"worst_us\": "
        "{},\n  \"ticks\": {},\n  \"missed\": {},\n  \"drift_us\": {},\n  \"max_force\": {},\n  "
        "\"max_force_step\": {},\n  \"energy_returned\": {},\n  \"passive\": {},\n  \"faults\": {},\n  "
        "\"snapshots\": {},\n  \"rows_lost\": {},\n  \"scheduling\": \"{}\"\n}}\n",
        number(r.rate_hz), number(r.p50_us), number(r.p99_us), number(r.p999_us), number(r.worst_us), r.ticks,
        r.missed, number(r.drift_us), number(r.max_force), number(r.max_force_step),
        number(r.energy_returned), r.passive, r.faults, r.snapshots, r.rows_lost, scheduling);
}

}  // namespace

HapticsFiles::HapticsFiles(const std::string& folder, std::size_t devices, bool direct)
    : folder_(folder), direct_(direct), queue_(direct ? 0 : queued_rows) {
    make_folder(folder);
    for (std::size_t i = 0; i < devices; ++i)
        tables_.emplace_back(std::filesystem::path(folder) / file_name(i, "csv"), columns());
    if (!direct_) writer_ = std::thread([this] { drain(); });
}

HapticsFiles::~HapticsFiles() {
    done_ = true;
    if (writer_.joinable()) writer_.join();
}

void HapticsFiles::put(std::size_t station, const TickRow& row) {
    if (direct_)
        write({station, row});
    else
        queue_.push({station, row});
}

void HapticsFiles::write(const Entry& entry) {
    tables_[entry.station].row(values(entry.row), true);
}

void HapticsFiles::drain() {
    for (;;) {
        const bool last = done_;
        for (Entry entry; queue_.pop(entry);) write(entry);
        if (last) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

void HapticsFiles::finish(std::vector<HapticReport>& reports) {
    done_ = true;
    if (writer_.joinable()) writer_.join();
    for (std::size_t i = 0; i < reports.size(); ++i) {
        reports[i].rows_lost = queue_.lost();
        write_file(std::filesystem::path(folder_) / file_name(i, "json"), json_of(reports[i]));
    }
}

}  // namespace limpet::haptics
