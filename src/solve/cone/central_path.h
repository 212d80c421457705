#pragma once

/// The central path of a contact problem with Coulomb's law: a smooth curve that ends in a solution.
///
///   u = W λ + u⁰,     un λn = τ,     uT = −ν w,     ν (μ² − ‖w‖²) λn = τ,     w = λT / λn
///
///   τ > 0   complementarity, → 0 at the solution         [-]
///   un      normal velocity, > 0                         [-]
///   w       slope of the impulse, ‖w‖ < μ                [-]
///   ν       sliding speed over μ, > 0                    [-]
///
/// τ = 0 gives take-off (λn = 0), stick (ν = 0) and slip (‖w‖ = μ, uT against λT). Lengths of λT or uT do not
/// occur, so that the equations are smooth; with ‖uT‖ in them they would be those of the second-order cone
/// (V. Acary, P. Armand, H. M. Nguyen, M. Shpakovych, Second-order cone programming for frictional contact
/// mechanics using interior point algorithm, 2024), which turned out slower here and less exact. Numbers are
/// free of units: W is divided by its mean diagonal s, u by the root mean square U of u⁰, λ by U/s.
///
/// A Newton step eliminates un and ν and leaves (W + D) Δλ = right-hand side with 3×3 blocks in D:
///
///   D = | un/λn                     0                           |
///       | −(a (μ² + ‖w‖²) + b) w    2 a w wᵀ + b 1              |,   a = ν / (λn (μ² − ‖w‖²)),   b = ν / λn
///
/// D is not symmetric, for Coulomb's law has no potential; nor need W be.

#include "linear/sparse_lu.h"
#include "solve/problem.h"

namespace limpet {

/// A point near the path: by contact, λ = λn (1, w). Contacts without friction have w = 0.
struct PathPoint {
    VecX normal;  ///< λn
    VecX slope;   ///< w, two numbers each
    VecX inside;  ///< μ − ‖w‖, kept apart: near the cone's surface the difference would be rounding
    VecX gap;     ///< un
    VecX speed;   ///< ν
};

/// How far a point is from the path.
struct PathResidual {
    VecX velocity;  ///< (un, −ν w) − (W λ + u⁰)
    VecX open;      ///< un λn
    VecX slip;      ///< ν (μ² − ‖w‖²) λn

    /// τ of the point of the path that is meant.
    double mean() const;
    /// Smallest and largest of the products over their mean.
    double lowest() const;
    double highest() const;

    std::vector<char> slides;  ///< contacts with friction
};

struct PathDirection {
    VecX impulse;  ///< Δλ
    VecX gap, speed;
};

class CentralPath {
public:
    /// `scale`: mean diagonal of W; u⁰ must not be zero.
    CentralPath(const Problem& problem, double scale);

    int contacts() const { return static_cast<int>(friction_.size()); }
    /// Multiplications and additions of a linearisation.
    double flops() const { return lu_.flops(); }
    PathPoint start() const;
    /// What a step adds to the residual beyond its linear part, to second order.
    PathResidual second_order(const PathPoint& at, const PathDirection& d, double length) const;
    VecX impulse(const PathPoint& at) const;
    /// λ in the problem's units.
    VecX solution(const PathPoint& at) const { return impulse_scale_ * impulse(at); }
    PathResidual residual(const PathPoint& at) const;

    /// Makes ready for direction(). False: no Newton step from here.
    [[nodiscard]] bool linearise(const PathPoint& at);
    /// Sign of the determinant of the path's equations: where it is −1, the way to the solution is to larger
    /// τ, since the path has turned (E. Allgower, K. Georg, Numerical Continuation Methods, 1990, chapter 2).
    int orientation() const { return lu_.determinant_sign(); }
    /// The Newton step to the point with products τ, given what second-order terms add to the residual.
    PathDirection direction(const PathPoint& at, const PathResidual& residual, double tau,
                            const PathResidual* second_order) const;
    /// How the point changes with ln τ along the path.
    PathDirection tangent(const PathPoint& at, double tau) const;
    /// The longest step ≤ 1 within the domain.
    double longest_step(const PathPoint& at, const PathDirection& d) const;
    /// The point a step further.
    PathPoint step(const PathPoint& at, const PathDirection& d, double length) const;
    /// Inner product of changes relative to the point's numbers.
    double product(const PathPoint& at, const PathDirection& a, const PathDirection& b) const;

    /// The largest of these changes.
    double largest(const PathPoint& at, const PathDirection& d) const;

    /// Straight: λ moves along a line, which leaves the velocities' equations linear. Curved: slopes of
    /// contacts that slide turn about the axis of the cone. On a line a contact near the cone's surface could
    /// change its direction by about √τ only.
    enum class Steps { Straight, Curved };
    Steps steps = Steps::Straight;

private:
    struct Turn;
    Turn turn_of(const PathPoint& at, const PathDirection& d, int i) const;
    PathDirection solve(const PathPoint& at, VecX right, PathDirection d) const;
    double longest_straight(const PathPoint& at, const PathDirection& d, int i) const;

    std::vector<double> friction_;
    BlockMatrix W_;
    VecX u0_;
    double impulse_scale_;
    BlockMatrix sum_;
    std::vector<int> diagonal_;
    SparseLu lu_;
};

}  // namespace limpet
