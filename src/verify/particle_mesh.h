#pragma once

/// Particles as benchmarks see them: where they are by the frame, what they weigh by the formulas of
/// docs/particles.md, from the surface at rest.

#include <vector>

#include "core/types.h"
#include "limpet/frame.h"
#include "limpet/world.h"

namespace limpet::verification {

/// Of each particle on the surface [kg]: a third of its triangles, by their areas at rest.
std::vector<double> particle_masses(const std::vector<Vec3>& rest,
                                    const std::vector<std::array<int, 3>>& triangles, double total);

/// Highest frequency at rest [1/s]: ω² the largest eigenvalue of M⁻¹ k Σ L_iᵀ L_i, L_i dx = e_i linearised.
double particle_frequency(const std::vector<Vec3>& rest, const std::vector<std::array<int, 3>>& triangles,
                          const std::vector<double>& mass, double shape_memory);

struct ParticleMoments {
    Vec3 momentum = Vec3::Zero();          ///< [kg m/s]
    Vec3 angular_momentum = Vec3::Zero();  ///< about the origin [kg m²/s]
};
ParticleMoments particle_moments(const BodyFrame& body, const std::vector<double>& mass);

/// Places of a frame's nodes [m].
std::vector<Vec3> node_places(const BodyFrame& body);

}  // namespace limpet::verification
