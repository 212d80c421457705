#pragma once

/// The quantities that fields of a scene have, with the units of their plain numbers.

#include <numbers>

#include "scene/units.h"

namespace limpet::quantities {

inline constexpr Quantity ratio{"a ratio", "-", "0.3 or \"30 %\"", {{{0, 0, 0, 0}}}};
inline constexpr Quantity length{"a length", "m", "0.005 (m) or \"5 mm\"", {{{1, 0, 0, 0}}}};
inline constexpr Quantity time{"a time", "s", "0.005 (s) or \"5 ms\"", {{{0, 0, 1, 0}}}};
inline constexpr Quantity rate{"a rate", "1/s", "0.1 (1/s) or \"0.1 Hz\"", {{{0, 0, -1, 0}}}};
inline constexpr Quantity velocity{"a velocity", "m/s", "0.5 (m/s) or \"50 cm/s\"", {{{1, 0, -1, 0}}}};
inline constexpr Quantity acceleration{
    "an acceleration", "m/s^2", "9.81 (m/s^2) or \"9.81 m/s^2\"", {{{1, 0, -2, 0}}}};
inline constexpr Quantity angular_velocity{
    "an angular velocity", "rad/s", "1.5 (rad/s) or \"90 deg/s\"", {{{0, 0, -1, 1}}}};
inline constexpr Quantity density{"a density", "kg/m^3", "1000 (kg/m^3) or \"1 g/cm^3\"", {{{-3, 1, 0, 0}}}};
inline constexpr Quantity mass{"a mass", "kg", "0.5 (kg) or \"500 g\"", {{{0, 1, 0, 0}}}};
inline constexpr Quantity stiffness{"a stiffness", "N/m", "50 (N/m) or \"50 N/m\"", {{{0, 1, -2, 0}}}};
inline constexpr Quantity pressure{"a pressure", "Pa", "12000 (Pa) or \"12 kPa\"", {{{-1, 1, -2, 0}}}};
inline constexpr Quantity line_stiffness{
    "a stiffness per width", "N/m", "50 (N/m) or \"50 N/m\"", {{{0, 1, -2, 0}}}};
inline constexpr Quantity moment{
    "a bending stiffness", "N m", "1e-6 (N m) or \"1 mN mm\"", {{{2, 1, -2, 0}}}};
inline constexpr Quantity force{"a force", "N", "4 (N) or \"4 N\"", {{{1, 1, -2, 0}}}};
inline constexpr Quantity force_rate{"a rate of force", "N/s", "2000 (N/s) or \"2 kN/s\"", {{{1, 1, -3, 0}}}};
inline constexpr Quantity spring_damping{"a damping", "N s/m", "2 (N s/m) or \"2 N s/m\"", {{{0, 1, -1, 0}}}};
inline constexpr Quantity interface_stiffness{
    "a stiffness per area", "N/m^3", "1e6 (N/m^3) or \"1 N/cm^3\"", {{{-2, 1, -2, 0}}}};
inline constexpr Quantity interface_energy{
    "an energy per area", "J/m^2", "1 (J/m^2) or \"1 J/m^2\"", {{{0, 1, -2, 0}}}};
inline constexpr Quantity interface_viscosity{
    "a viscosity of debonding", "J s/m^2", "0.1 (J s/m^2) or \"0.1 N s/m\"", {{{0, 1, -1, 0}}}};
inline constexpr Quantity slip_viscosity{
    "a viscosity of slip", "Pa s/m", "100 (Pa s/m) or \"0.1 kPa s/m\"", {{{-2, 1, -1, 0}}}};
inline constexpr Quantity bonding_rate{
    "a bonding rate", "1/(Pa s)", "1 (1/(Pa s)) or \"1 m s/kg\"", {{{1, -1, 1, 0}}}};
/// Plain numbers are degrees, as the fields' names say.
inline constexpr Quantity degrees{
    "an angle", "deg", "20 (deg) or \"0.35 rad\"", {{{0, 0, 0, 1}}, std::numbers::pi / 180}};

}  // namespace limpet::quantities
