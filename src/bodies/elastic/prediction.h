#pragma once

/// The motion that an implicit stage expects, about which it linearises:
///
///   f ≈ f(q̃) − K(q̃) θ₀h (v̄ − ṽ)
///
/// of a solid body that turns freely its rigid motion (rigid_motion.h); of free cloth that, and beside it the
/// velocities by which it folds, which turn with it; of what is held or pulled at, the present velocities,
/// q̃ = q + θ₀h v.

#include <vector>

#include "core/types.h"

namespace limpet {

struct Prediction {
    std::vector<Vec3> velocity{};  ///< ṽ, of all nodes [m/s]; empty: none, and forces are linearised at q
    std::vector<Vec3> shape{};     ///< q̃: where elements have their forces at velocities ṽ [m]
    std::vector<Vec3> even{};      ///< velocities that numerical damping leaves alone (time_scheme.h) [m/s]
    std::vector<Vec3> rigid{};     ///< those that are no change of shape; empty: zero [m/s]
    bool is_free = false;          ///< nothing holds the body, and what turns it is not strained by it

    bool any() const { return !velocity.empty(); }
};

}  // namespace limpet
