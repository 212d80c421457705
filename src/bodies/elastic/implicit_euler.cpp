#include "bodies/elastic/implicit_euler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bodies/elastic/rigid_motion.h"
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
        : s_(system),
          state_(state),
          in_(input),
          free_(system.assembly.free_nodes()),
          at_(predicts() ? input.prediction.shape : state.q) {
        if (predicts()) set_base();
    }

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
    bool predicts() const { return in_.prediction.any(); }
    void set_base();
    std::vector<Vec3> held_velocity() const;
    void balance(VecX& x) const;
    /// That the scheme adds to β. [s]
    double numerical_damping() const { return s_.scheme.dissipation / s_.scheme.stage * in_.h; }
    double shape_damping() const { return s_.damping.stiffness + numerical_damping(); }
    VecX damped_part(const VecX& x) const;
    VecX damped_held() const;
    void assemble_damping();
    std::vector<Vec3> velocities(const VecX& x) const;
    /// Where elements have their forces with these velocities: q + h v⁺, or q̃ + h (v⁺ − ṽ).
    std::vector<Vec3> deformed(const VecX& x) const;
    /// At the end of the step.
    std::vector<Vec3> moved(const VecX& x) const;
    /// Of the step, of which this is a stage; springs are those of its end. [s]
    double step_length() const { return in_.h / s_.scheme.stage; }
    double potential(const VecX& x) const;
    VecX residual(const VecX& x, Stiffness stiffness);
    bool newton_step(VecX& x, double tolerance);

    ElasticSystem& s_;
    const NodalState& state_;
    const StepInput& in_;
    const std::vector<int>& free_;
    const std::vector<Vec3>& at_;  ///< where forces are linearised [m]
    /// v̂ of all nodes, from where the linear step solves, and what of v⁺ is not damped; empty: zero. [m/s]
    std::vector<Vec3> base_, undamped_;
    BlockMatrix damping_free_, damping_held_;  ///< hβK(q), for Newton
};

void Step::linearise() {
    const double h = in_.h;
    s_.matrix_is_present = true;
    // The linear model's matrix is the same as long as h is.
    const bool constant = s_.elements->is_linear();
    if (constant && s_.matrix_h == h) {
        s_.elements->evaluate(at_, Stiffness::None);
        return;
    }
    s_.elements->evaluate(at_, Stiffness::Projected);
    assemble_step(s_, h, s_.linear.free, s_.linear.held);
    s_.linear.changed();
    s_.matrix_h = h;
}

/// M v + h (f + M g + F) + p, of free nodes, less (1 + hα) M v̂; springs at v̂, the rest of theirs is in A.
VecX Step::given_impulses() const {
    const std::vector<Vec3> f = elastic_forces(s_);
    VecX b(3 * static_cast<Eigen::Index>(free_.size()));
    for (std::size_t i = 0; i < free_.size(); ++i) {
        const int node = free_[i];
        const double m = s_.mass[node];
        b.segment<3>(3 * i) = m * state_.v[node] + in_.h * (f[node] + m * in_.gravity);
        if (predicts()) b.segment<3>(3 * i) -= (1 + in_.h * s_.damping.mass) * m * base_[node];
    }
    if (in_.impulse.size() > 0) b += in_.impulse;
    if (in_.force.size() > 0) b += in_.h * in_.force;
    if (!s_.springs.empty()) {
        const VecX base = VecX::Zero(b.size());
        add_spring_forces(s_.springs, s_.assembly, moved(predicts() ? gathered(base_, free_) : base),
                          predicts() ? base_ : velocities(base), in_.h, b);
    }
    return b;
}

/// The linearly implicit step with a matrix that is known already.
VecX Step::kept_step() {
    s_.matrix_is_present = false;
    s_.elements->evaluate(at_, Stiffness::None);
    const VecX b = given_impulses();
    VecX x = b;
    in_.kept_solve(held_velocity(), x);
    if (is_free()) remove_drift(b, x);
    if (predicts()) x += gathered(base_, free_);
    return x;
}

/// The linearly implicit step; returns what residuals are measured by.
double Step::linear_step(VecX& x) {
    linearise();
    VecX b = given_impulses();
    VecX v = gathered(state_.v, free_);
    if (predicts()) v -= gathered(base_, free_);
    if (!in_.held_velocity.empty()) {
        const std::vector<Vec3> held_v = held_velocity();
        const VecX held = flat(held_v);
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
    if (predicts()) x += gathered(base_, free_);
    return scale;
}

/// A v⁺ − (terms with K) v = A (v⁺ − v̂), with v̂ the mean of what each of them is about:
/// h β K (v⁺ − ṽ_rigid) + h² K (v⁺ − ṽ) + h² c/θ₀ K (v⁺ − v_even).
void Step::set_base() {
    const Prediction& p = in_.prediction;
    const double material = s_.damping.stiffness, numerical = numerical_damping();
    const double sum = material + numerical + in_.h;
    base_.resize(p.velocity.size());
    undamped_.assign(p.velocity.size(), Vec3::Zero());
    for (std::size_t i = 0; i < base_.size(); ++i) {
        const Vec3 rigid = p.rigid.empty() ? Vec3(Vec3::Zero()) : p.rigid[i];
        base_[i] = (material * rigid + numerical * p.even[i] + in_.h * p.velocity[i]) / sum;
        if (material + numerical > 0)
            undamped_[i] = (material * rigid + numerical * p.even[i]) / (material + numerical);
    }
}

/// Against v̂.
std::vector<Vec3> Step::held_velocity() const {
    std::vector<Vec3> held = in_.held_velocity;
    if (predicts())
        for (std::size_t i = 0; i < held.size(); ++i) held[i] -= base_[s_.assembly.held_nodes()[i]];
    return held;
}

/// The angular momentum of a free body does not depend on what was linearised, nor on where iterations stop.
void Step::balance(VecX& x) const {
    if (!in_.prediction.is_free) return;
    std::vector<Vec3> given(state_.q.size()), v(state_.q.size());
    for (std::size_t i = 0; i < free_.size(); ++i) {
        const int node = free_[i];
        given[node] = in_.h * s_.mass[node] * (in_.gravity - s_.damping.mass * x.segment<3>(3 * i));
        if (in_.impulse.size() > 0) given[node] += in_.impulse.segment<3>(3 * i);
        if (in_.force.size() > 0) given[node] += in_.h * in_.force.segment<3>(3 * i);
    }
    scatter(x, free_, v);
    balance_moment(s_.mass, state_.q, state_.v, given, in_.h, v);
    x = gathered(v, free_);
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
    s_.assembly.assemble(*s_.elements, s_.mass, 0, in_.h * shape_damping(), damping_free_, damping_held_);
}

std::vector<Vec3> Step::velocities(const VecX& x) const {
    std::vector<Vec3> v(state_.v.size());
    scatter(x, free_, v);
    for (std::size_t i = 0; i < in_.held_velocity.size(); ++i)
        v[s_.assembly.held_nodes()[i]] = in_.held_velocity[i];
    return v;
}

VecX Step::damped_held() const {
    VecX held = flat(in_.held_velocity);
    if (predicts()) held -= gathered(undamped_, s_.assembly.held_nodes());
    return held;
}

/// What of the velocities is damped as a change of shape.
VecX Step::damped_part(const VecX& x) const {
    return predicts() ? VecX(x - gathered(undamped_, free_)) : x;
}

std::vector<Vec3> Step::deformed(const VecX& x) const {
    std::vector<Vec3> q = velocities(x);
    for (std::size_t i = 0; i < q.size(); ++i)
        q[i] = at_[i] + in_.h * (predicts() ? Vec3(q[i] - in_.prediction.velocity[i]) : q[i]);
    return q;
}

std::vector<Vec3> Step::moved(const VecX& x) const {
    std::vector<Vec3> q = velocities(x);
    for (std::size_t i = 0; i < q.size(); ++i) q[i] = state_.q[i] + step_length() * q[i];
    return q;
}

double Step::potential(const VecX& x) const {
    double sum = s_.elements->energy(deformed(x));
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
        sum += s_.scheme.stage * spring_energy(s_.springs, moved(x)) +
               in_.h * spring_damping_power(s_.springs, velocities(x));
    if (shape_damping() > 0) {
        const VecX w = damped_part(x);
        VecX dx(x.size());
        damping_free_.multiply(w.data(), dx.data());
        sum += 0.5 * w.dot(dx);
        if (!in_.held_velocity.empty()) {
            damping_held_.multiply(damped_held().data(), dx.data());
            sum += x.dot(dx);
        }
    }
    return sum;
}

/// −∂E/∂v⁺.
VecX Step::residual(const VecX& x, Stiffness stiffness) {
    s_.elements->evaluate(deformed(x), stiffness);
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
    if (shape_damping() > 0) {
        damping_free_.subtract_rows(0, damping_free_.rows(), damped_part(x).data(), g.data());
        if (!in_.held_velocity.empty())
            damping_held_.subtract_rows(0, damping_held_.rows(), damped_held().data(), g.data());
    }
    return g;
}

/// False: there is nothing left to gain.
bool Step::newton_step(VecX& x, double tolerance) {
    const double h = in_.h;
    const VecX g = residual(x, Stiffness::Projected);
    if (!(g.norm() > tolerance)) return false;
    const bool damped = shape_damping() > 0;
    if (damped) {
        s_.linear.free = damping_free_;
        s_.linear.held = damping_held_;
    }
    s_.assembly.assemble(*s_.elements, s_.mass, 1 + h * s_.damping.mass, h * h, s_.linear.free,
                         s_.linear.held, damped);
    add_to_matrix(s_.springs, s_.assembly, h * step_length(), h, s_.linear.free, s_.linear.held);
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
        if (shape_damping() > 0) assemble_damping();
        for (int i = 1; i < newton_iterations; ++i)
            if (!newton_step(x, newton_tolerance * scale)) break;
        require_finite(s_, velocities(x), "velocity");
    }
    balance(x);
    return velocities(x);
}

std::vector<Vec3> Step::iterated(const std::vector<Vec3>& from) {
    VecX x = gathered(from, free_);
    if (shape_damping() > 0) {
        s_.elements->evaluate(at_, Stiffness::Projected);
        assemble_damping();
    }
    newton_step(x, 0);
    balance(x);
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
