#include "bodies/elastic/implicit_euler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "limpet/error.h"

namespace limpet {
namespace {

/// ‖residual‖ of the linear system, of the step's impulse ‖b − A v‖, or of this share of what contacts gave
/// if that is more: a ball at rest on a floor must not be rolled by what conjugate gradients leave.
constexpr double linear_tolerance = 1e-7;
constexpr double share_of_carried = 1e-3;
/// ‖residual‖ of the full equation, of the same.
constexpr double newton_tolerance = 1e-6;
/// Of Newton's own linear systems, of its residual.
constexpr double newton_linear_tolerance = 1e-3;
constexpr int max_halvings = 30;
constexpr double sufficient_decrease = 1e-4;  // Armijo
constexpr double energy_rounding = 1e-13;     // of the energy: smaller changes of it mean nothing

[[noreturn]] void throw_not_definite(const ElasticSystem& system) {
    throw BreakdownError(
        fmt::format("{}: the matrix of its step is not positive definite. Most often its positions are "
                    "about to become non-finite: take a shorter time.step",
                    system.name));
}

class Step {
public:
    Step(ElasticSystem& system, const NodalState& state, const StepInput& input)
        : s_(system), state_(state), in_(input), free_(system.assembly.free_nodes()) {}

    std::vector<Vec3> run(int newton_iterations);
    std::vector<Vec3> iterated(const std::vector<Vec3>& from);

private:
    void linearise();
    VecX given_impulses() const;
    VecX kept_step();
    double linear_step(VecX& x);
    /// Neither held nodes nor springs hold the body anywhere.
    bool is_free() const { return in_.held_velocity.empty() && s_.springs.empty(); }
    void remove_drift(const VecX& b, VecX& x) const;
    void assemble_damping();
    std::vector<Vec3> velocities(const VecX& x) const;
    std::vector<Vec3> moved(const VecX& x) const;
    double potential(const VecX& x) const;
    VecX residual(const VecX& x, Stiffness stiffness);
    bool newton_step(VecX& x, double tolerance);

    ElasticSystem& s_;
    const NodalState& state_;
    const StepInput& in_;
    const std::vector<int>& free_;
    BlockMatrix damping_free_, damping_held_;  ///< hβK(q), for Newton
};

void Step::linearise() {
    const double h = in_.h;
    s_.matrix_is_present = true;
    // The linear model's matrix is the same as long as h is.
    const bool constant = s_.elements->is_linear();
    if (constant && s_.matrix_h == h) {
        s_.elements->evaluate(state_.q, Stiffness::None);
        return;
    }
    s_.elements->evaluate(state_.q, Stiffness::Projected);
    assemble_step(s_, h, s_.linear.free, s_.linear.held);
    s_.linear.changed();
    s_.matrix_h = h;
}

/// M v + h (f + M g + F) + p, of free nodes; springs at x, the rest of theirs is in A.
VecX Step::given_impulses() const {
    const std::vector<Vec3> f = elastic_forces(s_);
    VecX b(3 * static_cast<Eigen::Index>(free_.size()));
    for (std::size_t i = 0; i < free_.size(); ++i) {
        const int node = free_[i];
        const double m = s_.mass[node];
        b.segment<3>(3 * i) = m * state_.v[node] + in_.h * (f[node] + m * in_.gravity);
    }
    if (in_.impulse.size() > 0) b += in_.impulse;
    if (in_.force.size() > 0) b += in_.h * in_.force;
    if (!s_.springs.empty())
        add_spring_forces(s_.springs, s_.assembly, state_.q, std::vector<Vec3>(state_.v.size(), Vec3::Zero()),
                          in_.h, b);
    return b;
}

/// The linearly implicit step with a matrix that is known already.
VecX Step::kept_step() {
    s_.matrix_is_present = false;
    s_.elements->evaluate(state_.q, Stiffness::None);
    const VecX b = given_impulses();
    VecX x = b;
    in_.kept_solve(in_.held_velocity, x);
    if (is_free()) remove_drift(b, x);
    return x;
}

/// The linearly implicit step; returns what residuals are measured by.
double Step::linear_step(VecX& x) {
    linearise();
    VecX b = given_impulses();
    const VecX v = gathered(state_.v, free_);
    if (!in_.held_velocity.empty()) {
        const VecX held = flat(in_.held_velocity);
        s_.linear.held.subtract_rows(0, s_.linear.held.rows(), held.data(), b.data());
    }
    VecX impulse = b;
    s_.linear.free.subtract_rows(0, s_.linear.free.rows(), v.data(), impulse.data());
    // A body at rest on others balances its weight by what it carries: there the change vanishes, the weight
    // does not.
    const bool touched = in_.impulse.size() > 0;
    const double carried = touched ? share_of_carried * in_.impulse.norm() : 0;
    const double scale =
        std::max(impulse.norm(), carried) + rounding_level(s_, state_.q) / (in_.h * linear_tolerance);
    x = v;
    if (!touched)
        for (std::size_t i = 0; i < free_.size(); ++i) x.segment<3>(3 * i) += in_.h * in_.gravity;
    if (!s_.linear.solve(b, linear_tolerance * scale, x, in_.near_inverse, touched ? &impulse : nullptr))
        throw_not_definite(s_);
    if (is_free()) remove_drift(b, x);
    return scale;
}

/// K does not feel translations, 1ᵀA = (1 + hα) 1ᵀM: this makes the sum of the residual zero, so that a free
/// body's momentum does not depend on where conjugate gradients stop.
void Step::remove_drift(const VecX& b, VecX& x) const {
    Vec3 missing = Vec3::Zero();
    double mass = 0;
    for (std::size_t i = 0; i < free_.size(); ++i) {
        const double m = (1 + in_.h * s_.damping.mass) * s_.mass[free_[i]];
        missing += b.segment<3>(3 * i) - m * x.segment<3>(3 * i);
        mass += m;
    }
    for (std::size_t i = 0; i < free_.size(); ++i) x.segment<3>(3 * i) += missing / mass;
}

void Step::assemble_damping() {
    damping_free_ = s_.assembly.free_matrix();
    damping_held_ = s_.assembly.held_matrix();
    s_.assembly.assemble(*s_.elements, s_.mass, 0, in_.h * s_.damping.stiffness, damping_free_,
                         damping_held_);
}

std::vector<Vec3> Step::velocities(const VecX& x) const {
    std::vector<Vec3> v(state_.v.size());
    scatter(x, free_, v);
    for (std::size_t i = 0; i < in_.held_velocity.size(); ++i)
        v[s_.assembly.held_nodes()[i]] = in_.held_velocity[i];
    return v;
}

std::vector<Vec3> Step::moved(const VecX& x) const {
    std::vector<Vec3> q = velocities(x);
    for (std::size_t i = 0; i < q.size(); ++i) q[i] = state_.q[i] + in_.h * q[i];
    return q;
}

double Step::potential(const VecX& x) const {
    double sum = s_.elements->energy(moved(x));
    for (std::size_t i = 0; i < free_.size(); ++i) {
        const int node = free_[i];
        const Vec3 v = x.segment<3>(3 * i);
        sum += 0.5 * s_.mass[node] *
               ((v - state_.v[node] - in_.h * in_.gravity).squaredNorm() +
                in_.h * s_.damping.mass * v.squaredNorm());
    }
    if (in_.impulse.size() > 0) sum -= in_.impulse.dot(x);
    if (in_.force.size() > 0) sum -= in_.h * in_.force.dot(x);
    if (!s_.springs.empty())
        sum += spring_energy(s_.springs, moved(x)) + in_.h * spring_damping_power(s_.springs, velocities(x));
    if (s_.damping.stiffness > 0) {
        VecX dx(x.size());
        damping_free_.multiply(x.data(), dx.data());
        sum += 0.5 * x.dot(dx);
        if (!in_.held_velocity.empty()) {
            damping_held_.multiply(flat(in_.held_velocity).data(), dx.data());
            sum += x.dot(dx);
        }
    }
    return sum;
}

/// −∂E/∂v⁺.
VecX Step::residual(const VecX& x, Stiffness stiffness) {
    s_.elements->evaluate(moved(x), stiffness);
    const std::vector<Vec3> f = elastic_forces(s_);
    VecX g(x.size());
    for (std::size_t i = 0; i < free_.size(); ++i) {
        const int node = free_[i];
        const Vec3 v = x.segment<3>(3 * i);
        g.segment<3>(3 * i) = in_.h * f[node] - s_.mass[node] * (v - state_.v[node] - in_.h * in_.gravity +
                                                                 in_.h * s_.damping.mass * v);
    }
    if (in_.impulse.size() > 0) g += in_.impulse;
    if (in_.force.size() > 0) g += in_.h * in_.force;
    if (!s_.springs.empty()) add_spring_forces(s_.springs, s_.assembly, moved(x), velocities(x), in_.h, g);
    if (s_.damping.stiffness > 0) {
        damping_free_.subtract_rows(0, damping_free_.rows(), x.data(), g.data());
        if (!in_.held_velocity.empty())
            damping_held_.subtract_rows(0, damping_held_.rows(), flat(in_.held_velocity).data(), g.data());
    }
    return g;
}

/// False: there is nothing left to gain.
bool Step::newton_step(VecX& x, double tolerance) {
    const double h = in_.h;
    const VecX g = residual(x, Stiffness::Projected);
    if (!(g.norm() > tolerance)) return false;
    const bool damped = s_.damping.stiffness > 0;
    if (damped) {
        s_.linear.free = damping_free_;
        s_.linear.held = damping_held_;
    }
    s_.assembly.assemble(*s_.elements, s_.mass, 1 + h * s_.damping.mass, h * h, s_.linear.free,
                         s_.linear.held, damped);
    add_to_matrix(s_.springs, s_.assembly, h * h, h, s_.linear.free, s_.linear.held);
    s_.linear.changed();
    s_.matrix_h = 0;
    VecX direction = VecX::Zero(x.size());
    if (!s_.linear.solve(g, newton_linear_tolerance * g.norm(), direction)) throw_not_definite(s_);
    if (is_free()) remove_drift(g, direction);
    const double before = potential(x), slope = -g.dot(direction);
    double step = 1;
    for (int halving = 0; halving < max_halvings; ++halving, step /= 2) {
        const VecX next = x + step * direction;
        if (potential(next) <=
            before + sufficient_decrease * step * slope + energy_rounding * std::abs(before)) {
            x = next;
            return true;
        }
    }
    return false;
}

std::vector<Vec3> Step::run(int newton_iterations) {
    VecX x;
    double scale = 0;
    if (newton_iterations == 1 && in_.kept_solve)
        x = kept_step();
    else
        scale = linear_step(x);
    require_finite(s_, velocities(x), "velocity");
    // The linear model's step is exact already.
    if (newton_iterations > 1 && !s_.elements->is_linear()) {
        if (s_.damping.stiffness > 0) assemble_damping();
        for (int i = 1; i < newton_iterations; ++i)
            if (!newton_step(x, newton_tolerance * scale)) break;
        require_finite(s_, velocities(x), "velocity");
    }
    return velocities(x);
}

std::vector<Vec3> Step::iterated(const std::vector<Vec3>& from) {
    VecX x = gathered(from, free_);
    if (s_.damping.stiffness > 0) {
        s_.elements->evaluate(state_.q, Stiffness::Projected);
        assemble_damping();
    }
    newton_step(x, 0);
    require_finite(s_, velocities(x), "velocity");
    return velocities(x);
}

}  // namespace

std::vector<Vec3> newton_iteration(ElasticSystem& system, const NodalState& state, const StepInput& input,
                                   const std::vector<Vec3>& velocities) {
    return Step(system, state, input).iterated(velocities);
}

std::vector<Vec3> implicit_euler(ElasticSystem& system, const NodalState& state, const StepInput& input,
                                 int newton_iterations) {
    return Step(system, state, input).run(newton_iterations);
}

}  // namespace limpet
