#pragma once

/// How a body goes through a step: what World and the rounds after the solve ask of it. Where its surface is
/// on the way, detection asks (shapes/collider.h).

#include <span>
#include <string>
#include <vector>

#include "bodies/acceleration_field.h"
#include "bodies/keyframes.h"
#include "bodies/load.h"
#include "bodies/pull.h"
#include "core/types.h"
#include "limpet/scene.h"

namespace limpet {

/// What free motion of a step from `time` to `time + h` is driven by.
struct FreeMotionInput {
    double time = 0;  ///< at the start of the step [s]
    double h = 0;     ///< [s]
    AccelerationField acceleration{};
    std::span<const Pull> pulls{};
    std::vector<Load> loads{};  ///< as they are at the end of the step
};

class BodyMotion {
public:
    virtual ~BodyMotion() = default;

    /// Velocities at the end of the step as far as the body alone knows them: v_free. It carries the contact
    /// impulses of the last step, so that add_impulses() only has to bring their change.
    virtual void free_motion(const FreeMotionInput& input) = 0;
    /// What loads select by: where the body's points are at rest, in its own frame. [m]
    virtual std::vector<Vec3> own_points(LoadedPoints) const { return {}; }
    /// Before advance(): the points that the step's pulls act on, with the present velocities.
    virtual std::vector<PulledPoint> pulled_points() const { return {}; }
    /// From `start` [s] on, the own frame of a static body (no `group`), or of a group of an elastic one's
    /// held nodes, goes to a place from where it is, evenly over `duration` [s]. False: there is none such.
    virtual bool move_to(const std::string& /*group*/, const Placement& /*to*/, double /*start*/,
                         double /*duration*/) {
        return false;
    }
    /// Names of the groups that can be moved.
    virtual std::vector<std::string> groups() const { return {}; }
    /// Does the body move so far in this step that what was solved, which is linear, gives it energy?
    virtual bool overshoots() { return false; }
    /// Solves anew for the same step from where it would end with the present velocities, which carry the
    /// impulses of the last add_impulses(); A⁻¹ is of there from now on.
    virtual void linearise_at_end() {}
    /// q += h v, and the surface follows.
    virtual void advance(double h) = 0;

    /// Rayleigh damping of its material, from the next step on; only what deforms has any. Of particles:
    /// `mass` is their `damping`, and InputError is thrown, with the old one kept, if it is too much for the
    /// step.
    virtual void set_damping(const Damping&) {}

    /// Appends all that the next step depends on; set_state() takes it back and returns false if it does not
    /// fit.
    virtual void append_state(std::vector<double>& values) const = 0;
    std::vector<double> state() const {
        std::vector<double> values;
        append_state(values);
        return values;
    }
    [[nodiscard]] virtual bool set_state(std::span<const double> values) = 0;
};

}  // namespace limpet
