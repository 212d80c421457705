#include "bodies/soft/soft_body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cstring>

#include "limpet/error.h"
#include "limpet/world.h"
#include "support/soft_bodies.h"

namespace limpet {
namespace {

using testing::HasSubstr;

const Vec3 gravity(0, -9.81, 0);

SoftBodyParts block_of_bricks(std::array<int, 3> bricks = {4, 2, 2}) {
    return soft_parts(grid_tets({0.2, 0.1, 0.1}, bricks, 0.2));
}

SoftBodyParts clamped_block(std::array<int, 3> bricks = {4, 2, 2}) {
    SoftBodyParts parts = block_of_bricks(bricks);
    parts.fixed.push_back(below_x(-0.0999));
    return parts;
}

/// "field: message" of the complaint that making a body raises.
std::string complaint_about(SoftBodyParts parts) {
    try {
        SoftBody body(std::move(parts));
    } catch (const InputError& error) {
        return error.what();
    }
    return "none";
}

double largest_difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    return (flat(a) - flat(b)).cwiseAbs().maxCoeff();
}

TEST(SoftBody, FallsFreelyAsAWhole) {
    for (const ElasticModel model : elastic_models) {
        SoftBodyParts parts = block_of_bricks();
        parts.model = model;
        parts.velocity = Vec3(1, 2, 3);
        SoftBody body(parts);
        const Vec3 start = body.center_of_mass();
        const double h = 0.004;
        run(body, 50, h, gravity);
        for (const Vec3& v : body.velocities())
            EXPECT_LT((v - Vec3(1, 2, 3) - 50 * h * gravity).norm(), 1e-11);
        // Implicit Euler: x = x₀ + n h v₀ + n(n+1)/2 h² g
        const Vec3 expected = start + 50 * h * Vec3(1, 2, 3) + 50 * 51 / 2.0 * h * h * gravity;
        EXPECT_LT((body.center_of_mass() - expected).norm(), 1e-11);
        EXPECT_NEAR(body.energies(gravity).elastic, 0, 1e-10);
    }
}

TEST(SoftBody, HasThePropertiesOfItsMesh) {
    SoftBodyParts parts = block_of_bricks();
    parts.material.density = 500;
    parts.position = Vec3(1, 2, 3);
    parts.rotation = Eigen::AngleAxisd(0.5, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    const SoftBody body(parts);
    EXPECT_NEAR(body.mass(), 1.0, 1e-12);
    EXPECT_NEAR(body.volume(), 0.002, 1e-15);
    EXPECT_LT((body.rotation() - parts.rotation).norm(), 1e-12);
    EXPECT_NEAR(body.energies(gravity).elastic, 0, 1e-12);
    EXPECT_NEAR(body.energies(gravity).potential, 9.81 * body.center_of_mass().y(), 1e-10);
    EXPECT_EQ(body.tetrahedra(), 96);
    const int corner = body.nearest_point(Vec3(0.11, 0.06, 0.051));
    EXPECT_LT(
        (body.point_position(corner) - (parts.rotation * Vec3(0.1, 0.05, 0.05) + parts.position)).norm(),
        1e-14);
}

TEST(SoftBody, SpinsAboutItsCentreOfMass) {
    SoftBodyParts parts = block_of_bricks();
    parts.velocity = Vec3(0, 0, 2);
    parts.angular_velocity = Vec3(0, 3, 0);
    const SoftBody body(parts);
    EXPECT_LT((body.mean_velocity() - Vec3(0, 0, 2)).norm(), 1e-13);
    const int tip = body.nearest_point(Vec3(0.1, 0, 0));
    const Vec3 arm = body.point_position(tip) - body.center_of_mass();
    EXPECT_LT((body.point_velocity(tip) - Vec3(0, 0, 2) - Vec3(0, 3, 0).cross(arm)).norm(), 1e-13);
}

TEST(SoftBody, SurfaceFollowsTheNodes) {
    SoftBody body(clamped_block());
    run(body, 5, 0.005, gravity);
    std::vector<int> node_of;
    boundary_surface(grid_tets({0.2, 0.1, 0.1}, {4, 2, 2}, 0.2), &node_of);
    ASSERT_EQ(node_of.size(), body.surface().positions.size());
    for (std::size_t i = 0; i < node_of.size(); ++i) {
        EXPECT_LT((body.surface().positions[i] - body.positions()[node_of[i]]).norm(), 1e-15);
        EXPECT_LT((body.surface().velocities[i] - body.velocities()[node_of[i]]).norm(), 1e-15);
    }
}

TEST(SoftBody, SameBytesForAnyNumberOfThreads) {
    for (const LinearSolver solver : {LinearSolver::ConjugateGradient, LinearSolver::Cholesky}) {
        std::vector<double> states[3];
        for (int i = 0; i < 3; ++i) {
            set_threads(1 << i);
            SoftBodyParts parts = clamped_block({16, 5, 5});
            parts.linear_solver = solver;
            parts.material.damping = {0.1, 0.001};
            SoftBody body(parts);
            run(body, 20, 0.005, gravity);
            states[i] = body.state();
        }
        set_threads(0);
        for (int i = 1; i < 3; ++i)
            EXPECT_EQ(std::memcmp(states[0].data(), states[i].data(), 8 * states[0].size()), 0);
    }
}

TEST(SoftBody, ContinuesFromAStateWithTheSameBytes) {
    for (const ElasticModel model : elastic_models) {
        SoftBodyParts parts = clamped_block();
        parts.model = model;
        SoftBody body(parts), other(parts);
        const double time = run(body, 7, 0.005, gravity);
        run(other, 3, 0.005, -gravity);
        ASSERT_TRUE(other.set_state(body.state()));
        EXPECT_EQ(other.surface().positions[5], body.surface().positions[5]);
        run(body, 5, 0.005, gravity, time);
        run(other, 5, 0.005, gravity, time);
        EXPECT_EQ(body.state(), other.state());
        EXPECT_FALSE(other.set_state(std::vector<double>(7, 0.0)));
    }
}

TEST(SoftBody, SolversAgree) {
    SoftBodyParts parts = clamped_block();
    parts.linear_solver = LinearSolver::ConjugateGradient;
    SoftBody cg(parts);
    parts.linear_solver = LinearSolver::Cholesky;
    SoftBody cholesky(parts);
    run(cg, 20, 0.005, gravity);
    run(cholesky, 20, 0.005, gravity);
    EXPECT_LT(largest_difference(cg.positions(), cholesky.positions()), 1e-7);
    EXPECT_GT(cg.system().linear.iterations(), 5);
    EXPECT_EQ(cg.system().linear.fallbacks(), 0);
}

TEST(SoftBody, LinearAndCorotationalAgreeForSmallDisplacements) {
    const auto tip = [](ElasticModel model) {
        SoftBodyParts parts = clamped_block();
        parts.model = model;
        parts.material.young = 1e9;
        parts.linear_solver = LinearSolver::Cholesky;
        SoftBody body(parts);
        const int node = body.nearest_point(Vec3(0.1, 0.05, 0.05));
        const Vec3 before = body.point_position(node);
        run(body, 20, 0.001, gravity);
        return Vec3(body.point_position(node) - before);
    };
    const Vec3 linear = tip(ElasticModel::Linear);
    EXPECT_GT(linear.norm(), 1e-7);
    for (const ElasticModel model : elastic_models)
        EXPECT_LT((tip(model) - linear).norm(), 1e-4 * linear.norm());
}

TEST(SoftBody, NewtonSolvesTheFullEquation) {
    for (const ElasticModel model :
         {ElasticModel::Corotational, ElasticModel::StVenantKirchhoff, ElasticModel::NeoHookean})
        for (const double beta : {0.0, 0.01}) {
            SoftBodyParts parts = clamped_block();
            parts.model = model;
            parts.material.young = 2e4;
            parts.material.damping = {0.5, beta};
            parts.newton_iterations = 30;
            SoftBody body(parts);
            const double h = 0.02;
            run(body, 4, h, gravity);
            const std::vector<Vec3> q0 = body.positions(), v0 = body.velocities();
            // K(q₀) v⁺ of the damping, by the elements alone
            Elements elements = body.elements();
            elements.evaluate(q0, Stiffness::Projected);
            run(body, 1, h, gravity);
            std::vector<Vec3> damping(q0.size(), Vec3::Zero()), f;
            for (int e = 0; e < elements.count(); ++e)
                for (int a = 0; a < 4; ++a)
                    for (int b = 0; b < 4; ++b) {
                        const auto& t = elements.tetrahedra()[e];
                        damping[t[a]] += elements.stiffness(e, a, b) * body.velocities()[t[b]];
                    }
            elements.evaluate(body.positions(), Stiffness::None);
            body.system().assembly.gather_forces(elements, f);
            double worst = 0, size = 0;
            for (const int i : body.system().assembly.free_nodes()) {
                const double m = body.system().mass[i];
                const Vec3 v = body.velocities()[i];
                const Vec3 force = f[i] + m * gravity - 0.5 * m * v - beta * damping[i];
                worst = std::max(worst, (m * (v - v0[i]) - h * force).norm());
                size = std::max(size, (m * (v - v0[i])).norm());
            }
            EXPECT_LT(worst, 1e-5 * size) << static_cast<int>(model) << ' ' << beta;
        }
}

TEST(SoftBody, MatrixIsSymmetricPositiveDefinite) {
    for (const ElasticModel model : elastic_models) {
        SoftBodyParts parts = clamped_block();
        parts.model = model;
        parts.material.young = 3e3;  // soft, so that it is far from rest
        SoftBody body(parts);
        run(body, 30, 0.01, 3 * gravity);
        const BlockMatrix& a = body.system().linear.free;
        VecX x(3 * a.rows()), y(x.size()), ax(x.size()), ay(x.size());
        for (int i = 0; i < x.size(); ++i) {
            x[i] = std::sin(3.0 * i);
            y[i] = std::cos(5.0 * i + 1);
        }
        a.multiply(x.data(), ax.data());
        a.multiply(y.data(), ay.data());
        EXPECT_NEAR(x.dot(ay), y.dot(ax), 1e-12 * ax.norm() * y.norm());
        SparseCholesky cholesky;
        EXPECT_TRUE(cholesky.factorise(a));
    }
}

TEST(SoftBody, HeldNodesLandOnTheirKeyframes) {
    for (const Dynamics dynamics : {Dynamics::Implicit, Dynamics::Quasistatic})
        for (const ElasticModel model : elastic_models) {
            SoftBodyParts parts = clamped_block();
            parts.model = model;
            parts.dynamics = dynamics;
            parts.position = Vec3(1, 0, 0);
            parts.rotation = Eigen::AngleAxisd(0.3, Vec3::UnitY()).toRotationMatrix();
            parts.motion.push_back(
                {above_x(0.0999), {{0, {0, 0, 0}, {}}, {1, {0.02, 0.01, 0}, {{1, 0, 0}, 30}}}});
            SoftBody body(parts);
            const int node = body.nearest_point(Vec3(0.1, 0.05, 0.05)),
                      fixed = body.nearest_point(Vec3(-0.1, 0, 0));
            const Vec3 start = body.point_position(fixed);
            run(body, 20, 0.025, Vec3::Zero());
            const Mat3 half = Eigen::AngleAxisd(std::numbers::pi / 12, Vec3::UnitX()).toRotationMatrix();
            const Vec3 expected = half * parts.rotation * Vec3(0.1, 0.05, 0.05) + Vec3(1.01, 0.005, 0);
            EXPECT_LT((body.point_position(node) - expected).norm(), 1e-14);
            EXPECT_LT((body.point_position(fixed) - start).norm(), 1e-14);
        }
}

TEST(SoftBody, QuasistaticForcesBalance) {
    for (const ElasticModel model : elastic_models) {
        SoftBodyParts parts = clamped_block();
        parts.model = model;
        parts.dynamics = Dynamics::Quasistatic;
        parts.material.young = 3e4;
        SoftBody body(parts);
        run(body, 1, 0.005, gravity);
        Elements elements = body.elements();
        elements.evaluate(body.positions(), Stiffness::None);
        std::vector<Vec3> f;
        body.system().assembly.gather_forces(elements, f);
        Vec3 reaction = Vec3::Zero();
        for (const int i : body.system().assembly.held_nodes())
            reaction += f[i] + body.system().mass[i] * gravity;
        for (const int i : body.system().assembly.free_nodes())
            EXPECT_LT((f[i] + body.system().mass[i] * gravity).norm(), 1e-7 * body.mass() * 9.81);
        EXPECT_LT((reaction - body.mass() * gravity).norm(), 1e-6 * body.mass() * 9.81);
        // The same load again: nothing moves.
        const std::vector<Vec3> q = body.positions();
        run(body, 1, 0.005, gravity);
        EXPECT_LT(largest_difference(q, body.positions()), 1e-9);
    }
}

TEST(SoftBody, RecoversFromInversion) {
    for (const ElasticModel model : {ElasticModel::Corotational, ElasticModel::NeoHookean}) {
        SoftBodyParts parts = block_of_bricks();
        parts.model = model;
        parts.material.damping.stiffness = 0.02;
        SoftBody body(parts);
        std::vector<double> state = body.state();
        // Squashed flat and through itself along y.
        for (std::size_t i = 0; i < body.positions().size(); ++i) state[3 * i + 1] *= -0.2;
        ASSERT_TRUE(body.set_state(state));
        run(body, 400, 0.005, Vec3::Zero());
        EXPECT_NEAR(body.volume(), 0.002, 1e-5) << static_cast<int>(model);
        EXPECT_LT(body.energies(Vec3::Zero()).elastic, 1e-4) << static_cast<int>(model);
    }
}

TEST(SoftBody, FrameShowsNodesAndStress) {
    SoftBody body(clamped_block());
    run(body, 10, 0.005, gravity);
    BodyFrame frame;
    body.add_to_frame(frame);
    ASSERT_EQ(frame.nodes.size(), body.positions().size());
    EXPECT_EQ(frame.tetrahedra.size(), 96u);
    EXPECT_EQ(frame.von_mises.size(), 96u);
    const int tip = body.nearest_point(Vec3(0.1, 0, 0));
    EXPECT_LT(frame.displacements[tip][1], 0);
    EXPECT_GT(*std::max_element(frame.von_mises.begin(), frame.von_mises.end()), 100);
}

TEST(SoftBody, SaysWhatIsWrongWithItsParts) {
    const auto with = [](auto&& change) {
        SoftBodyParts parts = block_of_bricks();
        change(parts);
        return complaint_about(std::move(parts));
    };
    EXPECT_THAT(
        with([](auto& p) {
            p.fixed = {below_x(-0.05), below_x(-5)};
        }),
        HasSubstr("fixed[1]: no node of the body is in it; in their own frame, nodes are from [-0.1,"));
    EXPECT_THAT(with([](auto& p) {
                    p.motion = {{SphereSelection{{5, 5, 5}, 1}, {}}};
                }),
                HasSubstr("motion[0].nodes: no node"));
    EXPECT_THAT(with([](auto& p) { p.motion = {{std::nullopt, {}}}; }), HasSubstr("motion[0]: "));
    EXPECT_THAT(with([](auto& p) {
                    p.fixed = {below_x(0)};
                    p.motion = {{above_x(-0.01), {}}};
                }),
                HasSubstr("motion[0].nodes: the node at"));
    EXPECT_THAT(with([](auto& p) {
                    p.motion = {{above_x(0.09), {}}, {above_x(0.01), {}}};
                }),
                HasSubstr("is in motion[0].nodes too"));
    EXPECT_THAT(with([](auto& p) { p.dynamics = Dynamics::Quasistatic; }),
                HasSubstr("dynamics: a quasistatic body must not be able to move as a whole"));
    EXPECT_THAT(with([](auto& p) {
                    p.dynamics = Dynamics::Quasistatic;
                    p.fixed = {BoxSelection{{-1, 0.049, 0.049}, {1, 1, 1}}};  // an edge: it could still turn
                }),
                HasSubstr("dynamics: "));
    EXPECT_THAT(with([](auto& p) { p.material.poisson = 0.5; }), HasSubstr("material.poisson: is 0.5"));
    EXPECT_THAT(with([](auto& p) { p.material.young = -1; }), HasSubstr("material.young"));
    EXPECT_THAT(with([](auto& p) { p.newton_iterations = 0; }), HasSubstr("newton_iterations"));
    EXPECT_THAT(with([](auto& p) { p.mesh.tetrahedra.clear(); }), HasSubstr("tetrahedra"));
    EXPECT_THAT(with([](auto& p) { p.mesh.vertices.push_back(Vec3(9, 9, 9)); }), HasSubstr("belongs to no"));
    EXPECT_EQ(with([](auto&) {}), "none");
}

TEST(SoftBody, NamesEveryWrongSelection) {
    SoftBodyParts parts = block_of_bricks();
    parts.fixed = {below_x(-5), below_x(-0.05), SphereSelection{{5, 5, 5}, 1}};
    parts.motion = {{above_x(5), {}}, {std::nullopt, {}}, {above_x(-0.1), {}}};
    std::vector<std::string> fields;
    try {
        SoftBody body(std::move(parts));
    } catch (const InputError& error) {
        for (const Complaint& complaint : error.complaints()) fields.push_back(complaint.field);
    }
    EXPECT_THAT(fields, testing::ElementsAre("fixed[0]", "fixed[2]", "motion[0].nodes", "motion[1]",
                                             "motion[2].nodes"));
}

TEST(SoftBody, NamesItselfWhenItBreaksDown) {
    SoftBodyParts parts = block_of_bricks();
    parts.velocity = Vec3(1e160, 0, 0);
    parts.angular_velocity = Vec3(0, 1e160, 0);
    SoftBody body(parts);
    try {
        run(body, 5, 1e150, gravity);
        FAIL() << "nothing was thrown";
    } catch (const BreakdownError& error) {
        EXPECT_THAT(error.what(), HasSubstr("soft body 'block'"));
    }
}

}  // namespace
}  // namespace limpet
