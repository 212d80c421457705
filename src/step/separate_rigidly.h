#pragma once

/// What lies in each other at the start of a run, or later where pushing it apart would strain bodies,
/// separated without strain: bodies that nothing holds move by their six rigid modes
/// (Body::add_rigid_compliance).
///
/// Soft bodies that separate_overlaps() moves by their own A⁻¹ instead are squeezed by it and spring back.
/// Bodies with held nodes stay where they are.

#include "step/separate_overlaps.h"

namespace limpet {

/// One solve of the movable contacts of a group, `gaps` theirs in place of what the images saw. False, and
/// nothing moves, if nothing can or if no rigid motion makes all of them as shallow as they should be by more
/// than a part of what is too deep.
bool separate_group_rigidly(const std::vector<Contact>& contacts, const std::vector<int>& group,
                            const std::vector<double>& gaps, const std::vector<std::unique_ptr<Body>>& bodies,
                            const VolumeDepths& depths, const SolveLimits& limits);

/// The same of all groups, whether they can be separated so or not: the twin of separate_overlaps(). False if
/// nothing was too deep, or nothing could be moved.
bool separate_rigidly(const std::vector<Contact>& contacts, const std::vector<std::unique_ptr<Body>>& bodies,
                      const std::vector<bool>& moves, const VolumeDepths& depths, const SolveLimits& limits);

}  // namespace limpet
