/// The fast loop's contact problem on its own: against the full solver, along paths with friction, and
/// without allocations.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "haptics/local_contact.h"
#include "solve/solvers.h"
#include "support/block_matrices.h"
#include "support/count_allocations.h"

namespace limpet::haptics {
namespace {

constexpr double sim_step = 0.01, loop_tick = 1e-3;
constexpr double coupling_stiffness = 1000;

const std::array<Vec3, coupling_points> tool_points = {Vec3(0.02, 0, 0), Vec3(-0.02, 0, 0),
                                                       Vec3(0, 0.02, 0), Vec3(0, -0.02, 0),
                                                       Vec3(0, 0, 0.02), Vec3(0, 0, -0.02)};

ToolRows rows_at(const Vec3& point, const Vec3& normal) {
    Mat3 frame;
    frame.col(0) = normal;
    frame.col(1) = normal.unitOrthogonal();
    frame.col(2) = normal.cross(frame.col(1));
    ToolRows rows;
    Mat3 cross;
    cross << 0, -point.z(), point.y(), point.z(), 0, -point.x(), -point.y(), point.x(), 0;
    rows << frame.transpose(), -frame.transpose() * cross;
    return rows;
}

/// Contacts under a tool that stands at the origin, with a compliance that couples them.
ToolProblem floor_under(const std::vector<Vec3>& at, double friction, double give) {
    ToolProblem problem;
    problem.step = 1;
    problem.h = sim_step;
    problem.reference.setZero();
    const auto n = static_cast<Eigen::Index>(at.size());
    problem.W = give * MatX::Identity(3 * n, 3 * n);
    for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j < n; ++j)
            problem.W.block<3, 3>(3 * i, 3 * j) += 0.3 * give * Mat3::Identity();
    for (const Vec3& point : at) {
        ToolContact c;
        c.id = static_cast<std::int64_t>(problem.contacts.size());
        c.rows = rows_at(point, Vec3(0, 1, 0));
        c.point = point;
        c.friction = friction;
        c.lambda.setZero();
        c.u.setZero();
        c.viscous.setZero();
        problem.contacts.push_back(c);
    }
    return problem;
}

/// Force per displacement, of contact and coupling in series.
double in_series(double contact) {
    return 1 / (1 / contact + 1 / coupling_stiffness);
}

TEST(LocalContact, PressesAsSpringsInSeries) {
    const double give = 5;  // one contact: W = 1.3 · 5, in force per length 1/(sim_step² W)
    ToolProblem problem = floor_under({Vec3::Zero()}, 0.3, give);
    Snapshot snapshot;
    fill(snapshot, problem, {}, Coupling(coupling_stiffness, 0, tool_points, loop_tick));
    LocalContact local;
    local.take(snapshot);
    const double expected = in_series(1 / (sim_step * sim_step * 1.3 * give)) * 1e-3;
    const LocalAnswer pressed = local.solve({Vec3(0, -1e-3, 0), Quat::Identity()});
    EXPECT_NEAR(pressed.wrench[1], expected, 1e-9 * expected);
    EXPECT_EQ(pressed.contacts, 1);
    EXPECT_NEAR(pressed.tool.position.y(), -1e-3 + expected / coupling_stiffness, 1e-12);
    EXPECT_TRUE(local.solve({Vec3(0, 1e-3, 0), Quat::Identity()}).wrench.isZero());
}

/// Many contacts against the solver of the simulation, to its tolerance.
TEST(LocalContact, AgreesWithTheFullSolver) {
    std::vector<Vec3> at;
    for (int i = 0; i < 25; ++i) at.emplace_back(0.004 * (i % 5 - 2), 0, 0.004 * (i / 5 - 2));
    ToolProblem problem = floor_under(at, 0.4, 20);
    Snapshot snapshot;
    fill(snapshot, problem, {}, Coupling(coupling_stiffness, 0, tool_points, loop_tick));
    const MatX W = problem.W;
    LocalContact local;
    local.take(snapshot);
    const Pose target{Vec3(2e-4, -1e-3, 1e-4), Quat::Identity()};
    LocalAnswer answer;
    // The tool stays, and so does friction's anchor where it sticks.
    for (int k = 0; k < 50; ++k) answer = local.solve(target);

    Problem twin;
    twin.W = full_blocks(snapshot.sweep.compliance());
    twin.friction.assign(25, 0.4);
    twin.u0.resize(3 * 25);
    Vec6 free;
    free << 2e-4, -1e-3, 1e-4, 0, 0, 0;
    for (int i = 0; i < 25; ++i) twin.u0.segment<3>(3 * i) = problem.contacts[i].rows * free / sim_step;
    SolveLimits limits;
    limits.tolerance = 1e-12;
    limits.iterations = 100000;
    const Report report = solve(twin, {"nsgs", {}}, limits);
    Vec6 wrench = Vec6::Zero();
    for (int i = 0; i < 25; ++i)
        wrench += problem.contacts[i].rows.transpose() * report.lambda.segment<3>(3 * i) / sim_step;
    EXPECT_LT((answer.wrench - wrench).norm(), 1e-6 * wrench.norm());
}

/// From a simulation's answer at rest the loop feels the same force, at every friction.
TEST(LocalContact, AtRestItIsTheSimulationsForce) {
    for (const double friction : {0.1, 0.3, 0.6}) {
        ToolProblem problem = floor_under({Vec3(-0.01, 0, 0), Vec3(0.01, 0, 0)}, friction, 5);
        for (ToolContact& c : problem.contacts) c.lambda = Vec3(0.02, 0.9 * friction * 0.02, 0);
        // u* = 0: they stick, and the tool stands where the springs hold it against these forces.
        Vec6 wrench = Vec6::Zero();
        for (const ToolContact& c : problem.contacts) wrench += c.rows.transpose() * c.lambda / sim_step;
        const Coupling coupling(coupling_stiffness, 2, tool_points, loop_tick);
        Snapshot snapshot;
        fill(snapshot, problem, {}, coupling);
        LocalContact local;
        local.take(snapshot);
        const Coupling still(coupling_stiffness, 0, tool_points, loop_tick);
        const Pose target = moved({}, Vec6(-(still.matrices(Quat::Identity()).give * wrench)));
        LocalAnswer answer;
        for (int k = 0; k < 200; ++k) answer = local.solve(target);
        EXPECT_LT((answer.wrench - wrench).norm(), 1e-6 * wrench.norm()) << friction;
    }
}

/// To and fro under a constant press: friction rises with the springs, slides at μ N, turns round by 2 μ N.
TEST(LocalContact, FrictionFollowsThePath) {
    for (const double friction : {0.1, 0.3, 0.6}) {
        ToolProblem problem = floor_under({Vec3::Zero()}, friction, 1e-3);
        Snapshot snapshot;
        fill(snapshot, problem, {}, Coupling(coupling_stiffness, 0, tool_points, loop_tick));
        LocalContact local;
        local.take(snapshot);
        const double press = 1e-3 * coupling_stiffness;
        std::vector<double> forces;
        const auto drag = [&](double from, double to, int ticks) {
            for (int k = 1; k <= ticks; ++k) {
                const double x = from + (to - from) * k / ticks;
                forces.push_back(local.solve({Vec3(x, -1e-3, 0), Quat::Identity()}).wrench[0]);
            }
        };
        drag(0, 5e-3, 500);
        EXPECT_NEAR(forces.back(), -friction * press, 0.01 * friction * press);
        // Sticks first: half of the way to sliding has half of the force.
        const double sliding_at = friction * 1e-3;
        const auto half = static_cast<std::size_t>(std::lround(sliding_at / 2 / 1e-5)) - 1;
        EXPECT_NEAR(forces[half], -friction * press / 2, 0.03 * friction * press);
        // Back by the same way that it took to slide: the springs are relaxed.
        drag(5e-3, 5e-3 - sliding_at, 50);
        EXPECT_NEAR(forces.back(), 0, 0.02 * friction * press);
        drag(5e-3 - sliding_at, 0, 500);
        EXPECT_NEAR(forces.back(), friction * press, 0.01 * friction * press);
    }
}

/// A contact that is open in the snapshot pushes as soon as the device closes it, before the simulation does,
/// and not before.
TEST(LocalContact, OpenContactsAreFeltWhenTheDeviceClosesThem) {
    const double gap = 2e-3, give = 5;
    ToolProblem problem = floor_under({Vec3::Zero()}, 0.3, give);
    problem.contacts[0].u.x() = gap / sim_step;
    Snapshot snapshot;
    fill(snapshot, problem, {}, Coupling(coupling_stiffness, 0, tool_points, loop_tick));
    LocalContact local;
    local.take(snapshot);
    EXPECT_TRUE(local.solve({Vec3(0, -0.99 * gap, 0), Quat::Identity()}).wrench.isZero());
    const double expected = in_series(1 / (sim_step * sim_step * 1.3 * give)) * 1e-3;
    const LocalAnswer closed = local.solve({Vec3(0, -gap - 1e-3, 0), Quat::Identity()});
    EXPECT_NEAR(closed.wrench[1], expected, 1e-9 * expected);
    // Where nothing is in reach nothing is felt.
    ToolProblem none = floor_under({}, 0.3, give);
    Snapshot empty;
    fill(empty, none, {}, Coupling(coupling_stiffness, 0, tool_points, loop_tick));
    local.take(empty);
    const LocalAnswer nothing = local.solve({Vec3(0, -gap - 1e-3, 0), Quat::Identity()});
    EXPECT_TRUE(nothing.wrench.isZero() && nothing.is_finite);
    EXPECT_EQ(nothing.tool.position, Vec3(0, -gap - 1e-3, 0));
}

/// Bonds pull, up to what k holds.
TEST(LocalContact, BondsPull) {
    ToolProblem problem = floor_under({Vec3::Zero()}, 0.0, 5);
    const double k = 1e-2;  // in force per length k/sim_step² = 100 N/m
    problem.contacts[0].bond.k = k;
    Snapshot snapshot;
    fill(snapshot, problem, {}, Coupling(coupling_stiffness, 0, tool_points, loop_tick));
    LocalContact local;
    local.take(snapshot);
    const LocalAnswer pulled = local.solve({Vec3(0, 1e-3, 0), Quat::Identity()});
    const double expected =
        1e-3 / (sim_step * sim_step / k + sim_step * sim_step * 1.3 * 5 + 1 / coupling_stiffness);
    EXPECT_NEAR(pulled.wrench[1], -expected, 1e-6 * expected);
}

TEST(LocalContact, ATickAllocatesNothing) {
    if (!counts_allocations()) GTEST_SKIP() << "a sanitizer has the allocator";
    std::vector<Vec3> at;
    for (int i = 0; i < 100; ++i) at.emplace_back(0.004 * (i % 10 - 5), 0, 0.004 * (i / 10 - 5));
    ToolProblem problem = floor_under(at, 0.4, 20);
    problem.contacts[3].bond.k = 1e-2;
    const Coupling coupling(coupling_stiffness, 2, tool_points, loop_tick);
    Snapshot first, second;
    fill(first, problem, {}, coupling);
    fill(second, problem, {}, coupling);
    LocalContact local;
    const long before = allocations();
    local.take(first);
    for (int k = 0; k < 20; ++k) local.solve({Vec3(1e-5 * k, -1e-3, 0), rotation_by(Vec3(0, 1e-3 * k, 0))});
    local.take(second);
    for (int k = 0; k < 20; ++k) local.solve({Vec3(1e-5 * k, -1e-3, 0), rotation_by(Vec3(0, 1e-3 * k, 0))});
    EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace limpet::haptics
