// A step of the midpoint rule against its equation (bodies/elastic/time_scheme.h), which is put together here
// from forces and stiffness alone, and states that go on as if never stopped.

#include <gtest/gtest.h>

#include "support/soft_bodies.h"

namespace limpet {
namespace {

constexpr double midpoint_h = 0.01, midpoint_c = 0.05;
const Vec3 midpoint_gravity(1, -9.81, 2);

SoftBodyParts midpoint_block(bool held) {
    SoftBodyParts parts = soft_parts(grid_tets({0.2, 0.1, 0.1}, {4, 2, 2}, 0.2));
    parts.material = {1000, 5e4, 0.3, {0.5, 0.004}};
    parts.integrator = Integrator::Midpoint;
    parts.newton_iterations = 40;
    parts.linear_solver = LinearSolver::Cholesky;
    if (held)
        parts.fixed.push_back(below_x(-0.1 + 1e-9));
    else
        parts.angular_velocity = Vec3(1, 2, 8);
    return parts;
}

/// Σ forces of nodes at q.
std::vector<Vec3> forces_at(const SoftBody& body, const std::vector<Vec3>& q) {
    Elements elements = body.elements();
    elements.evaluate(q, Stiffness::None);
    std::vector<Vec3> forces;
    body.system().assembly.gather_forces(elements, forces);
    return forces;
}

VecX times_stiffness(const SoftBody& body, const std::vector<Vec3>& q, const VecX& x) {
    Elements elements = body.elements();
    elements.evaluate(q, Stiffness::Projected);
    BlockMatrix k = body.system().assembly.free_matrix(), held = body.system().assembly.held_matrix();
    body.system().assembly.assemble(elements, body.system().mass, 0, 1, k, held);
    VecX y(x.size());
    k.multiply(x.data(), y.data());
    return y;
}

// The first step of a body that is held: v̄_even = v, and forces are those half way.
TEST(Midpoint, AStepOfAHeldBodySolvesItsEquation) {
    SoftBody body(midpoint_block(true));
    const std::vector<int>& nodes = body.system().assembly.free_nodes();
    std::vector<double> state = body.state();
    const std::vector<Vec3> q = body.positions();
    for (std::size_t i = 0; i < q.size(); ++i)
        if (body.system().assembly.row_of(static_cast<int>(i)) >= 0)
            state[3 * q.size() + 3 * i + 1] = 3 * (q[i].x() + 0.1);
    ASSERT_TRUE(body.set_state(state));
    const std::vector<Vec3> v = body.velocities();
    run(body, 1, midpoint_h, midpoint_gravity);

    std::vector<Vec3> half_way(q.size()), predicted(q.size());
    for (std::size_t i = 0; i < q.size(); ++i) {
        half_way[i] = (q[i] + body.positions()[i]) / 2;
        predicted[i] = q[i] + midpoint_h / 2 * v[i];
    }
    const std::vector<Vec3> f = forces_at(body, half_way);
    const VecX before = gathered(v, nodes);
    const VecX mean = (gathered(body.positions(), nodes) - gathered(q, nodes)) / midpoint_h;
    const Damping& damping = body.system().damping;
    VecX left = midpoint_h / 2 * gathered(f, nodes) -
                midpoint_h / 2 * damping.stiffness * times_stiffness(body, predicted, mean) -
                midpoint_h / 2 * midpoint_c * midpoint_h * times_stiffness(body, predicted, mean - before);
    double scale = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto row = 3 * static_cast<Eigen::Index>(i);
        const double m = body.system().mass[nodes[i]];
        const Vec3 change = m * (mean - before).segment<3>(row);
        left.segment<3>(row) +=
            midpoint_h / 2 * m * (midpoint_gravity - damping.mass * mean.segment<3>(row)) - change;
        scale += change.squaredNorm();
    }
    EXPECT_LT(left.norm(), 1e-5 * std::sqrt(scale));
}

TEST(Midpoint, VelocitiesAtTheEndGoOnFromTheMean) {
    SoftBodyParts parts = midpoint_block(true);
    parts.material.damping = {0, 0.05};  // so that nothing is left to give up
    SoftBody body(parts);
    const std::vector<Vec3> q = body.positions(), v = body.velocities();
    run(body, 1, midpoint_h, midpoint_gravity);
    for (const int i : body.system().assembly.free_nodes()) {
        const Vec3 mean = (body.positions()[i] - q[i]) / midpoint_h;
        EXPECT_LT((body.velocities()[i] - (2 * mean - v[i])).norm(), 1e-12);
    }
}

TEST(Midpoint, AFreeBodyFallsAsGravitySays) {
    // The midpoint rule is exact for it, in places and velocities.
    SoftBodyParts parts = midpoint_block(false);
    parts.angular_velocity = Vec3::Zero();
    parts.material.damping = {};
    SoftBody body(parts);
    const Vec3 start = body.center_of_mass();
    const double time = run(body, 100, midpoint_h, midpoint_gravity);
    EXPECT_LT((body.mean_velocity() - time * midpoint_gravity).norm(), 1e-11);
    EXPECT_LT((body.center_of_mass() - start - time * time / 2 * midpoint_gravity).norm(), 1e-11);
}

TEST(Midpoint, AStateGoesOnAsIfNeverStopped) {
    for (const bool held : {true, false}) {
        SoftBodyParts parts = midpoint_block(held);
        parts.newton_iterations = 1;
        SoftBody through(parts), first(parts), second(parts);
        run(through, 12, midpoint_h, midpoint_gravity);
        const double time = run(first, 7, midpoint_h, midpoint_gravity);
        ASSERT_TRUE(second.set_state(first.state()));
        run(second, 5, midpoint_h, midpoint_gravity, time);
        EXPECT_EQ(through.state(), second.state()) << held;
        std::vector<double> cut = first.state();
        cut.pop_back();
        EXPECT_FALSE(second.set_state(cut));
    }
}

}  // namespace
}  // namespace limpet
