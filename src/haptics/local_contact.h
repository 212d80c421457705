#pragma once

/// What the haptic loop does in a tick: solves the newest snapshot's frictional contact problem for the
/// device's newest pose, by a fixed number of Gauss–Seidel sweeps (solve/sweeps/nsgs.h) from the last tick's
/// answer. Nothing here allocates, locks or looks at a clock.
///
/// Friction follows the path of the device, not only its last pose: a tick's slip is what a contact moves by
/// beyond where it was in the tick before. Where it sticks it stays where it was. From a new snapshot on that
/// is where the simulation has it, so that a tool at rest feels the simulation's own force.
///
/// Contacts that the simulation does not know yet are not felt. Its problem has all that are within the
/// detection distance of the tool, open ones too, and those are.

#include <array>
#include <cstdint>

#include "haptics/snapshot.h"

namespace limpet::haptics {

struct LocalAnswer {
    Vec6 wrench = Vec6::Zero();  ///< of contacts on the tool, about its reference point [N, N m]
    Pose tool;                   ///< where the coupling has it
    Vec3 point = Vec3::Zero();   ///< middle of the contacts, by their forces [m]
    int contacts = 0;            ///< that push or hold
    int sweeps = 0;
    bool is_finite = true;
};

class LocalContact {
public:
    LocalContact();
    /// A snapshot that is newer than the last one; it is used until the next, and changed.
    void take(Snapshot& snapshot);
    /// `target`: where the device wants the tool to be.
    LocalAnswer solve(const Pose& target);
    /// The tool is where the device is: the coupling is not stretched.
    void relax() { stretch_.setZero(); }

private:
    void set_velocities(const Vec6& free);
    void follow_slip();
    void keep();

    Snapshot* snapshot_ = nullptr;
    Vec6 stretch_ = Vec6::Zero();  ///< e, what the device is ahead of the tool by [m, rad]
    VecX lambda_;                  ///< [N s]
    VecX u0_, u_;                  ///< of the contacts without impulses, and with them [m/s]
    struct Kept {
        std::int64_t id;
        Vec3 lambda;
    };
    std::array<Kept, most_contacts> kept_;  ///< of the last tick, by ascending id
    int kept_count_ = 0;
};

}  // namespace limpet::haptics
