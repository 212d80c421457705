#include "compliance/group_problem.h"

#include <gtest/gtest.h>

#include "support/block_matrices.h"
#include "support/body_and_ball.h"
#include "support/dense_algebra.h"
#include "support/soft_bodies.h"

namespace limpet {
namespace {

constexpr double h = 0.01;
const Vec3 ball_spin(1, 2, 3);  ///< [rad/s]

std::unique_ptr<SoftBody> soft_block(ElasticModel model, Dynamics dynamics, bool embedded) {
    SoftBodyParts parts = soft_parts(grid_tets({0.2, 0.1, 0.1}, {4, 2, 2}, 0.2));
    if (embedded) {
        // A surface of its own, whose vertices hang inside of tetrahedra.
        parts.surface = boundary_surface(grid_tets({0.19, 0.09, 0.09}, {5, 3, 3}), nullptr);
        parts.embedding = BarycentricEmbedding(parts.mesh, parts.surface.vertices);
    }
    parts.material = {1000, 1e5, 0.35, {0.1, 0.002}};
    parts.model = model;
    parts.dynamics = dynamics;
    parts.fixed = {below_x(-0.09)};
    return std::make_unique<SoftBody>(std::move(parts));
}

/// J of the block by the definition: how contact velocities change with one node's velocity, through the
/// surface's own interpolation.
MatX dense_rows(const SoftBody& block, const BarycentricEmbedding& embedding,
                const std::vector<Contact>& contacts) {
    const auto& free = block.system().assembly.free_nodes();
    MatX J = MatX::Zero(3 * contacts.size(), 3 * free.size());
    std::vector<Vec3> v(block.positions().size(), Vec3::Zero()), at;
    for (std::size_t n = 0; n < free.size(); ++n)
        for (int k = 0; k < 3; ++k) {
            v[free[n]][k] = 1;
            embedding.interpolate(v, at);
            v[free[n]][k] = 0;
            for (std::size_t i = 0; i < contacts.size(); ++i) {
                Vec3 u = Vec3::Zero();
                for (int c = 0; c < 3; ++c)
                    u += contacts[i].first.weights[c] * at[contacts[i].first.vertices[c]];
                J.block<3, 1>(3 * i, 3 * n + k) = contacts[i].frame.transpose() * u;
            }
        }
    return J;
}

struct Case {
    ElasticModel model;
    Dynamics dynamics;
    bool embedded;
};

class Compliance : public testing::TestWithParam<Case> {};

TEST_P(Compliance, EqualsTheDenseOne) {
    const auto [model, dynamics, embedded] = GetParam();
    std::unique_ptr<SoftBody> block = soft_block(model, dynamics, embedded);
    BarycentricEmbedding embedding = BarycentricEmbedding::of_nodes({});
    {
        SoftBodyParts parts = soft_parts(grid_tets({0.2, 0.1, 0.1}, {4, 2, 2}, 0.2));
        embedding = embedded
                        ? BarycentricEmbedding(
                              parts.mesh,
                              boundary_surface(grid_tets({0.19, 0.09, 0.09}, {5, 3, 3}), nullptr).vertices)
                        : std::move(parts.embedding);
    }
    const SoftBody& soft = *block;
    BodyAndBall pair(std::move(block), 12, ball_spin);
    auto& [bodies, contacts, all] = pair;
    for (std::size_t i = 0; i < contacts.size(); ++i) contacts[i].gap = 0.08 * static_cast<double>(i) - 0.45;
    const MatX J = dense_rows(soft, embedding, contacts);
    const double scale = dynamics == Dynamics::Quasistatic ? h * h : 1;

    // A quasi-static body's present matrix is that of its equilibrium: without weight, of its rest.
    const Vec3 gravity(0, dynamics == Dynamics::Quasistatic ? 0 : -9.81, 0);
    for (const auto& body : bodies) body->free_motion({0, h, gravity});
    const GroupProblem problem = build_group(contacts, all, bodies, h);
    const GroupProblem normals = build_normals(contacts, all, bodies);
    for (int i = 0; i < problem.W.rows(); ++i)
        for (int j = 0; j < problem.W.rows(); ++j) {
            const auto blocks = [&](const BlockMatrix& W) { return W.block(W.pattern().find(i, j)); };
            EXPECT_NEAR(blocks(normals.W)[0], blocks(problem.W)[0], 1e-12 * std::abs(blocks(problem.W)[0]));
        }

    const auto& rigid = static_cast<const RigidBody&>(*bodies[1]);
    MatX expected = J * solve_dense(scale * dense(soft.system().linear.free), J.transpose());
    VecX u0 = VecX::Zero(expected.rows());
    VecX v(J.cols());
    for (std::size_t n = 0; n < soft.system().assembly.free_nodes().size(); ++n)
        v.segment<3>(3 * n) = soft.velocities()[soft.system().assembly.free_nodes()[n]];
    u0 = J * v;
    MatX J_ball(expected.rows(), 6);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const Vec3 r = contacts[i].second_offset;
        for (int k = 0; k < 6; ++k) {
            const Vec3 unit = Vec3::Unit(k % 3);
            J_ball.block<3, 1>(3 * i, k) = -contacts[i].frame.transpose() * (k < 3 ? unit : unit.cross(r));
        }
        u0[3 * i] += std::max(contacts[i].gap, 0.0) / h;
    }
    MatX mass = MatX::Zero(6, 6);
    mass.topLeftCorner(3, 3).diagonal().setConstant(rigid.mass());
    mass.bottomRightCorner(3, 3) = rigid.inertia();
    expected += J_ball * solve_dense(mass, J_ball.transpose());
    VecX motion(6);
    motion << rigid.mean_velocity(), rigid.angular_velocity();
    EXPECT_LT((dense(problem.W) - expected).norm(), 1e-10 * expected.norm());
    // Free motion's angular velocity is the mean one of a torque-free step, not quite that of its start.
    EXPECT_LT((problem.u0 - u0 - J_ball * motion).norm(), 1e-4 * u0.norm());
}

INSTANTIATE_TEST_SUITE_P(Bodies, Compliance,
                         testing::Values(Case{ElasticModel::Linear, Dynamics::Implicit, false},
                                         Case{ElasticModel::Corotational, Dynamics::Implicit, false},
                                         Case{ElasticModel::NeoHookean, Dynamics::Implicit, true},
                                         Case{ElasticModel::Corotational, Dynamics::Implicit, true},
                                         Case{ElasticModel::Linear, Dynamics::Quasistatic, false},
                                         Case{ElasticModel::Corotational, Dynamics::Quasistatic, true}));

/// What W promises is what the correction does: u after add_impulses() is W λ + u⁰.
TEST(Correction, MovesContactsAsWSays) {
    const BodyAndBall pair(soft_block(ElasticModel::Corotational, Dynamics::Implicit, true), 9, ball_spin);
    const auto& [bodies, contacts, all] = pair;
    VecX lambda = VecX::LinSpaced(27, -0.01, 0.03);
    // The second step has impulses that free motion carried, and an older factorisation.
    for (int step = 0; step < 3; ++step) {
        for (const auto& body : bodies) body->free_motion({step * h, h, Vec3(0, -9.81, 0)});
        const GroupProblem problem = build_group(contacts, all, bodies, h);
        for (const BodyRows& part : problem.bodies) part.body->add_impulses(part.rows, lambda);
        const VecX u = row_velocities(problem.bodies, 9);
        const VecX promised = dense(problem.W) * lambda + problem.u0;
        EXPECT_LT((u - promised).norm(), 1e-10 * promised.norm()) << step;
        for (const auto& body : bodies) body->advance(h);
        lambda *= -0.7;
    }
}

/// Contacts by the hundred are taken in parallel, with the same bytes.
TEST(Correction, VelocitiesOfManyContactsAreThoseOfTheirRows) {
    const int count = 333;
    const BodyAndBall pair(soft_block(ElasticModel::Corotational, Dynamics::Implicit, true), count,
                           ball_spin);
    const auto& [bodies, contacts, all] = pair;
    for (const auto& body : bodies) body->free_motion({0, h, Vec3(0, -9.81, 0)});
    std::vector<int> chosen;
    for (int i = 0; i < count; i += 1 + i % 2) chosen.push_back(i);
    const VecX u = row_velocities(contacts, chosen, bodies);
    const VecX expected =
        row_velocities(rows_on_bodies(contacts, chosen, bodies), static_cast<int>(chosen.size()));
    ASSERT_EQ(u.size(), expected.size());
    EXPECT_GT(expected.norm(), 0);
    EXPECT_EQ((u - expected).cwiseAbs().maxCoeff(), 0);
}

}  // namespace
}  // namespace limpet
