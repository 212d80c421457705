#include "shapes/meshes/embedding.h"

#include "limpet/error.h"
#include "reference/tet_mesh_checks.h"
#include "shapes/tetrahedra/box_tetrahedra.h"
#include "shapes/tetrahedra/isosurface_stuffing.h"

namespace limpet {
namespace {

using namespace testing_support;

Vec3 rebuilt(const TetMesh& mesh, const TetPoint& point) {
    Vec3 x = Vec3::Zero();
    for (int k = 0; k < 4; ++k) x += point.weights[k] * mesh.vertices[point.nodes[k]];
    return x;
}

double dot(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
    return sum;
}

const Box3 unit(Vec3::Constant(-0.5), Vec3::Constant(0.5));

TEST(BarycentricEmbedding, ReproducesPointsInsideAndOutside) {
    const TetMesh mesh = box_tetrahedra(Vec3(1, 1, 1), 0.2);
    const std::vector<Vec3> points = random_points(unit, 3000);
    const BarycentricEmbedding embedding(mesh, points);
    std::vector<Vec3> found;
    embedding.interpolate(mesh.vertices, found);
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_LT((found[i] - points[i]).norm(), 1e-14);
        double sum = 0, least = 1;
        for (const double w : embedding.point(i).weights) {
            sum += w;
            least = std::min(least, w);
        }
        EXPECT_NEAR(sum, 1, 1e-15);
        EXPECT_TRUE(!unit.contains(points[i]) || least >= -1e-12);
    }
}

TEST(BarycentricEmbedding, PointsOnVerticesEdgesAndFaces) {
    const TetMesh mesh = box_tetrahedra(Vec3(1, 1, 1), 0.5);
    std::vector<Vec3> points = mesh.vertices;
    for (const Tetrahedron& t : mesh.tetrahedra) {
        points.push_back((mesh.vertices[t[0]] + mesh.vertices[t[1]]) / 2);
        points.push_back((mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]]) / 3);
    }
    const BarycentricEmbedding embedding(mesh, points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_LT((rebuilt(mesh, embedding.point(i)) - points[i]).norm(), 1e-15);
        for (const double w : embedding.point(i).weights) EXPECT_GE(w, -1e-12);
    }
}

TEST(BarycentricEmbedding, CarriesLinearFieldsExactly) {
    const TetMesh mesh = stuff(ball(Vec3::Zero(), 1), 0.3);
    const std::vector<Vec3> points = sphere_surface(1, 12).vertices;
    const BarycentricEmbedding embedding(mesh, points);
    Mat3 matrix;
    matrix << 1, 2, 3, -1, 0.5, 0, 2, 2, -3;
    const Vec3 shift(0.1, -7, 3);
    std::vector<Vec3> nodes, found;
    for (const Vec3& x : mesh.vertices) nodes.push_back(matrix * x + shift);
    embedding.interpolate(nodes, found);
    for (std::size_t i = 0; i < points.size(); ++i)
        EXPECT_LT((found[i] - (matrix * points[i] + shift)).norm(), 1e-12);
}

TEST(BarycentricEmbedding, TransposeIsExact) {
    const TetMesh mesh = stuff(ball(Vec3::Zero(), 1), 0.3);
    const std::vector<Vec3> points = random_points(Box3(Vec3::Constant(-1), Vec3::Constant(1)), 500);
    const BarycentricEmbedding embedding(mesh, points);
    const std::vector<Vec3> v = random_points(unit, static_cast<int>(mesh.vertices.size()), 2),
                            f = random_points(unit, static_cast<int>(points.size()), 3);
    std::vector<Vec3> jv, jtf(mesh.vertices.size(), Vec3::Zero());
    embedding.interpolate(v, jv);
    embedding.add_transposed(f, jtf);
    double scale = 0;
    for (std::size_t i = 0; i < f.size(); ++i) scale += jv[i].norm() * f[i].norm();
    EXPECT_NEAR(dot(jv, f), dot(v, jtf), 1e-13 * scale);
    // Partition of unity: the total force arrives.
    Vec3 in = Vec3::Zero(), out = Vec3::Zero();
    for (const Vec3& x : f) in += x;
    for (const Vec3& x : jtf) out += x;
    EXPECT_LT((in - out).norm(), 1e-11);
}

TEST(BarycentricEmbedding, OfNodes) {
    const BarycentricEmbedding embedding = BarycentricEmbedding::of_nodes({4, 0, 2});
    const std::vector<Vec3> nodes = random_points(unit, 5);
    std::vector<Vec3> points, forces(5, Vec3::Zero());
    embedding.interpolate(nodes, points);
    EXPECT_EQ(points, (std::vector<Vec3>{nodes[4], nodes[0], nodes[2]}));
    embedding.add_transposed(points, forces);
    EXPECT_EQ(forces, (std::vector<Vec3>{nodes[0], Vec3::Zero(), nodes[2], Vec3::Zero(), nodes[4]}));
    EXPECT_EQ(embedding.point(1).nodes, (Tetrahedron{0, 0, 0, 0}));
}

TEST(BarycentricEmbedding, TetrahedraWithoutVolumeCarryNothing) {
    TetMesh mesh;
    mesh.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 1, 0)};
    mesh.tetrahedra = {{0, 1, 2, 4}, {0, 1, 2, 3}};
    const BarycentricEmbedding embedding(mesh, {Vec3(0.9, 0.9, 0)});
    EXPECT_EQ(embedding.point(0).nodes, mesh.tetrahedra[1]);
    mesh.tetrahedra.pop_back();
    EXPECT_THROW(BarycentricEmbedding(mesh, {Vec3(0, 0, 0)}), InputError);
    EXPECT_EQ(BarycentricEmbedding(mesh, {}).size(), 0u);
}

TEST(RigidEmbedding, MovesAndTransposes) {
    const std::vector<Vec3> rest = random_points(unit, 50), f = random_points(unit, 50, 2);
    const RigidEmbedding embedding(rest);
    const Mat3 rotation = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    const Vec3 center(1, 2, 3), velocity(0.1, -0.2, 0.3), spin(2, -1, 0.5);
    std::vector<Vec3> now, later, moving;
    embedding.positions(center, rotation, now);
    EXPECT_LT((now[7] - (center + rotation * rest[7])).norm(), 1e-15);
    embedding.velocities(velocity, spin, rotation, moving);
    // Velocities are the rate of the positions.
    const double h = 1e-6;
    const Mat3 turned_further =
        Eigen::AngleAxisd(h * spin.norm(), spin.normalized()).toRotationMatrix() * rotation;
    embedding.positions(center + h * velocity, turned_further, later);
    for (std::size_t i = 0; i < rest.size(); ++i)
        EXPECT_LT(((later[i] - now[i]) / h - moving[i]).norm(), 1e-5);
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    embedding.add_transposed(f, rotation, force, torque);
    EXPECT_NEAR(dot(moving, f), velocity.dot(force) + spin.dot(torque), 1e-13 * 50);
}

}  // namespace
}  // namespace limpet
