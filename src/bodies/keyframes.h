#pragma once

#include <vector>

#include "core/types.h"
#include "limpet/scene.h"

namespace limpet {

/// Displacement and rotation from a place, as keyframes say; linear in between, constant before and after.
class Keyframes {
public:
    struct Pose {
        Vec3 displacement = Vec3::Zero();  ///< [m]
        Mat3 rotation = Mat3::Identity();
    };

    Keyframes() = default;
    explicit Keyframes(std::vector<Keyframe> keyframes) : keyframes_(std::move(keyframes)) {}

    bool empty() const { return keyframes_.empty(); }
    Pose at(double time) const;

private:
    std::vector<Keyframe> keyframes_;
};

Mat3 rotation_matrix(const Rotation& rotation);

}  // namespace limpet
