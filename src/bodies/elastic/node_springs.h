#pragma once

/// Damped springs between points of an elastic body and places in the world (bodies/pull.h), as terms of the
/// body's equations. A point hangs on the nodes of one element, so that its spring adds only to blocks that
/// A has anyway:
///
///   x = Σ w_i q_i,     E = ½ k ‖X − x‖²,     A_ij += s w_i w_j 1,     s = h² k + h c

#include <array>
#include <span>
#include <vector>

#include "bodies/elastic/assembly.h"
#include "core/types.h"

namespace limpet {

struct NodePoint {
    std::array<int, 4> nodes{};
    std::array<double, 4> weights{};  ///< sum to 1

    /// Of positions or velocities of nodes.
    Vec3 of(const std::vector<Vec3>& values) const;
    bool operator==(const NodePoint&) const = default;
};

struct NodeSpring {
    NodePoint at;
    double stiffness = 0;        ///< k [N/m]
    double damping = 0;          ///< c [N s/m]
    Vec3 target = Vec3::Zero();  ///< X [m]

    /// At a place and a velocity of its point. [N]
    Vec3 force(const Vec3& x, const Vec3& u) const { return stiffness * (target - x) - damping * u; }
};
using NodeSprings = std::vector<NodeSpring>;

/// Do both add the same to A?
bool same_matrix(const NodeSprings& a, const NodeSprings& b);

/// Are all pairs of its nodes coupled in A?
bool fits_pattern(const NodePoint& point, const Assembly& assembly);

/// A_ij += (k_factor k + c_factor c) w_i w_j 1.
void add_to_matrix(const NodeSprings& springs, const Assembly& assembly, double k_factor, double c_factor,
                   BlockMatrix& free, BlockMatrix& held);
/// b_i += factor · w_i f, of free nodes; forces at positions q and velocities v.
void add_spring_forces(const NodeSprings& springs, const Assembly& assembly, const std::vector<Vec3>& q,
                       const std::vector<Vec3>& v, double factor, VecX& b);
/// Σ ½ k ‖X − x‖². [J]
double spring_energy(const NodeSprings& springs, const std::vector<Vec3>& q);
/// Σ ½ c ‖u‖². [W]
double spring_damping_power(const NodeSprings& springs, const std::vector<Vec3>& v);

/// For states, from the front of `values`; false: they are no springs. Targets are not part of it.
void append_springs(const NodeSprings& springs, std::vector<double>& values);
[[nodiscard]] bool take_springs(std::span<const double>& values, int nodes, NodeSprings& springs);

}  // namespace limpet
