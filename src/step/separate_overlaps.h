#pragma once

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"
#include "linear/block_matrix.h"
#include "solve/report.h"
#include "step/volume_depths.h"

namespace limpet {

/// Contacts that have to be separated, and those that bodies which move link with them.
std::vector<std::vector<int>> groups_to_separate(const std::vector<Contact>& contacts,
                                                 const std::vector<bool>& moves, const VolumeDepths& depths);

/// Of some contacts [m].
std::vector<double> gaps_of(const std::vector<Contact>& contacts, const std::vector<int>& chosen);

/// −ε ≤ gap + h W λ ⊥ λ ≥ 0 of contacts with these gaps.
VecX separating_impulses(const std::vector<double>& gaps, BlockMatrix W, const VolumeDepths& depths, double h,
                         const SolveLimits& limits);

/// What such impulses leave of them, by the rows; of more than one solve asks for, what it asks for [m].
std::vector<double> gaps_left(const std::vector<double>& gaps, const BlockMatrix& W, const VecX& lambda,
                              const VolumeDepths& depths, double h);

/// One solve of the separation of volumes (volume_separation.h): moves bodies, not their velocities.
/// `h` is the step that the bodies' matrices are of. False if nothing was too deep.
bool separate_overlaps(const std::vector<Contact>& contacts, const std::vector<std::unique_ptr<Body>>& bodies,
                       const std::vector<bool>& moves, const VolumeDepths& depths, double h,
                       const SolveLimits& limits);

}  // namespace limpet
