#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"
#include "core/block_matrix.h"
#include "solve/report.h"

namespace limpet {

/// How deep volume contacts may stay in each other, as −V/A.
struct VolumeDepths {
    double kept;  ///< what is left of an overlap [m]
    double most;  ///< contacts of bodies without a deeper one are left as they are [m]
    double push = std::numeric_limits<double>::infinity();  ///< how far one solve moves at most [m]

    bool too_deep(const Contact& contact) const { return -contact.gap > most; }
};

/// Contacts that have to be parted, and those that bodies which move link with them.
std::vector<std::vector<int>> groups_to_part(const std::vector<Contact>& contacts,
                                             const std::vector<bool>& moves, const VolumeDepths& depths);

/// −ε ≤ gap + h W λ ⊥ λ ≥ 0 of some contacts.
VecX parting_impulses(const std::vector<Contact>& contacts, const std::vector<int>& chosen, BlockMatrix W,
                      const VolumeDepths& depths, double h, const SolveLimits& limits);

/// One solve of the stabilisation of volumes (stabilise_volumes.cpp): moves bodies, not their velocities.
/// `h` is the step that the bodies' matrices are of. False if nothing was too deep.
bool part_volumes(const std::vector<Contact>& contacts, const std::vector<std::unique_ptr<Body>>& bodies,
                  const std::vector<bool>& moves, const VolumeDepths& depths, double h,
                  const SolveLimits& limits);

}  // namespace limpet
