#pragma once

/// Which particles leave their zones in a substep.
///
///   κ           d = h² (F/m − a) = U_e − U_VA is longer than κ and points away from what the particle
///   touches
///               (as printed in the paper: and U_e · U_VA < 0)
///   strength S  the linear traction with the force Σ(m a − F) of the zone on the body, and with its moment,
///               pulls at the particle by more than S; or, where it presses, its tangential part is more
///
///   U_e, U_VA   displacements of the particle alone and with its zone, over the step h [m]
///   F, a        all forces on the particle but the zone's [N], and its acceleration with the zone [m/s^2]
///
/// A. Carra et al. (2007), §4.2.2. We deviate: substeps measure d over the whole step, so that κ does not
/// depend on their count; the printed test of directions, which depends on the frame of reference, is an
/// option. Forces are those of a zone that moves as one already, without the shock of joining.

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
    bool is_fresh;  ///< the zone has changed since the step before
    const AdhesiveLaws& laws;
    const std::vector<double>& rest_areas;
};

/// Appends those of a part's particles that leave.
void find_leaving(const PartInSubstep& part, const ZoneSet& zones, const ZonePart& members,
                  std::vector<int>& leaving);

}  // namespace limpet
