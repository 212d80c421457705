#pragma once

/// A body as particles: points with mass that explicit substeps move. What zones and attachments ask of it
/// (contact/zones), beside what every body offers.
///
///   v_i⁺ = v_i + (p_i + s G_i)/m_i,     x_i⁺ = x_i + k v_i⁺        of a free particle
///
///   k     length of a substep, h / substeps() [s]
///   p_i   impulse of all forces on particle i over the substep, but for the volume's pressure [N s]
///   G_i   ∂V/∂x_i at the start of the substep [m^2]
///   s     pressure × time that gives the body its volume at the end [Pa s]
///
/// Particle i < surface vertices is vertex i of the surface; those inside come after them.

#include <span>
#include <vector>

#include "core/types.h"

namespace limpet {

/// The start of a substep, and what acts in it. Valid until the body's next call.
struct ParticleSubstep {
    std::span<const Vec3> x, v;             ///< [m], [m/s]
    std::span<const double> mass;           ///< [kg]
    std::span<const Vec3> impulse;          ///< p [N s]
    std::span<const Vec3> volume_gradient;  ///< G [m^2]; empty: the volume is free
    /// Held and keyframed ones go to `imposed_x` whatever acts on them, with `imposed_v`.
    std::span<const char> is_imposed;
    std::span<const Vec3> imposed_x, imposed_v;
};

class BodyParticles {
public:
    virtual ~BodyParticles() = default;

    virtual int particles() const { return 0; }  ///< how many; 0: the body has none
    virtual int substeps() const { return 1; }   ///< that its scene asks for
    /// In the body's own frame at rest. [m]
    virtual Vec3 rest_position(int /*particle*/) const { return Vec3::Zero(); }
    /// The step's free motion again, substep by substep, for who knows where some particles go: after
    /// free_motion(), once begin_step_again(substeps), then for each substep begin_substep() and
    /// end_substep().
    virtual void begin_step_again(int /*substeps*/) {}
    virtual ParticleSubstep begin_substep() { return {}; }
    /// V(x) − V₀ [m^3] of all particles at x, and its gradient there [m^2] if asked for.
    virtual double volume_excess(std::span<const Vec3> /*x*/, std::vector<Vec3>* /*gradient*/) const {
        return 0;
    }
    /// Where the particles are at the end of the substep, and their velocities. advance() goes where the last
    /// one ended.
    virtual void end_substep(std::span<const Vec3> /*x*/, std::span<const Vec3> /*v*/) {}
    /// Overlap that is left is removed: particles are moved by these, velocities stay.
    virtual void shift_particles(std::span<const Vec3> /*shift*/) {}
};

}  // namespace limpet
