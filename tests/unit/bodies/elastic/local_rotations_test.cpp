// How neighbourhoods of nodes turn, and what a preconditioner gains by turning with them.

#include "bodies/elastic/local_rotations.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

#include "bodies/elastic/elastic_compliance.h"
#include "bodies/elastic/implicit_euler.h"
#include "bodies/soft/elements.h"
#include "support/grid_tets.h"

namespace limpet {
namespace {

constexpr double rotated_length = 0.4, rotation_step = 0.005;

/// A bar whose far end is turned by an angle, bent to an arc.
std::vector<Vec3> bent(const std::vector<Vec3>& rest, double angle) {
    std::vector<Vec3> q;
    const double radius = rotated_length / angle;
    for (const Vec3& x : rest) {
        const double along = angle * (x.x() / rotated_length + 0.5);
        q.emplace_back((radius - x.y()) * std::sin(along), radius - (radius - x.y()) * std::cos(along),
                       x.z());
    }
    return q;
}

class LocalRotations : public testing::Test {
protected:
    LocalRotations() : mesh_(grid_tets({rotated_length, 0.04, 0.04}, {40, 4, 4}, 0.2)) {
        system_.name = "a bar";
        system_.elements = std::make_unique<Elements>(mesh_.vertices, mesh_.tetrahedra,
                                                      LameParameters{1e4, 4e4}, ElasticModel::Corotational);
        const int nodes = static_cast<int>(mesh_.vertices.size());
        system_.assembly = Assembly(*system_.elements, nodes, std::vector<char>(nodes, 0));
        system_.mass.assign(nodes, 0.6 / nodes);
        system_.damping.stiffness = 0.01;
        system_.linear = LinearSystem(system_.assembly, LinearSolver::ConjugateGradient);
    }

    TetMesh mesh_;
    ElasticSystem system_;
};

TEST_F(LocalRotations, AreThatOfABodyThatTurnsAsAWhole) {
    const Mat3 turn = Eigen::AngleAxisd(2.5, Vec3(1, 2, -1).normalized()).toRotationMatrix();
    std::vector<Vec3> now;
    for (const Vec3& x : mesh_.vertices) now.push_back(1.1 * (turn * x) + Vec3(3, -1, 2));
    for (const Mat3& r : local_rotations(*system_.elements, mesh_.vertices, now))
        EXPECT_LT((r - turn).norm(), 1e-12);
}

TEST_F(LocalRotations, FollowABend) {
    const double angle = std::numbers::pi / 2;
    const std::vector<Mat3> turns =
        local_rotations(*system_.elements, mesh_.vertices, bent(mesh_.vertices, angle));
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const double along = angle * (mesh_.vertices[i].x() / rotated_length + 0.5);
        const Mat3 expected = Eigen::AngleAxisd(along, Vec3::UnitZ()).toRotationMatrix();
        // An element is 2 degrees long, and neighbourhoods at the ends reach to one side.
        EXPECT_LT((turns[i] - expected).norm(), 0.06) << i;
    }
}

TEST_F(LocalRotations, OfANodeWithoutNeighbourAreRotations) {
    const std::vector<Vec3> nowhere(mesh_.vertices.size(), Vec3::Zero());
    for (const Mat3& r : local_rotations(*system_.elements, mesh_.vertices, nowhere))
        EXPECT_LT((r * r.transpose() - Mat3::Identity()).norm(), 1e-12);
}

// The factorisation of the straight bar preconditions the bent one; turned as a whole it would take more
// iterations than are tried.
TEST_F(LocalRotations, KeepAnOlderFactorisationUsefulForABentBody) {
    ElasticCompliance compliance;
    compliance.prepare(system_, mesh_.vertices, rotation_step, false);
    const std::vector<Vec3> q = bent(mesh_.vertices, std::numbers::pi / 2);
    ASSERT_TRUE(compliance.follow(system_, q, rotation_step));
    ASSERT_FALSE(compliance.has_same_shape());
    const NodalState state{q, std::vector<Vec3>(q.size(), Vec3::Zero())};
    StepInput input{rotation_step, Vec3(0, -9.81, 0), {}};
    const VecX without = flat(implicit_euler(system_, state, input, 1));
    const int plain = system_.linear.iterations();
    input.near_inverse = [&](const VecX& r, VecX& z) { compliance.solve_roughly(r, z); };
    const VecX with = flat(implicit_euler(system_, state, input, 1));
    EXPECT_LT((with - without).norm(), 1e-5 * without.norm());
    EXPECT_LT(system_.linear.iterations(), 14);
    EXPECT_LT(system_.linear.iterations(), plain / 5);
}

}  // namespace
}  // namespace limpet
