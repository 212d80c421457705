#include "bodies/particles/particle_compliance.h"

#include <cmath>
#include <utility>

namespace limpet {

ParticleCompliance::ParticleCompliance(std::vector<double> inverse_mass, ParticleSprings springs,
                                       const std::vector<Vec3>& gradient)
    : inverse_mass_(std::move(inverse_mass)), springs_(std::move(springs)) {
    if (gradient.empty()) return;
    std::vector<Vec3> motion = without_volume(gradient);
    const double response = flat(gradient).dot(flat(motion));
    if (!(response > 0)) return;
    gradient_ = gradient;
    pressure_motion_ = std::move(motion);
    pressure_response_ = response;
    volume_scale_ = 1 / std::sqrt(response);
}

std::vector<Vec3> ParticleCompliance::without_volume(const std::vector<Vec3>& y) const {
    std::vector<Vec3> z(y.size());
    for (std::size_t i = 0; i < y.size(); ++i) z[i] = inverse_mass_[i] * y[i];
    springs_.subtract(y, z);
    return z;
}

std::vector<Vec3> ParticleCompliance::times(const std::vector<Vec3>& y) const {
    std::vector<Vec3> z = without_volume(y);
    if (pressure_motion_.empty()) return z;
    const double pressure = flat(gradient_).dot(flat(z)) / pressure_response_;
    for (std::size_t i = 0; i < z.size(); ++i) z[i] -= pressure * pressure_motion_[i];
    return z;
}

}  // namespace limpet
