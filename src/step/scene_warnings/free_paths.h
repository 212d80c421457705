#pragma once

/// Where bodies would go if nothing stopped them, and which of them would meet.
///
///   x(t) = x₀ + v₀ t + ½ g t²    of rigid bodies, and of soft ones and cloth that nothing holds
///
/// Keyframes move static bodies, and soft ones and cloth of which nothing else is held; others that are held
/// count as standing still. A body is its box; one that turns, a cube that it fits in however it is turned.

#include <optional>
#include <utility>
#include <vector>

#include "bodies/keyframes.h"
#include "core/box.h"
#include "step/scene_warnings/scene_warnings.h"

namespace limpet {

struct Meeting {
    double time;   ///< [s]
    double speed;  ///< relative, then [m/s]
};

class FreePaths {
public:
    FreePaths(const Scene& scene, const SceneBodies& bodies);

    /// When the boxes of two bodies first touch; nothing if they do not move against each other, or never
    /// touch.
    std::optional<Meeting> meeting(int first, int second) const;
    /// All pairs that meet, in the order of bodies.
    std::vector<std::pair<std::pair<int, int>, Meeting>> meetings() const;

private:
    struct Path {
        Box3 start;
        bool is_static = false, falls = false;
        Vec3 velocity = Vec3::Zero();  ///< [m/s]
        Keyframes keyframes;
        std::vector<Vec3> shifts;  ///< at the sampled times, from where it starts [m]
        Box3 swept;
    };
    Path path_of(const BodyDescription& description, const Body& body) const;
    Vec3 shift(const Path& path, double time) const;

    Vec3 gravity_;
    std::vector<double> times_;  ///< at which paths are sampled [s]
    std::vector<Path> paths_;
};

}  // namespace limpet
