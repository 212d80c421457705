#include "verify/particle_mesh.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <set>

namespace limpet::verification {

std::vector<double> particle_masses(const std::vector<Vec3>& rest,
                                    const std::vector<std::array<int, 3>>& triangles, double total) {
    std::vector<double> share(rest.size(), 0.0);
    double all = 0;
    for (const auto& [a, b, c] : triangles) {
        const double area = 0.5 * (rest[b] - rest[a]).cross(rest[c] - rest[a]).norm();
        all += area;
        for (const int corner : {a, b, c}) share[corner] += area / 3;
    }
    for (double& m : share) m *= total / all;
    return share;
}

double particle_frequency(const std::vector<Vec3>& rest, const std::vector<std::array<int, 3>>& triangles,
                          const std::vector<double>& mass, double shape_memory) {
    const auto n = static_cast<Eigen::Index>(rest.size());
    std::vector<std::set<int>> around(rest.size());
    for (const auto& triangle : triangles)
        for (const int a : triangle) around[a].insert(triangle.begin(), triangle.end());
    // e = L dx; row block i: dx_i − Σ w dx_j − (D⁻¹ Σ w p_j × dx_j) × p_i.
    MatX l = MatX::Zero(3 * n, 3 * n);
    for (Eigen::Index i = 0; i < n; ++i) {
        double sum = 0;
        Vec3 center = Vec3::Zero();
        for (const int j : around[i]) {
            sum += mass[j];
            center += mass[j] * rest[j];
        }
        center /= sum;
        const auto cross = [&](const Vec3& p) {
            Mat3 m;
            m << 0, -p.z(), p.y(), p.z(), 0, -p.x(), -p.y(), p.x(), 0;
            return m;
        };
        Mat3 inertia = Mat3::Zero();
        for (const int j : around[i])
            inertia -= mass[j] / sum * cross(rest[j] - center) * cross(rest[j] - center);
        l.block<3, 3>(3 * i, 3 * i) += Mat3::Identity();
        for (const int j : around[i])
            l.block<3, 3>(3 * i, 3 * Eigen::Index(j)) +=
                mass[j] / sum *
                (cross(rest[i] - center) * inertia.inverse() * cross(rest[j] - center) - Mat3::Identity());
    }
    // Power iteration on M^(−½) k LᵀL M^(−½), from a start without a pattern.
    VecX root(3 * n), x(3 * n);
    for (Eigen::Index k = 0; k < 3 * n; ++k) {
        root[k] = 1 / std::sqrt(mass[k / 3]);
        x[k] = std::sin(1.0 + static_cast<double>(k * k));
    }
    double square = 0;
    constexpr int rounds = 3000;
    for (int round = 0; round < rounds; ++round) {
        x.normalize();
        const VecX e = l * root.cwiseProduct(x);
        square = shape_memory * e.squaredNorm();
        x = root.cwiseProduct(l.transpose() * e);
    }
    return std::sqrt(square);
}

ParticleMoments particle_moments(const BodyFrame& body, const std::vector<double>& mass) {
    ParticleMoments sum;
    for (std::size_t i = 0; i < mass.size(); ++i) {
        const Vec3 x = to_vec3(body.nodes[i]), v = to_vec3(body.node_velocities[i]);
        sum.momentum += mass[i] * v;
        sum.angular_momentum += mass[i] * x.cross(v);
    }
    return sum;
}

std::vector<Vec3> node_places(const BodyFrame& body) {
    std::vector<Vec3> places;
    for (const Vector3& x : body.nodes) places.push_back(to_vec3(x));
    return places;
}

}  // namespace limpet::verification
