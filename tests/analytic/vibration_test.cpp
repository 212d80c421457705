// Vibration of a clamped bar along its axis, f = c/(4L) with c = √(E/ρ): by the eigenvalues of K and M and by
// time stepping, without and with Rayleigh damping. Momentum of a free body.

#include <gtest/gtest.h>

#include <numbers>

#include "support/dense_algebra.h"
#include "support/soft_bodies.h"

namespace limpet {
namespace {

constexpr double bar_length = 1, bar_width = 0.1, bar_young = 1e5, bar_density = 1000;
constexpr int bricks = 16;

SoftBodyParts bar() {
    SoftBodyParts parts = soft_parts(grid_tets({bar_length, bar_width, bar_width}, {bricks, 1, 1}));
    parts.material = {bar_density, bar_young, 0.0, {}};
    parts.model = ElasticModel::Linear;
    parts.fixed.push_back(below_x(-bar_length / 2 + 1e-9));
    return parts;
}

double vibration_theory() {
    return std::numbers::pi / 2 * std::sqrt(bar_young / bar_density) / bar_length;  // ω [rad/s]
}

/// sin(π(x + L/2)/(2L)) along x, for the free nodes.
VecX first_mode(const SoftBody& body) {
    const std::vector<int>& nodes = body.system().assembly.free_nodes();
    VecX mode = VecX::Zero(3 * static_cast<Eigen::Index>(nodes.size()));
    for (std::size_t i = 0; i < nodes.size(); ++i)
        mode[3 * i] =
            std::sin(std::numbers::pi * (body.positions()[nodes[i]].x() + bar_length / 2) / (2 * bar_length));
    return mode;
}

Eigen::MatrixXd dense_stiffness(const SoftBody& body) {
    Elements elements = body.elements();
    elements.evaluate(body.positions(), Stiffness::Exact);
    BlockMatrix k = body.system().assembly.free_matrix(), held = body.system().assembly.held_matrix();
    body.system().assembly.assemble(elements, body.system().mass, 0, 1, k, held);
    Eigen::MatrixXd dense(3 * k.rows(), 3 * k.rows());
    for (int i = 0; i < dense.cols(); ++i) {
        const VecX unit = VecX::Unit(dense.cols(), i);
        VecX column(dense.cols());
        k.multiply(unit.data(), column.data());
        dense.col(i) = column;
    }
    return dense;
}

Eigen::MatrixXd dense_mass(const SoftBody& body, bool lumped) {
    const Assembly& assembly = body.system().assembly;
    const int n = static_cast<int>(assembly.free_nodes().size());
    Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(3 * n, 3 * n);
    std::vector<int> index(body.positions().size(), -1);
    for (int i = 0; i < n; ++i) index[assembly.free_nodes()[i]] = i;
    const Elements& elements = body.elements();
    for (int e = 0; e < elements.count(); ++e)
        for (const int a : elements.tetrahedra()[e])
            for (const int b : elements.tetrahedra()[e]) {
                if (index[a] < 0 || index[b] < 0) continue;
                const double share = lumped ? (a == b ? 0.25 : 0.0) : (a == b ? 0.1 : 0.05);
                mass.block<3, 3>(3 * index[a], 3 * index[b]).diagonal().array() +=
                    share * bar_density * elements.rest_volume(e);
            }
    return mass;
}

struct Mode {
    double omega;  ///< [rad/s]
    VecX shape;    ///< of unit mass
};

/// The mode that is most like `shape`.
Mode nearest_mode(const Eigen::MatrixXd& k, const Eigen::MatrixXd& m, const VecX& shape) {
    const Modes modes = modes_of(k, m);
    Eigen::Index best = 0;
    (modes.vectors.transpose() * (m * shape)).cwiseAbs().maxCoeff(&best);
    return {std::sqrt(modes.values[best]), modes.vectors.col(best)};
}

/// A bar that starts unstrained with the velocities of its first mode, and how far it is displaced in that
/// mode.
class PluckedBar {
public:
    explicit PluckedBar(SoftBodyParts parts) : body_(std::move(parts)), mass_(dense_mass(body_, true)) {
        const Mode mode = nearest_mode(dense_stiffness(body_), mass_, first_mode(body_));
        omega_ = mode.omega;
        test_ = mass_ * mode.shape;
        rest_ = gathered(body_.positions(), nodes());
        std::vector<double> state = body_.state();
        const std::size_t offset = 3 * body_.positions().size();
        for (std::size_t i = 0; i < nodes().size(); ++i)
            for (int r = 0; r < 3; ++r) state[offset + 3 * nodes()[i] + r] = 1e-3 * mode.shape[3 * i + r];
        EXPECT_TRUE(body_.set_state(state));
    }
    double omega() const { return omega_; }
    double step(double h) {
        run(body_, 1, h, Vec3::Zero());
        return test_.dot(gathered(body_.positions(), nodes()) - rest_);
    }

private:
    const std::vector<int>& nodes() const { return body_.system().assembly.free_nodes(); }
    SoftBody body_;
    Eigen::MatrixXd mass_;
    VecX test_, rest_;
    double omega_;
};

TEST(Vibration, LumpedMassesGiveTheBarsFrequency) {
    const SoftBody body(bar());
    const Eigen::MatrixXd k = dense_stiffness(body);
    const double lumped = nearest_mode(k, dense_mass(body, true), first_mode(body)).omega;
    const double consistent = nearest_mode(k, dense_mass(body, false), first_mode(body)).omega;
    RecordProperty("lumped_error", std::to_string(lumped / vibration_theory() - 1));
    RecordProperty("consistent_error", std::to_string(consistent / vibration_theory() - 1));
    EXPECT_NEAR(lumped / vibration_theory(), 1, 1e-3);
    EXPECT_NEAR(consistent / vibration_theory(), 1, 1e-3);
}

TEST(Vibration, TimeSteppingHasTheBarsFrequency) {
    for (const ElasticModel model : {ElasticModel::Linear, ElasticModel::Corotational}) {
        SoftBodyParts parts = bar();
        parts.model = model;
        parts.linear_solver = LinearSolver::Cholesky;
        PluckedBar plucked(parts);
        const double h = 4e-4;
        double last = 0, crossing = 0;
        for (int i = 1; i < 1000 && crossing == 0; ++i) {
            const double u = plucked.step(h);
            if (last > 0 && u <= 0) crossing = h * (i - 1 + last / (last - u));
            last = u;
        }
        ASSERT_GT(crossing, 0);
        const double omega = std::numbers::pi / crossing;
        EXPECT_NEAR(omega / vibration_theory(), 1, 1e-3);
        // Implicit Euler turns by atan(ωh) a step.
        EXPECT_NEAR(omega * h / std::atan(plucked.omega() * h), 1, 1e-5);
    }
}

// One mode under D = αM + βK: decay of the amplitude at (α + βω²)/2, to which implicit Euler adds hω²/2.
TEST(Vibration, RayleighDampingDecaysAsTheorySays) {
    for (const auto& [alpha, beta] : {std::pair(2.0, 0.0), std::pair(0.0, 0.008), std::pair(1.0, 0.004)}) {
        SoftBodyParts parts = bar();
        parts.material.damping = {alpha, beta};
        PluckedBar plucked(parts);
        const double h = 2e-4, omega = plucked.omega();
        double top = 0, bottom = 0;
        for (int i = 0; h * i < 1.1 * 2 * std::numbers::pi / omega; ++i) {
            const double u = plucked.step(h);
            top = std::max(top, u);
            bottom = std::min(bottom, u);
        }
        const double rate = (alpha + beta * omega * omega + h * omega * omega) / 2;
        const double half_period = std::numbers::pi / std::sqrt(omega * omega - rate * rate);
        EXPECT_NEAR(std::log(top / -bottom) / half_period / rate, 1, 0.005) << alpha << ' ' << beta;
    }
}

struct Momentum {
    Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
};

Momentum momentum(const SoftBody& body) {
    Momentum sum;
    for (std::size_t i = 0; i < body.positions().size(); ++i) {
        const Vec3 p = body.system().mass[i] * body.velocities()[i];
        sum.linear += p;
        sum.angular += body.positions()[i].cross(p);
    }
    return sum;
}

/// A free body that flies, turns and has been stretched by a fifth; relative drift over half a second.
Momentum drift(LinearSolver solver, int newton_iterations, double h) {
    SoftBodyParts parts = soft_parts(grid_tets({0.2, 0.1, 0.1}, {4, 2, 2}, 0.2));
    parts.velocity = Vec3(1, -2, 0.5);
    parts.angular_velocity = Vec3(1, 2, 3);
    parts.linear_solver = solver;
    parts.newton_iterations = newton_iterations;
    SoftBody body(parts);
    std::vector<double> state = body.state();
    for (std::size_t i = 0; i < body.positions().size(); ++i) state[3 * i] *= 1.2;
    EXPECT_TRUE(body.set_state(state));
    const Momentum before = momentum(body);
    run(body, static_cast<int>(std::lround(0.5 / h)), h, Vec3::Zero());
    const Momentum after = momentum(body);
    return {(after.linear - before.linear) / before.linear.norm(),
            (after.angular - before.angular) / before.angular.norm()};
}

TEST(Momentum, LinearIsKeptToRoundingAndAngularToTheStepsOrder) {
    for (const LinearSolver solver : {LinearSolver::ConjugateGradient, LinearSolver::Cholesky}) {
        const Momentum one = drift(solver, 1, 0.005), fine = drift(solver, 1, 0.00125),
                       newton = drift(solver, 20, 0.005);
        for (const Momentum& m : {one, fine, newton}) EXPECT_LT(m.linear.norm(), 1e-12);
        RecordProperty("angular_one", std::to_string(one.angular.norm()));
        RecordProperty("angular_fine", std::to_string(fine.angular.norm()));
        RecordProperty("angular_newton", std::to_string(newton.angular.norm()));
        EXPECT_LT(fine.angular.norm(), one.angular.norm());
        EXPECT_LT(one.angular.norm(), 0.3);
        EXPECT_LT(newton.angular.norm(), 0.06);
    }
}

}  // namespace
}  // namespace limpet
