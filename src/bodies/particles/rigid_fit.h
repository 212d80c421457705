#pragma once

/// The rigid frame that fits a neighbourhood best, and how it turns (shape_memory.h has the formulas).

#include <span>
#include <vector>

#include "core/types.h"

namespace limpet {

/// Of one neighbourhood: weights w, places x now by number, offsets p at rest.
struct RigidFit {
    Vec3 center;     ///< c [m]
    Mat3 rotation;   ///< R
    Mat3 stiffness;  ///< D: moment per turn and weight [m^2]
};

/// A sum of squares that a frame turns against is never taken as smaller than this part of the largest: it
/// keeps quotients finite where particles lie on a line.
inline constexpr double least_stiffness_of_turn = 1e-9;

RigidFit rigid_fit(std::span<const int> members, std::span<const double> weights,
                   std::span<const Vec3> offsets, const std::vector<Vec3>& x, const Mat3& rest);

/// D⁻¹ y, with the smallest eigenvalue of D kept from vanishing.
Vec3 turn_by(const Mat3& stiffness, const Vec3& moment);

}  // namespace limpet
