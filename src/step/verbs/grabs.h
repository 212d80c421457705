#pragma once

/// Grabs: damped springs between points of bodies and places that a user moves; and forces for one step.
///
///   s = k (X − x − h u⁺) − c u⁺,     f = s          while |s| ≤ F_max
///                                    f = F_max s/|s|   beyond
///
///   x, u⁺  the grabbed point at the start of the step [m], its velocity at the end of it [m/s]
///   X      target [m]      k stiffness [N/m]      c damping [N s/m]      F_max `max_force` [N]
///
/// Springs are part of the bodies' equations (bodies/pull.h). The limit is not: in a step in which a grab is
/// at its limit, a constant force pulls in the place of the spring. Which of both it is, the end of the step
/// decides, since u⁺ is known only there; a step that was tried with the wrong one is taken again:
///
///   1. A grab that was at its limit in the step before first tries F_max along s of the present velocity,
///   and
///      so does one on a quasi-static body that s would pull too hard now, as far springs would tear it. If s
///      of the end is no weaker, and not against that force, it is at its limit; if its direction is another
///      by more than `same_direction`, F_max pulls along it.
///   2. Otherwise, and for all other grabs, the spring is tried. It is right if |s| ≤ F_max.
///   3. Otherwise F_max pulls along the s that the spring had: where the body is equally heavy in all
///      directions at the point, that is the solution of the implicit equation above.
///
/// So a force never exceeds F_max, both ways meet at |s| = F_max without a jump, a point that comes in too
/// fast is braked in time, and a body that is pulled at the limit for long costs one solve per step.

#include <limits>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "bodies/body.h"
#include "limpet/command.h"
#include "limpet/world.h"
#include "step/verbs/body_ids.h"

namespace limpet {

class Grabs {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;
    struct Held {
        BodyId body{};
        TrianglePoint at;
        double stiffness = 0, damping = 0;                           ///< [N/m], [N s/m]
        double max_force = std::numeric_limits<double>::infinity();  ///< [N]
        Vec3 target = Vec3::Zero();                                  ///< [m]
        Vec3 force = Vec3::Zero();                                   ///< of the last step [N]
        bool at_limit = false;                                       ///< in the last step
        bool is_quasistatic = false;                                 ///< its body is
    };
    struct Force {
        BodyId body{};
        Pull pull;
    };

    GrabId add(Held held);
    /// Throws InputError if there is no such grab.
    Held& at(GrabId id);
    const Held& at(GrabId id) const;
    void release(GrabId id);
    const std::map<GrabId, Held>& all() const { return grabs_; }
    void push(Force force) { forces_.push_back(std::move(force)); }
    /// A body is gone.
    void drop(BodyId body);

    /// Whether a step may have to be taken again.
    bool any_limited() const;
    /// Before free motion: what pulls at each body.
    void begin_step(const Bodies& bodies, const BodyIds& ids, double h);
    std::span<const Pull> pulls(std::size_t body) const {
        return pulls_.empty() ? std::span<const Pull>() : pulls_[body];
    }
    /// With the velocities of the end of a step: true if a grab has to pull otherwise; pulls() has it then.
    bool change_pulls(const Bodies& bodies, double h);
    /// After the last try.
    void end_step(const Bodies& bodies, double h);

    /// Nothing if there never was a grab and no force waits.
    std::vector<double> state() const;
    [[nodiscard]] bool set_state(std::span<const double> values, const Bodies& bodies, const BodyIds& ids);

private:
    /// How a grab pulls in a try of a step.
    enum class Try { LimitGuess, Spring, Limit };
    struct Trial {
        GrabId id;
        int body;
        std::size_t pull;  ///< among the body's
        Try how;
    };
    Pull spring(const Held& held) const;
    void set_limit(Trial& trial, Try how, const Vec3& along);
    PulledPoint point(const Trial& trial, const Bodies& bodies) const;

    std::map<GrabId, Held> grabs_;
    std::vector<Force> forces_;  ///< of the next step
    std::int64_t next_id_ = 0;
    std::vector<std::vector<Pull>> pulls_;  ///< of each body in this step; empty: none at all
    std::vector<Trial> trials_;             ///< of this step, one per grab
};

}  // namespace limpet
