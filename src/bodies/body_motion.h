#pragma once

/// How a body goes through a step: what World and the rounds after the solve ask of it. Where its surface is
/// on the way, detection asks (shapes/collider.h).

#include <span>
#include <vector>

#include "core/types.h"

namespace limpet {

/// What free motion of a step from `time` to `time + h` is driven by.
struct FreeMotionInput {
    double time = 0;              ///< at the start of the step [s]
    double h = 0;                 ///< [s]
    Vec3 gravity = Vec3::Zero();  ///< [m/s^2]
};

class BodyMotion {
public:
    virtual ~BodyMotion() = default;

    /// Velocities at the end of the step as far as the body alone knows them: v_free. It carries the contact
    /// impulses of the last step, so that add_impulses() only has to bring their change.
    virtual void free_motion(const FreeMotionInput& input) = 0;
    /// Does the body move so far in this step that what was solved, which is linear, gives it energy?
    virtual bool overshoots() { return false; }
    /// Solves anew for the same step from where it would end with the present velocities, which carry the
    /// impulses of the last add_impulses(); A⁻¹ is of there from now on.
    virtual void linearise_at_end() {}
    /// q += h v, and the surface follows.
    virtual void advance(double h) = 0;

    /// All that the next step depends on; set_state() takes it back and returns false if it does not fit.
    virtual std::vector<double> state() const = 0;
    [[nodiscard]] virtual bool set_state(std::span<const double> values) = 0;
};

}  // namespace limpet
