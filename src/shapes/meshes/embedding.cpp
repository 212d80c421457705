#include "shapes/meshes/embedding.h"

#include <Eigen/LU>

#include "core/parallel.h"
#include "limpet/error.h"
#include "shapes/distance/triangle_tree.h"

namespace limpet {
namespace {

constexpr int points_per_block = 2048;

/// Barycentric coordinates in one tetrahedron.
struct TetFrame {
    Mat3 inverse;  ///< of the matrix of edge vectors at corner 3
    bool valid;    ///< false for a tetrahedron without volume

    TetFrame(const TetMesh& mesh, const Tetrahedron& t) {
        Mat3 edges;
        for (int k = 0; k < 3; ++k) edges.col(k) = mesh.vertices[t[k]] - mesh.vertices[t[3]];
        double determinant = 0;
        edges.computeInverseAndDetWithCheck(inverse, determinant, valid, 0.0);
    }

    /// One step of iterative refinement makes Σ w_k X_k = x hold to rounding even in slivers.
    std::array<double, 4> weights(const TetMesh& mesh, const Tetrahedron& t, const Vec3& x) const {
        Vec3 w = inverse * (x - mesh.vertices[t[3]]);
        const auto rebuilt = [&] {
            return Vec3(w[0] * mesh.vertices[t[0]] + w[1] * mesh.vertices[t[1]] + w[2] * mesh.vertices[t[2]] +
                        (1 - w.sum()) * mesh.vertices[t[3]]);
        };
        w += inverse * (x - rebuilt());
        return {w[0], w[1], w[2], 1 - w.sum()};
    }
};

double squared_distance(const TetMesh& mesh, const Tetrahedron& t, const std::array<double, 4>& weights,
                        const Vec3& x) {
    double best = std::numeric_limits<double>::infinity();
    bool inside = true;
    for (int k = 0; k < 4; ++k) {
        if (weights[k] >= 0) continue;
        // The nearest point lies on a face that x is beyond.
        inside = false;
        const Vec3 on = closest_on_triangle(x, mesh.vertices[t[(k + 1) % 4]], mesh.vertices[t[(k + 2) % 4]],
                                            mesh.vertices[t[(k + 3) % 4]]);
        best = std::min(best, (on - x).squaredNorm());
    }
    return inside ? 0 : best;
}

}  // namespace

BarycentricEmbedding::BarycentricEmbedding(const TetMesh& mesh, const std::vector<Vec3>& points)
    : points_(points.size()) {
    if (points.empty()) return;
    std::vector<TetFrame> frames;
    std::vector<Box3> boxes;
    std::vector<int> tet_of;  // tetrahedra without volume cannot carry points
    for (std::size_t t = 0; t < mesh.tetrahedra.size(); ++t) {
        const TetFrame frame(mesh, mesh.tetrahedra[t]);
        if (!frame.valid) continue;
        Box3 box;
        for (const int v : mesh.tetrahedra[t]) box.extend(mesh.vertices[v]);
        frames.push_back(frame);
        boxes.push_back(box);
        tet_of.push_back(static_cast<int>(t));
    }
    if (boxes.empty())
        throw InputError("tetrahedra",
                         "a surface cannot hang on a mesh without any tetrahedron that has volume");
    const BoxTree tree(boxes);
    parallel_blocks(static_cast<int>(points.size()), points_per_block, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            double best = std::numeric_limits<double>::infinity();
            tree.search_nearest(points[i], best, [&](int item, double& best2) {
                const Tetrahedron& t = mesh.tetrahedra[tet_of[item]];
                const std::array<double, 4> weights = frames[item].weights(mesh, t, points[i]);
                const double distance2 = squared_distance(mesh, t, weights, points[i]);
                if (distance2 >= best2) return;
                best2 = distance2;
                points_[i] = {t, weights};
            });
        }
    });
}

BarycentricEmbedding BarycentricEmbedding::of_nodes(const std::vector<int>& node_of) {
    BarycentricEmbedding embedding;
    embedding.points_.reserve(node_of.size());
    for (const int n : node_of) embedding.points_.push_back({{n, n, n, n}, {1, 0, 0, 0}});
    return embedding;
}

void BarycentricEmbedding::interpolate(const std::vector<Vec3>& nodes, std::vector<Vec3>& points) const {
    points.resize(points_.size());
    parallel_blocks(static_cast<int>(points_.size()), points_per_block, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const auto& [n, w] = points_[i];
            points[i] = w[0] * nodes[n[0]] + w[1] * nodes[n[1]] + w[2] * nodes[n[2]] + w[3] * nodes[n[3]];
        }
    });
}

void BarycentricEmbedding::add_transposed(const std::vector<Vec3>& point_forces,
                                          std::vector<Vec3>& node_forces) const {
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const auto& [n, w] = points_[i];
        for (int k = 0; k < 4; ++k) node_forces[n[k]] += w[k] * point_forces[i];
    }
}

void RigidEmbedding::positions(const Vec3& center, const Mat3& rotation, std::vector<Vec3>& points) const {
    points.resize(points_.size());
    parallel_blocks(static_cast<int>(points_.size()), points_per_block, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) points[i] = center + rotation * points_[i];
    });
}

void RigidEmbedding::velocities(const Vec3& velocity, const Vec3& angular_velocity, const Mat3& rotation,
                                std::vector<Vec3>& point_velocities) const {
    point_velocities.resize(points_.size());
    parallel_blocks(static_cast<int>(points_.size()), points_per_block, [&](int begin, int end) {
        for (int i = begin; i < end; ++i)
            point_velocities[i] = velocity + angular_velocity.cross(rotation * points_[i]);
    });
}

void RigidEmbedding::add_transposed(const std::vector<Vec3>& point_forces, const Mat3& rotation, Vec3& force,
                                    Vec3& torque) const {
    for (std::size_t i = 0; i < points_.size(); ++i) {
        force += point_forces[i];
        torque += (rotation * points_[i]).cross(point_forces[i]);
    }
}

}  // namespace limpet
