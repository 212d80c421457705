#pragma once

/// Devices without hardware: a script, and a simulated hand that feels the force.

#include <memory>

#include "haptics/path_file.h"

namespace limpet::haptics {

/// Goes along a path whatever it feels.
std::unique_ptr<Device> make_scripted_device(PosePath path);

/// A hand that follows a path by its muscles, and gives way to the device's force:
///
///   m ẍ = k (p(t) − x) + c (ṗ(t) − ẋ) + F
///
///   m, k, c   mass, stiffness and damping of the hand   [kg], [N/m], [N s/m]
///   p(t)      where it wants to be [m]                  F   the device's force, held between two ticks [N]
///
/// Its orientation is the path's.
std::unique_ptr<Device> make_operator(PosePath path, const HapticOperator& hand);

}  // namespace limpet::haptics
