#pragma once

/// What lies in each other at the start of a run, or later where parting would strain bodies, parted without
/// strain: bodies that nothing holds move as wholes, by their six rigid modes.
///
///   W = Σ_bodies J (1/m + [r]× I⁻¹ [r]×ᵀ) Jᵀ          c += Σ Jᵀ λ/m,   θ = I⁻¹ Σ r × Jᵀ λ
///
///   m  mass [kg]      I  inertia about the centre of mass c [kg m²]      r  from c to a vertex [m]
///
/// Soft bodies that the stabilisation moves by their own A⁻¹ instead (part_volumes.h) are squeezed by it and
/// spring back. Bodies with held nodes stay where they are; those of the `linear` model, which a rotation
/// strains, do not turn.

#include "step/part_volumes.h"

namespace limpet {

/// One solve of the movable contacts of a group. False, and nothing moves, if nothing can or if no motion of
/// the wholes makes all of them as shallow as they should be by more than a part of what is too deep.
bool part_group_as_wholes(const std::vector<Contact>& contacts, const std::vector<int>& group,
                          const std::vector<std::unique_ptr<Body>>& bodies, const VolumeDepths& depths,
                          const SolveLimits& limits);

/// The same of all groups, whether they can part or not: the twin of part_volumes(). False if nothing was too
/// deep, or nothing could be moved.
bool part_as_wholes(const std::vector<Contact>& contacts, const std::vector<std::unique_ptr<Body>>& bodies,
                    const std::vector<bool>& moves, const VolumeDepths& depths, const SolveLimits& limits);

}  // namespace limpet
