#pragma once

/// What probes measure: the one list, from which scene files are read and documented, columns are named and
/// summaries written. Step's Probe (src/step/probe.cpp) gives each its value.

#include <array>
#include <string_view>

#include "limpet/export.h"

namespace LIMPET_API limpet {

enum class ProbeQuantity {
    Position,
    Velocity,
    Rotation,
    Volume,
    ContactForce,
    ContactArea,
    Gap,
    SlipVelocity,
    Sticking,
    Bonds,
    BondedArea,
    MeanBeta,
    AdhesiveForce,
    AdhesiveEnergy,
    AdhesiveDissipation,
    CollidingShare,
    Zones
};

struct ProbeQuantityEntry {
    ProbeQuantity quantity;
    std::string_view name;     ///< in scene files
    std::string_view unit;     ///< "-" for none
    bool is_vector;            ///< three columns, x, y and z
    bool is_of_contacts;       ///< of the step just taken; takes `with`
    bool is_of_a_point;        ///< takes `nearest`
    std::string_view meaning;  ///< the rest of "NAME [UNIT], …"; empty: the name says it
};

/// In the enumeration's order.
inline constexpr std::array<ProbeQuantityEntry, 17> probe_quantities = {{
    {ProbeQuantity::Position, "position", "m", true, false, true, ""},
    {ProbeQuantity::Velocity, "velocity", "m/s", true, false, true, ""},
    {ProbeQuantity::Rotation, "rotation", "rad", true, false, false, "axis times angle"},
    {ProbeQuantity::Volume, "volume", "m³", false, false, false, ""},
    {ProbeQuantity::ContactForce, "contact_force", "N", true, true, false,
     "which contacts exert on the body"},
    {ProbeQuantity::ContactArea, "contact_area", "m²", false, true, false, "of those that press"},
    {ProbeQuantity::Gap, "gap", "m", false, true, false,
     "the smallest, negative where surfaces overlap, empty while nothing is in range"},
    {ProbeQuantity::SlipVelocity, "slip_velocity", "m/s", true, true, false,
     "of the body against the others, a mean weighted by normal force, empty while nothing presses"},
    {ProbeQuantity::Sticking, "sticking", "-", false, true, false,
     "the share of the normal force on contacts that do not slip, empty while nothing presses"},
    {ProbeQuantity::Bonds, "bonds", "-", false, true, false, "their number"},
    {ProbeQuantity::BondedArea, "bonded_area", "m²", false, true, false, "of contacts with bonds"},
    {ProbeQuantity::MeanBeta, "mean_beta", "-", false, true, false,
     "of all contacts that can bond, weighted by area, empty where there is none"},
    {ProbeQuantity::AdhesiveForce, "adhesive_force", "N", true, true, false,
     "with which bonds pull the body"},
    {ProbeQuantity::AdhesiveEnergy, "adhesive_energy", "J", false, true, false, "stored in bonds"},
    {ProbeQuantity::AdhesiveDissipation, "adhesive_dissipation", "J", false, true, false,
     "by bonds since time 0"},
    {ProbeQuantity::CollidingShare, "colliding_share", "-", false, false, false,
     "of the body's particles, those that collide, empty for a body without particles"},
    {ProbeQuantity::Zones, "zones", "-", false, false, false, "the number of zones that hold the body"},
}};

constexpr const ProbeQuantityEntry& entry_of(ProbeQuantity quantity) {
    return probe_quantities[static_cast<std::size_t>(quantity)];
}

}  // namespace limpet
