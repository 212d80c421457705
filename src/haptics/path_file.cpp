#include "haptics/path_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

#include "core/whole_file.h"
#include "haptics/pose.h"
#include "limpet/error.h"

namespace limpet::haptics {
namespace {

constexpr const char* allowed_columns = "time,x,y,z or time,x,y,z,qw,qx,qy,qz";

std::vector<std::string> cells_of(std::string line) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    std::vector<std::string> cells;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, ',');) {
        const auto first = cell.find_first_not_of(" \t"), last = cell.find_last_not_of(" \t");
        cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    }
    if (!line.empty() && line.back() == ',') cells.emplace_back();
    return cells;
}

[[noreturn]] void refuse(const std::string& file, int line, const std::string& message) {
    throw InputError({Complaint{file, line, "", message}});
}

/// A cell without a number is not finite: what a device that is at fault leaves behind.
double number_in(const std::string& cell, const std::string& file, int line) {
    if (cell.empty()) return std::nan("");
    char* end = nullptr;
    const double value = std::strtod(cell.c_str(), &end);
    if (*end != '\0')
        refuse(file, line,
               fmt::format("found \"{}\"; allowed: a number, or nan for a fault of the device", cell));
    return value;
}

bool has_numbers(const DevicePose& pose) {
    return std::all_of(pose.position.begin(), pose.position.end(),
                       [](double x) { return std::isfinite(x); }) &&
           std::all_of(pose.orientation.begin(), pose.orientation.end(),
                       [](double x) { return std::isfinite(x); });
}

Quat quaternion_of(const DevicePose& pose) {
    return {pose.orientation[0], pose.orientation[1], pose.orientation[2], pose.orientation[3]};
}

}  // namespace

bool PosePath::is_finite() const {
    return std::all_of(rows_.begin(), rows_.end(), [](const Row& row) { return has_numbers(row.pose); });
}

DevicePose PosePath::at(double time) {
    if (next_ > 0 && rows_[next_ - 1].time > time) next_ = 0;
    while (next_ < rows_.size() && rows_[next_].time <= time) ++next_;
    if (next_ == 0) return rows_.front().pose;
    const Row& before = rows_[next_ - 1];
    if (next_ == rows_.size() || !has_numbers(before.pose)) return before.pose;
    const Row& after = rows_[next_];
    if (!has_numbers(after.pose)) return before.pose;
    const double s = (time - before.time) / (after.time - before.time);
    DevicePose pose = before.pose;
    for (int k = 0; k < 3; ++k) pose.position[k] += s * (after.pose.position[k] - before.pose.position[k]);
    const Quat q = quaternion_of(before.pose).slerp(s, quaternion_of(after.pose));
    pose.orientation = {q.w(), q.x(), q.y(), q.z()};
    return pose;
}

PosePath read_path(const std::string& file) {
    std::istringstream in(io::load_file(file, {"a CSV file of poses"}));
    std::vector<PosePath::Row> rows;
    std::size_t columns = 0;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty() || line == "\r" || line[0] == '#') continue;
        const std::vector<std::string> cells = cells_of(line);
        if (columns == 0) {
            const std::vector<std::string> names = {"time", "x", "y", "z", "qw", "qx", "qy", "qz"};
            columns = cells.size();
            if ((columns != 4 && columns != 8) || !std::equal(cells.begin(), cells.end(), names.begin()))
                refuse(file, number, fmt::format("found \"{}\"; allowed: {}", line, allowed_columns));
            continue;
        }
        if (cells.size() != columns)
            refuse(file, number, fmt::format("found {} cells; allowed: {}", cells.size(), columns));
        PosePath::Row row{number_in(cells[0], file, number), {}};
        if (!std::isfinite(row.time) || (!rows.empty() && row.time <= rows.back().time))
            refuse(file, number,
                   fmt::format("found time {}; allowed: times that are finite and grow", cells[0]));
        for (int k = 0; k < 3; ++k) row.pose.position[k] = number_in(cells[1 + k], file, number);
        for (int k = 0; columns == 8 && k < 4; ++k)
            row.pose.orientation[k] = number_in(cells[4 + k], file, number);
        if (columns == 8 && has_numbers(row.pose)) {
            const Quat q = quaternion_of(row.pose);
            if (!(q.norm() > 0.5 && q.norm() < 2))
                refuse(file, number, "found a quaternion that is no rotation; allowed: a length of 1");
            const Quat unit = q.normalized();
            row.pose.orientation = {unit.w(), unit.x(), unit.y(), unit.z()};
        }
        rows.push_back(row);
    }
    if (rows.empty())
        refuse(file, number,
               "has no rows; allowed: a line " + std::string(allowed_columns) + " and a row per pose");
    return PosePath(std::move(rows));
}

PosePath path_of(const std::vector<Keyframe>& keyframes) {
    std::vector<PosePath::Row> rows;
    for (const Keyframe& keyframe : keyframes) {
        PosePath::Row row{keyframe.time, {keyframe.displacement}};
        if (keyframe.rotation.degrees != 0) {
            const Quat q(Eigen::AngleAxisd(keyframe.rotation.degrees * std::numbers::pi / 180,
                                           to_vec3(keyframe.rotation.axis).normalized()));
            row.pose.orientation = {q.w(), q.x(), q.y(), q.z()};
        }
        rows.push_back(row);
    }
    return PosePath(std::move(rows));
}

}  // namespace limpet::haptics
