#pragma once

/// Springs of pulls (bodies/pull.h) as part of the particles' own equations:
///
///   (M + Σ_p s_p w_p w_pᵀ)⁻¹ = M⁻¹ − E Eᵀ,      s_p = h² k_p + h c_p
///
///   w_p   weights of spring p on its triangle's vertices [-]      k, c   stiffness, damping [N/m], [N s/m]
///   E     M⁻¹ W L⁻ᵀ with L Lᵀ = S⁻¹ + Wᵀ M⁻¹ W (Woodbury)         h      length of the (sub)step [s]
///
/// E has rows at the springs' vertices alone. Imposed particles have M⁻¹ = 0.

#include <span>
#include <vector>

#include "bodies/pull.h"
#include "core/types.h"

namespace limpet {

class ParticleSprings {
public:
    ParticleSprings() = default;
    ParticleSprings(std::span<const Pull> pulls, const std::vector<double>& inverse_mass, double h);

    bool empty() const { return columns_ == 0; }
    int columns() const { return columns_; }
    /// z −= E Eᵀ y.
    void subtract(const std::vector<Vec3>& y, std::vector<Vec3>& z) const;
    /// Row of E at a particle; empty where no spring pulls.
    std::span<const double> row(int particle) const;

private:
    int columns_ = 0;
    std::vector<int> vertices_;   ///< ascending
    std::vector<double> factor_;  ///< E, a row per vertex
};

}  // namespace limpet
