#pragma once

/// The rigid frames that fit neighbourhoods best, and how they turn (shape_memory.h has the formulas).

#include <vector>

#include "bodies/particles/neighbourhoods.h"
#include "core/types.h"

namespace limpet {

struct RigidFit {
    Vec3 center;     ///< c [m]
    Mat3 rotation;   ///< R
    Mat3 stiffness;  ///< D: moment per turn and weight [m^2]
};

/// Of all neighbourhoods: x places now [m], `rest` the stretch of the places at rest.
std::vector<RigidFit> rigid_fits(const Neighbourhoods& around, const std::vector<Vec3>& x, const Mat3& rest);

/// What keeps quotients finite where particles lie on a line: of the sums of squares that a frame turns
/// against, the product is never taken as smaller than this part of the cube of their sum.
inline constexpr double least_stiffness_of_turn = 1e-9;

/// D⁻¹ y, with D kept from vanishing.
Vec3 turn_by(const Mat3& stiffness, const Vec3& moment);

}  // namespace limpet
