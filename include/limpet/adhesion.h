#pragma once

/// What bonds will do, from their settings alone (docs/adhesion.md).

#include <algorithm>
#include <cmath>

#include "limpet/scene.h"

namespace limpet {

/// The law of bonds between two bodies, with nothing left out; meanings and units as in AdhesionDescription.
struct Adhesion {
    double stiffness = AdhesionDescription{}.stiffness;
    double energy = AdhesionDescription{}.energy;
    double viscosity = AdhesionDescription{}.viscosity;
    double bonding_rate = AdhesionDescription{}.bonding_rate;
    double saturation = AdhesionDescription{}.saturation;
    double initial = AdhesionDescription{}.initial;
    double reference_gap = 1e-3;  ///< of bonds without energy, which have no default of their own [m]

    bool can_bond() const { return stiffness > 0; }
};

/// 2 √(W/C): bonds that break at twice this gap take 97 % of W [m].
inline double default_reference_gap(const Adhesion& law) {
    return 2 * std::sqrt(law.energy / law.stiffness);
}

/// What a full bond takes, per area, if it is opened slowly until it breaks at twice its reference gap g:
/// ½ C (2 g)² where 2 g is less than √(W/C), else W − W²/(8 C g²) [J/m²].
inline double energy_spent(const Adhesion& law) {
    const double breaking = 2 * law.reference_gap, stretched = law.stiffness * breaking * breaking;
    return stretched < law.energy ? stretched / 2 : law.energy - law.energy * law.energy / (2 * stretched);
}

/// The reference gap of a law that leaves it out: the default one, as far as `detection.distance` lets bonds
/// reach [m].
inline double reference_gap_left_out(const Adhesion& law, const ContactSettings& contact) {
    if (!law.can_bond() || !(law.energy > 0)) return law.reference_gap;
    const double gap = default_reference_gap(law);
    return contact.detection.distance ? std::min(gap, *contact.detection.distance / 2) : gap;
}

/// The law of pairs of bodies that have none of their own; nothing without adhesion.
inline std::optional<Adhesion> adhesion_of_all(const ContactSettings& contact) {
    if (!contact.law.adhesion) return {};
    const AdhesionDescription& given = *contact.law.adhesion;
    Adhesion law;
    law.stiffness = given.stiffness;
    law.energy = given.energy;
    law.viscosity = given.viscosity;
    law.bonding_rate = given.bonding_rate;
    law.saturation = given.saturation;
    law.initial = given.initial;
    law.reference_gap = given.reference_gap.value_or(reference_gap_left_out(law, contact));
    return law;
}

/// The law of a pair. Fields that it leaves out are those of all, or have their defaults where there are
/// none.
inline std::optional<Adhesion> adhesion_of(const ContactSettings& contact, const ContactPair& pair) {
    const std::optional<Adhesion> of_all = adhesion_of_all(contact);
    if (!pair.law.adhesion) return of_all;
    const AdhesionOfPair& own = *pair.law.adhesion;
    Adhesion law = of_all.value_or(Adhesion{});
    law.stiffness = own.stiffness.value_or(law.stiffness);
    law.energy = own.energy.value_or(law.energy);
    law.viscosity = own.viscosity.value_or(law.viscosity);
    law.bonding_rate = own.bonding_rate.value_or(law.bonding_rate);
    law.saturation = own.saturation.value_or(law.saturation);
    law.initial = own.initial.value_or(law.initial);
    const bool given_for_all = contact.law.adhesion && contact.law.adhesion->reference_gap;
    law.reference_gap =
        own.reference_gap.value_or(given_for_all ? law.reference_gap : reference_gap_left_out(law, contact));
    return law;
}

/// Whether any two bodies can bond.
inline bool can_bond(const ContactSettings& contact) {
    const auto bonds = [](const std::optional<Adhesion>& law) { return law && law->can_bond(); };
    return bonds(adhesion_of_all(contact)) ||
           std::any_of(contact.pairs.begin(), contact.pairs.end(),
                       [&](const ContactPair& pair) { return bonds(adhesion_of(contact, pair)); });
}

}  // namespace limpet
