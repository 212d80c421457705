#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/types.h"
#include "limpet/scene.h"

namespace limpet {

/// Where a body's own frame is in the world: x = rotation X + position.
struct Placement {
    Mat3 rotation = Mat3::Identity();
    Vec3 position = Vec3::Zero();  ///< [m]
};

/// Displacement and rotation from a place, as keyframes say; linear in between, constant before and after. A
/// command may take it over: then it goes to another place, and stays there.
class Keyframes {
public:
    struct Pose {
        Vec3 displacement = Vec3::Zero();  ///< [m]
        Mat3 rotation = Mat3::Identity();
    };

    Keyframes() = default;
    explicit Keyframes(std::vector<Keyframe> keyframes) : keyframes_(std::move(keyframes)) {}

    bool empty() const { return keyframes_.empty() && !passage_; }
    Pose at(double time) const;

    /// From `start` on, keyframes are over: it goes from where it is then to `to`, evenly over `duration`; 0:
    /// at once.
    void go(const Pose& to, double start, double duration);
    /// The same to where a frame that was placed so goes to another place.
    void go(const Placement& placed, const Placement& to, double start, double duration);

    /// Whether a command has taken it over, as numbers for states.
    bool is_taken_over() const { return passage_.has_value(); }
    void append_passage(std::vector<double>& values) const;
    /// Reads from the front of `values`; false if they are too few.
    [[nodiscard]] bool take_passage(std::span<const double>& values);
    void forget_passage() { passage_.reset(); }

private:
    struct Passage {
        double start, duration;  ///< [s]
        Pose from, to;
        Pose at(double time) const;
    };
    std::vector<Keyframe> keyframes_;
    std::optional<Passage> passage_;
};

Mat3 rotation_matrix(const Rotation& rotation);

}  // namespace limpet
