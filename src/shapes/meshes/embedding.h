#pragma once

/// How a surface hangs on what moves it. Each embedding gives the surface's positions and velocities from the
/// body's degrees of freedom, and the exact transpose that carries forces on the surface back to them.

#include <vector>

#include "shapes/meshes/meshes.h"

namespace limpet {

/// A point of a tetrahedron: its vertices and barycentric weights, which sum to 1 (they may be negative: a
/// point a little outside hangs on the nearest tetrahedron).
struct TetPoint {
    Tetrahedron nodes;
    std::array<double, 4> weights;
};

/// Surface points in tetrahedra. x = Σ w_k q_k, v = Σ w_k q̇_k, f_k = Σ w_k f.
class BarycentricEmbedding {
public:
    BarycentricEmbedding() = default;
    /// Hangs each point on the tetrahedron it is in or, outside, on the nearest.
    BarycentricEmbedding(const TetMesh& mesh, const std::vector<Vec3>& points);
    /// Hangs point i on node node_of[i] itself.
    static BarycentricEmbedding of_nodes(const std::vector<int>& node_of);

    std::size_t size() const { return points_.size(); }
    const TetPoint& point(std::size_t i) const { return points_[i]; }
    /// Positions from node positions, or velocities from node velocities: the map is linear.
    void interpolate(const std::vector<Vec3>& nodes, std::vector<Vec3>& points) const;
    /// Adds the points' forces to the nodes: the transpose of interpolate().
    void add_transposed(const std::vector<Vec3>& point_forces, std::vector<Vec3>& node_forces) const;

private:
    std::vector<TetPoint> points_;
};

/// Surface points in a rigid frame. x = c + R X, v = ċ + ω × R X; force Σ f, torque Σ R X × f about c.
class RigidEmbedding {
public:
    RigidEmbedding() = default;
    /// Points in the body's frame, whose origin is the centre of mass.
    explicit RigidEmbedding(std::vector<Vec3> points) : points_(std::move(points)) {}

    std::size_t size() const { return points_.size(); }
    const Vec3& point(std::size_t i) const { return points_[i]; }
    void positions(const Vec3& center, const Mat3& rotation, std::vector<Vec3>& points) const;
    void velocities(const Vec3& velocity, const Vec3& angular_velocity, const Mat3& rotation,
                    std::vector<Vec3>& point_velocities) const;
    void add_transposed(const std::vector<Vec3>& point_forces, const Mat3& rotation, Vec3& force,
                        Vec3& torque) const;

private:
    std::vector<Vec3> points_;
};

}  // namespace limpet
