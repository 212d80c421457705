#pragma once

/// A body of particles on plain arrays: an octahedron that keeps its volume, with given forces.

#include <Eigen/Geometry>
#include <vector>

#include "bodies/body_particles.h"
#include "core/types.h"

namespace limpet {

class FakeParticles : public BodyParticles {
public:
    /// Corners at ±`size` about `center`.
    FakeParticles(const Vec3& center, double size, double mass, bool keeps_volume) {
        for (int axis = 0; axis < 3; ++axis)
            for (const double sign : {1.0, -1.0}) {
                Vec3 corner = Vec3::Zero();
                corner[axis] = sign * size;
                x.push_back(center + corner);
            }
        // +x −x +y −y +z −z
        triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
        v.assign(6, Vec3::Zero());
        force.assign(6, Vec3::Zero());
        m.assign(6, mass / 6);
        imposed.assign(6, 0);
        imposed_x = x;
        imposed_v = v;
        keeps = keeps_volume;
        rest_volume = enclosed(x);
    }

    static double enclosed_by(const std::vector<Triangle>& triangles, std::span<const Vec3> x) {
        double volume = 0;
        for (const Triangle& t : triangles)
            volume += (x[t[0]] - x[0]).dot((x[t[1]] - x[0]).cross(x[t[2]] - x[0])) / 6;
        return volume;
    }
    double enclosed(std::span<const Vec3> at) const { return enclosed_by(triangles, at); }
    std::vector<Vec3> gradient_at(std::span<const Vec3> at) const {
        std::vector<Vec3> g(at.size(), Vec3::Zero());
        for (const Triangle& t : triangles)
            for (int corner = 0; corner < 3; ++corner)
                g[t[corner]] += (at[t[(corner + 1) % 3]] - at[0]).cross(at[t[(corner + 2) % 3]] - at[0]) / 6;
        // ∂V/∂x of a closed surface does not depend on the point that its pyramids share.
        g[0] = Vec3::Zero();
        Vec3 rest = Vec3::Zero();
        for (std::size_t i = 1; i < g.size(); ++i) rest += g[i];
        g[0] = -rest;
        return g;
    }

    int particles() const override { return static_cast<int>(x.size()); }
    void begin_step_again(int substeps) override { k = h / substeps; }
    ParticleSubstep begin_substep() override {
        impulse = force;
        for (Vec3& p : impulse) p *= k;
        gradient = keeps ? gradient_at(x) : std::vector<Vec3>();
        return {x, v, m, impulse, gradient, imposed, imposed_x, imposed_v};
    }
    double volume_excess(std::span<const Vec3> at, std::vector<Vec3>* g) const override {
        if (g) *g = gradient_at(at);
        return enclosed(at) - rest_volume;
    }
    void end_substep(std::span<const Vec3> end, std::span<const Vec3> velocity) override {
        x.assign(end.begin(), end.end());
        v.assign(velocity.begin(), velocity.end());
    }

    Vec3 momentum() const {
        Vec3 sum = Vec3::Zero();
        for (std::size_t i = 0; i < x.size(); ++i) sum += m[i] * v[i];
        return sum;
    }
    Vec3 angular_momentum() const {
        Vec3 sum = Vec3::Zero();
        for (std::size_t i = 0; i < x.size(); ++i) sum += m[i] * x[i].cross(v[i]);
        return sum;
    }
    double kinetic() const {
        double sum = 0;
        for (std::size_t i = 0; i < x.size(); ++i) sum += m[i] * v[i].squaredNorm() / 2;
        return sum;
    }

    double h = 0.01, k = 0.01;
    std::vector<Vec3> x, v, force, impulse, gradient, imposed_x, imposed_v;
    std::vector<double> m;
    std::vector<char> imposed;
    std::vector<Triangle> triangles;
    bool keeps = false;
    double rest_volume = 0;
};

}  // namespace limpet
