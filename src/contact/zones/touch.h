#pragma once

/// A feature pair of two surfaces that is near enough for a virtual adhesive to hold: its particles collide.

#include <array>

#include "core/types.h"

namespace limpet {

/// Particles have one number each over all bodies (zone_set.h).
struct Touch {
    struct Side {
        int body = -1;
        /// Vertices with a share in the pair, −1 where there are fewer; none: the body moves as a whole.
        std::array<int, 3> particles{-1, -1, -1};
        /// Of its surface that faces the other one and is the single vertex's of a vertex-face pair; 0 of
        /// faces and edges. [m^2]
        double area = 0;
    };
    Side first, second;
    Vec3 normal = Vec3::Zero();  ///< from the second to the first
    double gap = 0;              ///< [m]
    bool parts = false;          ///< do the two move apart?
};

}  // namespace limpet
