#pragma once

/// A tool in the world: moved by the world's own verbs, before each step, as a recorded command.
///
///   static body, node group   move_to(), to where the haptic loop's coupling has the tool
///   rigid body                grabs at the coupling's six points, whose springs pull it towards the device;
///   its
///                             weight is taken off it, since the hand shall feel contacts alone

#include <array>
#include <optional>
#include <vector>

#include "haptics/coupling.h"
#include "limpet/world.h"

namespace limpet::haptics {

/// What the haptic loop wants of the simulation's next step.
struct ToolIntent {
    Pose target;  ///< where the device wants the tool
    Pose tool;    ///< where the coupling has it
};

class ToolDriver {
public:
    /// Throws InputError if the tool cannot be moved.
    ToolDriver(World& world, const HapticsDescription& haptics);

    BodyId body() const { return body_; }
    /// Of the tool's reference point: its own origin, or the centre of mass of a rigid one.
    const Pose& start() const { return start_; }
    /// In the tool's own axes, from its reference point.
    const std::array<Vec3, coupling_points>& points() const { return points_; }

    /// Before a step.
    void drive(World& world, const ToolIntent& intent);
    /// Where the tool is now.
    Pose pose(const World& world) const;

private:
    void hold_rigid(World& world);
    std::vector<Vec3> grabbed(const World& world) const;

    HapticsDescription haptics_;
    BodyId body_;
    bool rigid_;
    double h_;
    Pose start_;
    std::array<Vec3, coupling_points> points_;
    std::array<GrabId, coupling_points> grabs_{};
    std::optional<Pose> commanded_;  ///< last, of a tool that goes where it is told
    std::optional<Pose> target_;     ///< last, of a rigid one
};

}  // namespace limpet::haptics
