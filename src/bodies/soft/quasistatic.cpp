#include "bodies/soft/quasistatic.h"

#include <fmt/format.h>

#include <cmath>

#include "limpet/error.h"

namespace limpet {
namespace {

/// ‖unbalanced force‖, of the forces that balance.
constexpr double force_tolerance = 1e-9;
/// The same, where the energy's own rounding ends the line search.
constexpr double rough_force_tolerance = 1e-6;
/// Of conjugate gradients, of the unbalanced force.
constexpr double linear_tolerance = 1e-4;
constexpr double linear_model_tolerance = 1e-10;
constexpr int max_iterations = 100, max_halvings = 40;
constexpr double sufficient_decrease = 1e-4;  // Armijo
constexpr double energy_rounding = 1e-13;     // of the energy: smaller changes of it mean nothing
/// Of the energy: of steps that change it by less, forces tell more. What balances cancels in it, and within
/// elements, whose terms are as large as their modulus, so that its rounding may be that large.
constexpr double told_by_forces = 1e-9;

struct GivenForces {
    Vec3 gravity;  ///< [m/s^2]
    VecX force;    ///< of contacts and from outside, on free nodes; empty: none [N]
};

double potential(const ElasticSystem& s, const std::vector<Vec3>& q, const GivenForces& given) {
    double sum = s.elements->energy(q);
    for (std::size_t i = 0; i < q.size(); ++i) sum -= s.mass[i] * given.gravity.dot(q[i]);
    if (given.force.size() > 0) sum -= given.force.dot(gathered(q, s.assembly.free_nodes()));
    return sum + spring_energy(s.springs, q);
}

/// Assembles K of the last evaluate() at q and solves K x = b. Near a minimum the exact K is definite and
/// Newton converges quadratically; where it is not, its elements are made so, and if that is not enough,
/// something is added to its diagonal.
void solve_with_stiffness(ElasticSystem& s, const std::vector<Vec3>& q, const VecX& b,
                          const std::vector<Vec3>* held_shift, VecX& x) {
    const bool constant = s.elements->is_linear();
    const double tolerance = constant ? linear_model_tolerance : linear_tolerance;
    const std::vector<double> ones(s.mass.size(), 1.0);
    double shift = 0;
    for (int attempt = 0; attempt < 9; ++attempt) {
        if (!constant || s.matrix_h == 0) {
            s.assembly.assemble(*s.elements, ones, shift, 1.0, s.linear.free, s.linear.held);
            add_to_matrix(s.springs, s.assembly, 1, 0, s.linear.free, s.linear.held);
            s.linear.changed();
            s.matrix_h = 1;
        }
        VecX right = b;
        if (held_shift)
            s.linear.held.subtract_rows(0, s.linear.held.rows(), flat(*held_shift).data(), right.data());
        x.setZero(b.size());
        if (s.linear.solve(right, tolerance * right.norm(), x) && x.allFinite()) return;
        s.matrix_h = 0;
        if (attempt == 0) {
            s.elements->evaluate(q, Stiffness::Projected);
            continue;
        }
        double trace = 0;
        const BlockPattern& pattern = s.linear.free.pattern();
        for (int i = 0; i < pattern.rows; ++i) trace += s.linear.free.block(pattern.find(i, i))[0];
        shift = shift > 0 ? 100 * shift : 1e-10 * trace / pattern.rows;
    }
    throw BreakdownError(
        fmt::format("{}: its stiffness matrix cannot be solved with. Most often held nodes moved "
                    "so far in one "
                    "step that elements collapsed: take a shorter time.step",
                    s.name));
}

struct Balance {
    VecX unbalanced;
    double scale = 0;  ///< the forces that balance, held nodes' reactions among them [N]
};

Balance balance(ElasticSystem& s, const std::vector<Vec3>& q, const GivenForces& given, Stiffness stiffness) {
    s.elements->evaluate(q, stiffness);
    std::vector<Vec3> f = elastic_forces(s);
    double elastic = 0, weight = 0;
    for (std::size_t i = 0; i < q.size(); ++i) {
        elastic += f[i].squaredNorm();
        weight += (s.mass[i] * given.gravity).squaredNorm();
        f[i] += s.mass[i] * given.gravity;
    }
    VecX unbalanced = gathered(f, s.assembly.free_nodes());
    if (given.force.size() > 0) unbalanced += given.force;
    double scale = std::sqrt(elastic) + std::sqrt(weight) + given.force.norm();
    if (!s.springs.empty()) {
        VecX pull = VecX::Zero(unbalanced.size());
        add_spring_forces(s.springs, s.assembly, q, std::vector<Vec3>(q.size(), Vec3::Zero()), 1, pull);
        unbalanced += pull;
        scale += pull.norm();
    }
    return {std::move(unbalanced), scale};
}

/// Along a Newton step from where `unbalanced` is. False: the line search cannot get lower.
bool descend(ElasticSystem& s, const VecX& direction, const VecX& unbalanced, const GivenForces& given,
             std::vector<Vec3>& q) {
    const std::vector<int>& nodes = s.assembly.free_nodes();
    const double before = potential(s, q, given), slope = unbalanced.dot(direction);
    double step = 1;
    for (int halving = 0; halving < max_halvings; ++halving, step /= 2) {
        std::vector<Vec3> next = q;
        for (std::size_t i = 0; i < nodes.size(); ++i) next[nodes[i]] += step * direction.segment<3>(3 * i);
        const double after = potential(s, next, given);
        const bool lower =
            after <= before - sufficient_decrease * step * slope + energy_rounding * std::abs(before);
        if (lower || (halving == 0 && std::abs(after - before) <= told_by_forces * std::abs(before) &&
                      balance(s, next, given, Stiffness::None).unbalanced.norm() < unbalanced.norm() / 2)) {
            q = std::move(next);
            return true;
        }
    }
    return false;
}

}  // namespace

std::vector<Vec3> quasistatic(ElasticSystem& s, const NodalState& state, const StepInput& input) {
    const std::vector<int>& nodes = s.assembly.free_nodes();
    const bool linear = s.elements->is_linear();
    const Stiffness stiffness = linear && s.matrix_h != 0 ? Stiffness::None : Stiffness::Exact;
    GivenForces given{input.gravity, input.impulse / input.h};
    if (input.force.size() > 0) {
        if (given.force.size() == 0) given.force.setZero(input.force.size());
        given.force += input.force;
    }
    std::vector<Vec3> q = state.q;
    std::vector<Vec3> shift = input.held_velocity;
    for (Vec3& x : shift) x *= input.h;

    VecX x;
    solve_with_stiffness(s, q, balance(s, q, given, stiffness).unbalanced, &shift, x);
    for (std::size_t i = 0; i < nodes.size(); ++i) q[nodes[i]] += x.segment<3>(3 * i);
    for (std::size_t i = 0; i < shift.size(); ++i) q[s.assembly.held_nodes()[i]] += shift[i];
    require_finite(s, q, "position");

    bool done = linear;
    double unbalanced = 0, scale = 0;
    for (int i = 0; i < max_iterations && !done; ++i) {
        const Balance now = balance(s, q, given, Stiffness::Exact);
        unbalanced = now.unbalanced.norm();
        scale = now.scale;
        done = unbalanced <= force_tolerance * scale + 10 * rounding_level(s, q);
        if (done) break;
        solve_with_stiffness(s, q, now.unbalanced, nullptr, x);
        if (!descend(s, x, now.unbalanced, given, q)) break;
    }
    // Where rounding stops the search, or keeps it from an end, it is as near as the energy can tell.
    if (!done && !(unbalanced <= rough_force_tolerance * scale))
        throw BreakdownError(fmt::format(
            "{}: no equilibrium found in {} Newton iterations; {:.3g} N of {:.3g} N are still "
            "unbalanced. Move its held nodes in smaller steps (time.step), or use implicit dynamics where it "
            "snaps",
            s.name, max_iterations, unbalanced, scale));
    std::vector<Vec3> v(q.size());
    for (std::size_t i = 0; i < q.size(); ++i) v[i] = (q[i] - state.q[i]) / input.h;
    return v;
}

}  // namespace limpet
