#pragma once

/// Which particles leave their zones in a substep, and which slip.
///
///   κ           d = h² (F/m − a) = U_e − U_VA is longer than κ and points away from what the particle
///   touches
///               (as printed in the paper: and U_e · U_VA < 0)
///   strength S  the linear traction with the force Σ(m a − F) of the zone on the body, and with its moment,
///               pulls at the particle by more than S or, where it presses, has a larger tangential part: the
///               particle leaves if the zone holds it back. If it presses on what it touches itself, it
///               slips: in this substep it slides along it (zone_body.h)
///
///   U_e, U_VA   displacements of the particle alone and with its zone, over the step h [m]
///   F, a        all forces on the particle but the zone's [N], and its acceleration with the zone [m/s^2]
///
/// A. Carra et al. (2007), §4.2.2. We deviate: substeps measure d over the whole step, so that κ does not
/// depend on their count; the printed test of directions, which depends on the frame of reference, is an
/// option; and forces are those of a zone that moves as one already, without the shock of joining. What slips
/// does not leave: it would move into what it presses on, where the next step would find it.

#include <vector>

#include "bodies/body_particles.h"
#include "contact/zones/adhesive_law.h"
#include "contact/zones/zone_body.h"
#include "contact/zones/zone_set.h"

namespace limpet {

struct PartInSubstep {
    double k;
    int substeps;
    const ParticleSubstep& start;  ///< of the body
    double pressure;               ///< s of the body [Pa s]
    const ZoneBody& zone;
    bool is_fresh;                            ///< others have joined the zone in this step
    const std::vector<char>& sliding;         ///< already, of all particles
    const std::vector<Vec3>& end_velocities;  ///< of the part's particles [m/s]
    const AdhesiveLaws& laws;
    const std::vector<double>& rest_areas;
};

/// Particles, rising.
struct Departures {
    std::vector<int> leaving, slipping;
};
/// Of a part's particles.
void find_departures(const PartInSubstep& part, const ZoneSet& zones, const ZonePart& members,
                     Departures& found);

}  // namespace limpet
