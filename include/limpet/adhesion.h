#pragma once

/// What bonds will do, from their settings alone (docs/adhesion.md).

#include <algorithm>
#include <cmath>

#include "limpet/export.h"
#include "limpet/scene.h"

namespace LIMPET_API limpet {

/// 2 √(W/C): bonds that break at twice this gap take 97 % of W. Scene files that leave `reference_gap` out
/// have it; a scene made by a program sets it itself [m].
inline double default_reference_gap(const Adhesion& law) {
    return 2 * std::sqrt(law.energy / law.stiffness);
}

/// What a full bond takes, per area, if it is opened slowly until it breaks at twice its reference gap g:
/// ½ C (2 g)² where 2 g is less than √(W/C), else W − W²/(8 C g²) [J/m²].
inline double energy_spent(const Adhesion& law) {
    const double breaking = 2 * law.reference_gap, stretched = law.stiffness * breaking * breaking;
    return stretched < law.energy ? stretched / 2 : law.energy - law.energy * law.energy / (2 * stretched);
}

/// Whether any two bodies can bond.
inline bool can_bond(const ContactSettings& contact) {
    const auto bonds = [](const std::optional<Adhesion>& law) { return law && law->can_bond(); };
    return bonds(contact.law.adhesion) ||
           std::any_of(contact.pairs.begin(), contact.pairs.end(),
                       [&](const ContactPair& pair) { return bonds(pair.adhesion(contact.law)); });
}

}  // namespace limpet
