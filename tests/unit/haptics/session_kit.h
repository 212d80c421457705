#pragma once

/// Small scenes to be felt.

#include <string>

#include "verify/felt.h"

namespace limpet::haptics {

using verification::DeviceLog;
using verification::feel;
using verification::lockstep;
using verification::make_logged_device;
using verification::size_of;

/// A ball of 20 mm over a soft block, and a rigid one over a wall; 0.5 mm above, at first.
inline Scene ball_on(bool wall, double friction = 0.3) {
    Scene scene = load_scene(wall ? "verify_felt_wall" : "verify_felt_block");
    scene.contact->law.friction = Friction(friction);
    return scene;
}
inline Scene ball_on_block(double friction = 0.3) {
    return ball_on(false, friction);
}
inline Scene ball_on_wall(double friction = 0.3) {
    return ball_on(true, friction);
}

}  // namespace limpet::haptics
