#pragma once

/// What probes measure: the one list, from which scene files are read and documented, columns are named and
/// summaries written. Step's Probe (src/step/probe.cpp) gives each its value.

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "limpet/export.h"

namespace LIMPET_API limpet {

enum class ProbeQuantity {
    Position,
    Velocity,
    Rotation,
    Volume,
    Mass,
    Momentum,
    AngularVelocity,
    AngularMomentum,
    StrainEnergy,
    Stress,
    ReactionForce,
    ContactForce,
    NormalForce,
    TangentialForce,
    ContactTorque,
    ContactArea,
    Gap,
    SlipVelocity,
    Slip,
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
    int columns;               ///< 1; 3: x, y and z; 6: xx, yy, zz, xy, yz and zx
    bool is_of_contacts;       ///< of the step just taken; takes `with`
    bool is_of_a_point;        ///< takes `nearest`
    std::string_view meaning;  ///< the rest of "NAME [UNIT], …"; empty: the name says it
};

/// In the enumeration's order.
inline constexpr std::array<ProbeQuantityEntry, 28> probe_quantities = {{
    {ProbeQuantity::Position, "position", "m", 3, false, true, ""},
    {ProbeQuantity::Velocity, "velocity", "m/s", 3, false, true, ""},
    {ProbeQuantity::Rotation, "rotation", "rad", 3, false, false, "axis times angle"},
    {ProbeQuantity::Volume, "volume", "m³", 1, false, false, ""},
    {ProbeQuantity::Mass, "mass", "kg", 1, false, false, "0 of a static body"},
    {ProbeQuantity::Momentum, "momentum", "kg m/s", 3, false, false, "linear, of the whole body"},
    {ProbeQuantity::AngularVelocity, "angular_velocity", "rad/s", 3, false, false,
     "of a body that deforms, that of a rigid one with its angular momentum, empty for a static one"},
    {ProbeQuantity::AngularMomentum, "angular_momentum", "kg m²/s", 3, false, false,
     "about the centre of mass, empty for a static body"},
    {ProbeQuantity::StrainEnergy, "strain_energy", "J", 1, false, false, "stored in the body's elements"},
    {ProbeQuantity::Stress, "stress", "Pa", 6, false, true,
     "Cauchy's, in world axes, of the tetrahedron nearest to `nearest` at rest or, without it, a mean by "
     "volume, empty for a body without tetrahedra"},
    {ProbeQuantity::ReactionForce, "reaction_force", "N", 3, false, false,
     "with which what holds or moves its nodes (`fixed`, `motion`) acts on the body, empty where none are "
     "held"},
    {ProbeQuantity::ContactForce, "contact_force", "N", 3, true, false, "which contacts exert on the body"},
    {ProbeQuantity::NormalForce, "normal_force", "N", 3, true, false,
     "the sum of the parts of contact forces along their normals"},
    {ProbeQuantity::TangentialForce, "tangential_force", "N", 3, true, false, "the rest of `contact_force`"},
    {ProbeQuantity::ContactTorque, "contact_torque", "N m", 3, true, false,
     "of contact forces about the centre of mass"},
    {ProbeQuantity::ContactArea, "contact_area", "m²", 1, true, false, "of those that press"},
    {ProbeQuantity::Gap, "gap", "m", 1, true, false,
     "the smallest, negative where surfaces overlap, empty while nothing is in range"},
    {ProbeQuantity::SlipVelocity, "slip_velocity", "m/s", 3, true, false,
     "of the body against the others, a mean weighted by normal force, empty while nothing presses"},
    {ProbeQuantity::Slip, "slip", "m", 1, true, false,
     "how far contacts with another body have slid since time 0, a mean weighted by normal force; of several "
     "bodies, the longest way"},
    {ProbeQuantity::Sticking, "sticking", "-", 1, true, false,
     "the share of the normal force on contacts that do not slip, empty while nothing presses"},
    {ProbeQuantity::Bonds, "bonds", "-", 1, true, false, "their number"},
    {ProbeQuantity::BondedArea, "bonded_area", "m²", 1, true, false, "of contacts with bonds"},
    {ProbeQuantity::MeanBeta, "mean_beta", "-", 1, true, false,
     "of all contacts that can bond, weighted by area, empty where there is none"},
    {ProbeQuantity::AdhesiveForce, "adhesive_force", "N", 3, true, false, "with which bonds pull the body"},
    {ProbeQuantity::AdhesiveEnergy, "adhesive_energy", "J", 1, true, false, "stored in bonds"},
    {ProbeQuantity::AdhesiveDissipation, "adhesive_dissipation", "J", 1, true, false,
     "by bonds since time 0"},
    {ProbeQuantity::CollidingShare, "colliding_share", "-", 1, false, false,
     "of the body's particles, those that collide, empty for a body without particles"},
    {ProbeQuantity::Zones, "zones", "-", 1, false, false, "the number of zones that hold the body"},
}};

inline constexpr std::array<std::string_view, 10> probe_column_names = {"",    ".x",  ".y",  ".z",  ".xx",
                                                                        ".yy", ".zz", ".xy", ".yz", ".zx"};

constexpr const ProbeQuantityEntry& entry_of(ProbeQuantity quantity) {
    return probe_quantities[static_cast<std::size_t>(quantity)];
}

/// What the names of a reading's columns end with.
constexpr std::span<const std::string_view> probe_column_endings(std::size_t columns) {
    return columns == 6   ? std::span(probe_column_names).subspan(4, 6)
           : columns == 3 ? std::span(probe_column_names).subspan(1, 3)
                          : std::span(probe_column_names).subspan(0, 1);
}

}  // namespace limpet
