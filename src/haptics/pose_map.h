#pragma once

/// Where a device's pose puts its tool.
///
///   x = a_tool + s (p − a_device)
///
///   s                  `scale` [-]
///   a_device, a_tool   a pose of the device and where it has the tool: the tool is turned by as much as the
///                      device is, from there on

#include "haptics/pose.h"

namespace limpet::haptics {

class PoseMap {
public:
    PoseMap(double scale, const Pose& tool) : scale_(scale), tool_(tool) {}
    void anchor(const Pose& device, const Pose& tool) { device_ = device, tool_ = tool; }
    Pose operator()(const Pose& device) const {
        return {tool_.position + scale_ * (device.position - device_.position),
                (device.rotation * device_.rotation.conjugate() * tool_.rotation).normalized()};
    }

private:
    double scale_;
    Pose device_, tool_;
};

}  // namespace limpet::haptics
