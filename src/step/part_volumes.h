#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"
#include "solve/report.h"

namespace limpet {

/// How deep volume contacts may stay in each other, as −V/A.
struct VolumeDepths {
    double kept;  ///< what is left of an overlap [m]
    double most;  ///< contacts of bodies without a deeper one are left as they are [m]
    double push = std::numeric_limits<double>::infinity();  ///< how far one solve moves at most [m]
};

/// One solve of the stabilisation of volumes (stabilise_volumes.cpp): moves bodies, not their velocities.
/// `h` is the step that the bodies' matrices are of. False if nothing was too deep.
bool part_volumes(const std::vector<Contact>& contacts, const std::vector<std::unique_ptr<Body>>& bodies,
                  const std::vector<bool>& moves, const VolumeDepths& depths, double h,
                  const SolveLimits& limits);

}  // namespace limpet
