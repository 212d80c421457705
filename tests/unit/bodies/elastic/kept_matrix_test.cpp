// Steps with the matrix of a shape that the body had before, against steps with that of its present shape.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "bodies/elastic/elastic_compliance.h"
#include "bodies/elastic/implicit_euler.h"
#include "bodies/elastic/shape_change.h"
#include "bodies/soft/elements.h"
#include "support/grid_tets.h"
#include "support/soft_bodies.h"

namespace limpet {
namespace {

constexpr double kept_matrix_step = 0.01;

/// A block that swings: it is bent, pulled by gravity and held at one end, or free.
struct Block {
    explicit Block(bool is_held) {
        const TetMesh mesh = grid_tets({0.2, 0.05, 0.05}, {12, 3, 3}, 0.2);
        rest = mesh.vertices;
        system.name = "a block";
        system.elements = std::make_unique<Elements>(rest, mesh.tetrahedra, LameParameters{4e4, 9e4},
                                                     ElasticModel::Corotational);
        const int nodes = static_cast<int>(rest.size());
        std::vector<char> held(nodes, 0);
        for (int i = 0; i < nodes; ++i) held[i] = is_held && rest[i].x() < -0.099;
        system.assembly = Assembly(*system.elements, nodes, held);
        system.mass.assign(nodes, 0.5 / nodes);
        system.damping.stiffness = 0.01;
        system.linear = LinearSystem(system.assembly, LinearSolver::Cholesky);
        state.q = rest;
        state.v.assign(nodes, Vec3::Zero());
        for (int i = 0; i < nodes; ++i)
            if (!held[i]) state.v[i] = Vec3(0.1, 0.3 * rest[i].x(), -0.2);
    }

    StepInput input() const {
        return {kept_matrix_step, Vec3(0, -9.81, 0),
                std::vector<Vec3>(system.assembly.held_nodes().size(), Vec3(0.01, 0.02, 0.03))};
    }
    void bend(double by) {
        for (std::size_t i = 0; i < rest.size(); ++i)
            state.q[i].y() += by * (rest[i].x() + 0.1) * (rest[i].x() + 0.1);
    }
    void turn(const Mat3& rotation) {
        for (Vec3& x : state.q) x = rotation * x;
    }
    VecX stepped() { return flat(implicit_euler(system, state, input(), 1)); }
    VecX stepped_with(const ElasticCompliance& kept) {
        StepInput with = input();
        with.kept_solve = [&](const std::vector<Vec3>& held, VecX& x) { kept.solve_step(held, x); };
        return flat(implicit_euler(system, state, with, 1));
    }

    std::vector<Vec3> rest;
    ElasticSystem system;
    NodalState state;
};

/// A bent block's step with the matrix from before it was turned.
void expect_same_step_after(const Mat3& turn, double tolerance) {
    for (const bool held : {true, false}) {
        Block block(held);
        block.bend(1);
        ElasticCompliance compliance;
        compliance.prepare(block.system, block.state.q, kept_matrix_step, false);
        block.turn(turn);
        ASSERT_TRUE(compliance.follow(block.system, block.state.q, kept_matrix_step));
        EXPECT_TRUE(compliance.has_same_shape());
        const VecX fresh = block.stepped();
        EXPECT_LT((block.stepped_with(compliance) - fresh).norm(), tolerance * fresh.norm()) << held;
    }
}

TEST(KeptMatrix, OfTheSameShapeGivesTheSameStep) {
    expect_same_step_after(Mat3::Identity(), 1e-10);
}

TEST(KeptMatrix, TurnsWithTheBody) {
    expect_same_step_after(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix(), 1e-9);
}

/// The step differs by about as much of itself as elements have changed.
TEST(KeptMatrix, IsTakenOnlyWhileElementsHaveTheSameShape) {
    for (const double by : {0.0, 0.005, 0.02, 0.1, 0.5, 2.0}) {
        Block block(true);
        ElasticCompliance compliance;
        compliance.prepare(block.system, block.state.q, kept_matrix_step, false);
        block.bend(by);
        const bool is_near = compliance.follow(block.system, block.state.q, kept_matrix_step);
        const double change =
            largest_edge_change(*block.system.elements, block.rest, block.state.q, compliance.warp());
        EXPECT_EQ(compliance.has_same_shape(), change <= 0.02) << by;
        if (!is_near || !compliance.has_same_shape()) continue;
        const VecX fresh = block.stepped();
        EXPECT_LT((block.stepped_with(compliance) - fresh).norm(), (change + 1e-10) * fresh.norm()) << by;
    }
}

TEST(KeptMatrix, KeepsTheMomentumOfAFreeBody) {
    Block block(false);
    ElasticCompliance compliance;
    compliance.prepare(block.system, block.state.q, kept_matrix_step, false);
    block.bend(0.05);
    ASSERT_TRUE(compliance.follow(block.system, block.state.q, kept_matrix_step));
    const VecX v = block.stepped_with(compliance);
    Vec3 before = Vec3::Zero(), after = Vec3::Zero();
    for (std::size_t i = 0; i < block.rest.size(); ++i) {
        before += block.system.mass[i] * (block.state.v[i] + kept_matrix_step * Vec3(0, -9.81, 0));
        after += block.system.mass[i] * v.segment<3>(3 * static_cast<Eigen::Index>(i));
    }
    EXPECT_LT((after - before).norm(), 1e-14);
}

TEST(KeptMatrix, IsMadeAnewOnceAShapeHasSettled) {
    Block block(true);
    ElasticCompliance compliance;
    compliance.prepare(block.system, block.state.q, kept_matrix_step, false);
    block.bend(0.3);
    for (int step = 0; step < 20; ++step) {
        compliance.age();
        compliance.follow(block.system, block.state.q, kept_matrix_step);
        if (step < 3) {
            EXPECT_FALSE(compliance.has_same_shape()) << step;
        }
    }
    EXPECT_TRUE(compliance.has_same_shape());
}

/// Who solves without W gets the matrix of the present step all the same.
TEST(KeptMatrix, IsNotWhatNodeEquationsHave) {
    const auto body = [] {
        SoftBodyParts parts = soft_parts(grid_tets({0.2, 0.05, 0.05}, {8, 2, 2}, 0.2));
        parts.material = {1000, 1e5, 0.3, {0, 0.01}};
        parts.velocity = Vec3(0.1, -0.2, 0.3);
        parts.angular_velocity = Vec3(1, 2, 3);
        return SoftBody(std::move(parts));
    };
    SoftBody kept = body(), fresh = body();
    ContactRows rows;
    rows.begin(0);
    rows.add_term(0, Mat3::Identity());
    const FreeMotionInput input{0, kept_matrix_step, Vec3(0, -9.81, 0)};
    kept.free_motion(input);
    kept.prepare_compliance(rows);
    kept.advance(kept_matrix_step);
    fresh.free_motion(input);
    fresh.advance(kept_matrix_step);
    kept.free_motion(input);
    fresh.free_motion(input);
    const BlockMatrix a = kept.node_equations(rows).A, b = fresh.node_equations(rows).A;
    for (int k = 0; k < a.pattern().blocks(); ++k) {
        const Eigen::Map<const Mat3> of_kept(a.block(k)), of_fresh(b.block(k));
        EXPECT_LT((of_kept - of_fresh).norm(), 1e-12 * of_fresh.norm()) << k;
    }
}

/// The same of what moves and turns as a whole; one element's edge that grows by a tenth is what counts.
TEST(ShapeChange, DoesNotSeeRigidMotion) {
    Block block(false);
    const Mat3 rotation = Eigen::AngleAxisd(1.1, Vec3(3, 1, 2).normalized()).toRotationMatrix();
    block.turn(rotation);
    for (Vec3& x : block.state.q) x += Vec3(1, 2, 3);
    const auto changes = [&] {
        return std::pair(mean_shape_change(block.system.mass, block.rest, block.state.q, rotation),
                         largest_edge_change(*block.system.elements, block.rest, block.state.q, rotation));
    };
    EXPECT_LT(changes().first, 1e-12);
    EXPECT_LT(changes().second, 1e-12);
    const int* nodes = block.system.elements->nodes(7);
    block.state.q[nodes[1]] += 0.1 * rotation * (block.rest[nodes[1]] - block.rest[nodes[0]]);
    EXPECT_LT(changes().first, 0.01);
    EXPECT_GT(changes().second, 0.0999);
}

}  // namespace
}  // namespace limpet
