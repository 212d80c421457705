#pragma once

/// One substep of bodies of particles that share zones: where particles go, alone or with their zones, with
/// the volumes that bodies keep; and which particles leave their zones in it.
///
/// A particle alone    v⁺ = v + (p + s G)/m,  x⁺ = x + k v⁺          (bodies/body_particles.h)
/// A clone             as its zone goes (zone_body.h); p + s G act on the zone
/// One that slides     v⁺ = n n·u⁺ + (1 − n nᵀ)(v + (p + s G)/m),  x⁺ = x + k v⁺
/// Pressures           V_b(x⁺) = V₀ of all bodies at once, by Newton's method with the matrix of the start of
///                     the substep (zone_pressures.h), until it holds to 1e-12 V₀
/// Release             zone_release.h, within the substep: it is taken again without what leaves, until
///                     nothing leaves any more; and what slips on what it presses on slides in it

#include <cstdint>
#include <optional>
#include <vector>

#include "bodies/body_particles.h"
#include "contact/zones/adhesive_law.h"
#include "contact/zones/zone_body.h"
#include "contact/zones/zone_pressures.h"
#include "contact/zones/zone_release.h"
#include "contact/zones/zone_set.h"

namespace limpet {

/// What a particle may do in this step, whatever its law says: where it overlapped when the step was tried,
/// less than then.
enum class Freedom : std::uint8_t { MayLeave, MaySlide, Sticks };

/// What of the step zones need; by body. Where a body has no part in it, its entry is empty or null.
struct ZoneStep {
    double k = 0;  ///< length of a substep [s]
    int substeps = 1;
    std::vector<BodyParticles*> bodies;             ///< with particles in zones
    std::vector<double> volumes;                    ///< V₀ of these [m^3]
    std::vector<WholeMotion*> rigid;                ///< in zones, now; the step's impulses are spread evenly
    std::vector<std::optional<RigidShift>> drives;  ///< of static bodies, in this substep
    const AdhesiveLaws* laws = nullptr;
    const std::vector<double>* rest_areas = nullptr;  ///< of particles' own triangles, thirds [m^2]
    std::vector<Freedom> freedom = {};                ///< of particles; empty: all may leave
};

class ZoneMotion {
public:
    /// Goes on with the pressures of the substep before, but not from one step to another.
    void begin_step(int bodies, int particles) {
        pressure_.assign(bodies, 0.0);
        slid_.assign(particles, false);
    }
    /// Moves all particles and rigid bodies of `step`. Particles that their zones let go leave `zones`.
    void substep(ZoneStep& step, ZoneSet& zones);
    /// Did the particle slide in any substep since begin_step()?
    bool slid(int particle) const { return slid_[particle]; }

private:
    /// Changes what slides and what its zone holds; returns whether any has changed.
    bool let_go(const ZoneStep& step, const Departures& gone, ZoneSet& zones);
    void gather(const ZoneStep& step, const ZoneSet& zones);
    /// False, and particles that slid stick, if zones have not enough that does not slide.
    [[nodiscard]] bool gather_zones(const ZoneStep& step, const ZoneSet& zones);
    void gather_part(const ZoneStep& step, const ZoneSet& zones, int part);
    void gather_free(const ZoneStep& step, const ZoneSet& zones);
    void keep_volumes(const ZoneStep& step, const ZoneSet& zones);
    /// Ends of particles under pressure_; returns V − V₀ of each body. [m^3]
    std::vector<double> place(const ZoneStep& step, const ZoneSet& zones);
    void hand_over(ZoneStep& step, const ZoneSet& zones);
    Departures departures(const ZoneStep& step, const ZoneSet& zones) const;
    /// Of a particle at the end, with the present pressures. [m/s]
    Vec3 end_velocity(const ZoneSet& zones, int body, int i) const;
    bool slides(const ZoneSet& zones, int particle) const {
        return sliding_[particle] && zones.zone_of(particle) >= 0;
    }

    std::vector<ParticleSubstep> start_;  ///< of each body
    std::vector<ZoneBody> zone_bodies_;
    std::vector<ZoneSums> part_sums_;
    std::vector<char> sliding_;    ///< in this substep, of each particle
    std::vector<char> sticks_;     ///< in this substep: it may not slide, or its zone has nothing to slide on
    std::vector<char> slid_;       ///< in this step
    std::vector<ZoneBody> alone_;  ///< rigid bodies whose zone has ended in this step
    PressureSystem system_;
    std::vector<double> pressure_;         ///< s of each body [Pa s]
    std::vector<std::vector<Vec3>> ends_;  ///< of each body's particles [m]
};

}  // namespace limpet
