#pragma once

/// One step of particles: what drives it, its substeps so far, and where it ends with what contacts give.

#include <optional>
#include <vector>

#include "bodies/body_motion.h"
#include "bodies/particles/particle_compliance.h"
#include "bodies/particles/particle_state.h"

namespace limpet {

struct ParticleStep {
    /// The substeps of this step so far.
    struct Substeps {
        int count = 1, done = 0;
        double k = 0;  ///< [s]
        std::vector<Vec3> x, v, impulse, gradient, imposed_x, imposed_v;
    };

    FreeMotionInput input;
    std::vector<Pull> pulls;
    std::vector<Vec3> start_v;  ///< [m/s]
    std::vector<Vec3> carried;  ///< of contacts, by free motion; or empty [N s]
    Substeps sub;
    std::vector<Vec3>
        first_impulse;  ///< of the first substep, if there are `first_count` of them; or empty [N s]
    int first_count = 0;
    std::vector<Vec3> free_x, free_v;  ///< where free motion ends; empty between steps
    std::vector<Vec3> lag;             ///< (x⁺ − x)/h − v⁺; or empty [m/s]
    std::vector<Vec3> applied;         ///< by contacts, in v; or empty [N s]
    std::optional<ParticleCompliance> compliance;

    bool is_running() const { return !free_x.empty(); }
    /// The substeps are done.
    void end_free_motion(const std::vector<Vec3>& start_x);
    /// x⁺ with the present velocities. [m]
    std::vector<Vec3> end(const ParticleState& now) const;
    /// (x⁺ − x)/h with the present velocities. [m/s]
    std::vector<Vec3> velocities(const ParticleState& now) const;
    /// The place that x⁺ and v⁺ start from as if in one substep, x⁺ − h v⁺. [m]
    std::vector<Vec3> base(const ParticleState& now) const;
    void forget();
};

}  // namespace limpet
