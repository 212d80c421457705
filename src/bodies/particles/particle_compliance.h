#pragma once

/// A⁻¹ of particles that keep their volume:
///
///   A⁻¹ = B − B G (Gᵀ B G)⁻¹ Gᵀ B,      B = M⁻¹ − E Eᵀ  (particle_springs.h)
///
///   M   masses, infinite for imposed particles [kg]      G   ∂V/∂x at the start of the (last sub)step [m^2]
///
/// Of a free volume the second term is missing. It is dense, so that A⁻¹ is an operation and no matrix.

#include <vector>

#include "bodies/particles/particle_springs.h"
#include "core/types.h"

namespace limpet {

class ParticleCompliance {
public:
    ParticleCompliance() = default;
    /// `gradient` is empty where the volume is free.
    ParticleCompliance(std::vector<double> inverse_mass, ParticleSprings springs,
                       const std::vector<Vec3>& gradient);

    /// A⁻¹ y.
    std::vector<Vec3> times(const std::vector<Vec3>& y) const;
    /// B G, along which a pressure moves particles; empty where the volume is free or nothing can move.
    const std::vector<Vec3>& pressure_motion() const { return pressure_motion_; }
    /// Gᵀ B G [m^4/kg]; 0 where pressure_motion() is empty.
    double pressure_response() const { return pressure_response_; }

    double inverse_mass(int particle) const { return inverse_mass_[particle]; }
    const ParticleSprings& springs() const { return springs_; }
    /// B G (Gᵀ B G)^(−½) of one particle.
    Vec3 volume_column(int particle) const {
        return pressure_motion_.empty() ? Vec3::Zero() : Vec3(volume_scale_ * pressure_motion_[particle]);
    }

private:
    std::vector<Vec3> without_volume(const std::vector<Vec3>& y) const;

    std::vector<double> inverse_mass_;  ///< [1/kg]
    ParticleSprings springs_;
    std::vector<Vec3> gradient_, pressure_motion_;
    double pressure_response_ = 0, volume_scale_ = 0;
};

}  // namespace limpet
