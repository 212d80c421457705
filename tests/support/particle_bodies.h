#pragma once

/// Particles bodies for tests, as scenes make them, and what they keep.

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "bodies/make_body.h"
#include "bodies/particles/particles_body.h"

namespace limpet {

/// A ball of radius 0.1 m with 42 particles, 1 kg.
inline BodyDescription particle_ball() {
    BodyDescription body;
    body.name = "ball";
    body.type = BodyType::Particles;
    body.shape = SphereShape{0.1};
    body.surface = 0.06;
    body.mass = 1;
    body.shape_memory = 200;
    return body;
}

/// A sheet of 0.2 m × 0.2 m with `along`² particles, 0.5 kg.
inline BodyDescription particle_sheet(int along = 6) {
    BodyDescription body;
    body.name = "sheet";
    body.type = BodyType::Particles;
    body.shape = PlaneShape{0.2, 0.2};
    body.surface = 0.2 / (along - 1);
    body.mass = 0.5;
    body.shape_memory = 200;
    return body;
}

inline std::unique_ptr<ParticlesBody> make_particles(const BodyDescription& description, double h = 1e-3) {
    Scene scene;
    scene.time.step = h;
    std::unique_ptr<Body> body = make_body(description, scene);
    return std::unique_ptr<ParticlesBody>(static_cast<ParticlesBody*>(body.release()));
}

inline Vec3 momentum(const ParticlesBody& body) {
    return body.mass() * body.mean_velocity();
}

/// About the origin. [kg m²/s]
inline Vec3 angular_momentum(const ParticlesBody& body) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < body.particles(); ++i)
        sum += body.masses()[i] * body.positions()[i].cross(body.velocities()[i]);
    return sum;
}

inline double energy(const ParticlesBody& body, const Vec3& gravity = Vec3::Zero()) {
    const Energies e = body.energies(gravity);
    return e.kinetic + e.elastic + e.potential;
}

/// Moves every particle by up to `size` per axis, without a pattern.
inline std::vector<Vec3> shaken(std::vector<Vec3> x, double size, unsigned seed = 1) {
    std::uint32_t bits = seed;
    for (Vec3& p : x)
        for (int k = 0; k < 3; ++k) {
            bits = bits * 1664525U + 1013904223U;
            p[k] += size * (static_cast<double>(bits >> 8) * 0x1p-23 - 1);
        }
    return x;
}

}  // namespace limpet
