#pragma once

/// Pressures of bodies that keep their volumes and share zones: how volumes at the end of a substep answer to
/// them, to first order.
///
///   ∂V_b/∂s_c = k S_bc,     S_bc = δ_bc Σ_free |G|²/m + Σ_zones g_zbᵀ A_z⁻¹ g_zc
///
///   s     pressure × time of a body [Pa s]
///   G     ∂V/∂x of a particle at the start of the substep [m^2]
///   g_zb  Σ (G, r × G) over body b's particles in zone z, about its centre [m^2, m^3]
///   A_z   mass and inertia of the zone (zone_body.h)
///
/// S is symmetric and positive semidefinite. A zone may link thousands of bodies, which would make it a full
/// matrix, so it is never made: conjugate gradients with its diagonal. A body all of whose particles are in
/// one zone keeps its volume whatever its pressure; its row is zero and left out.

#include <vector>

#include "contact/zones/zone_body.h"

namespace limpet {

struct PressureSystem {
    struct Part {
        int zone, body;
        Vec6 gradient;  ///< g
    };
    std::vector<double> diagonal;  ///< Σ_free |G|²/m of each body [m^4/kg]
    std::vector<double> scale;     ///< the same over all its particles: what S_bb is compared with
    std::vector<Part> parts;       ///< by rising zone
    std::vector<Mat6> compliance;  ///< A⁻¹ of each zone

    /// S s of all bodies. [m^3/s]
    std::vector<double> times(const std::vector<double>& s) const;
    /// S_bb; 0 where it is nothing but rounding.
    std::vector<double> own_diagonal() const;
    /// S s = rate, to `tolerance` of it; 0 where S_bb is.
    std::vector<double> solve(const std::vector<double>& rate, double tolerance) const;
};

}  // namespace limpet
