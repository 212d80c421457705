#pragma once

#include <string>
#include <vector>

#include "limpet/haptics.h"

namespace limpet::haptics {

/// Poses over time, linear in between (orientations along the shortest turn), constant before and after.
/// Where a pose is not finite, so is all from it to the next: a fault of the device.
class PosePath {
public:
    struct Row {
        double time;  ///< [s]
        DevicePose pose;
    };
    explicit PosePath(std::vector<Row> rows) : rows_(std::move(rows)) {}

    /// Neither searches from the front nor allocates while times grow.
    DevicePose at(double time);
    bool is_finite() const;

private:
    std::vector<Row> rows_;
    std::size_t next_ = 0;  ///< first row that is later than the last time asked for
};

/// A CSV file with the columns time, x, y, z and, if it has them, qw, qx, qy, qz. Times must be finite and
/// grow. Throws InputError with file and line.
PosePath read_path(const std::string& file);
/// Keyframes as poses.
PosePath path_of(const std::vector<Keyframe>& keyframes);

}  // namespace limpet::haptics
