#pragma once

/// The convex neighbour of a contact problem: with the dilatancy s_i given, Coulomb's law is the optimality
/// of a second-order cone program.
///
///   min ½ λᵀ W λ + λᵀ (u⁰ + Σ μ_i s_i n_i),   ‖λ_iT‖ ≤ μ_i λ_in;     with s_i = ‖u_iT‖ it is Coulomb's law
///
/// (G. De Saxcé, Z.-Q. Feng, The bipotential method, 1998; V. Acary, F. Cadoux, C. Lemaréchal, J. Malick, A
/// formulation of the linear discrete Coulomb friction problem via convex optimization, 2011.) An
/// interior-point method with the scaling of Nesterov and Todd solves it:
///
///   z = S (W S x + u⁰) + s e,     x ∘ z = τ e,     x = S⁻¹ λ,     S = diag(1/μ, 1, 1),     τ → 0
///
///   x, z   impulses and velocities, both in the cone x₀ ≥ ‖x_T‖      [-]
///   s      dilatancy, sliding speed that is added to the gap         [-]
///   τ      complementarity, mean of ⟨x_i, z_i⟩                       [-]
///
/// A step is a predictor towards τ = 0 and a corrector (S. Mehrotra 1992) with one factorisation of
/// S W S + G⁻². Numbers are free of units as in central_path.h. W need not be symmetric, but for the
/// optimality to be meant it should be nearly so. Contacts without friction have λT = 0.

#include "linear/sparse_lu.h"
#include "solve/cone/second_order_cone.h"
#include "solve/problem.h"

namespace limpet {

class ConeProgram {
public:
    struct Point {
        VecX x, z;
    };

    /// `scale`: mean diagonal of W; u⁰ must not be zero.
    ConeProgram(const Problem& problem, double scale);

    int contacts() const { return static_cast<int>(friction_.size()); }
    /// Multiplications and additions of a step.
    double flops() const { return lu_.flops(); }
    Point start() const;
    /// False: no step from here.
    [[nodiscard]] bool step(const VecX& dilatancy, Point& at);
    /// τ
    double gap(const Point& at) const { return at.x.dot(at.z) / contacts(); }
    /// ‖S (W S x + u⁰) + s e − z‖
    double infeasibility(const VecX& dilatancy, const Point& at) const;
    /// ‖u_T‖ of every contact, 0 without friction.
    VecX sliding(const Point& at) const;
    /// λ in the problem's units.
    VecX solution(const Point& at) const;

private:
    VecX velocity(const VecX& x) const;
    VecX missing(const VecX& dilatancy, const Point& at) const;
    [[nodiscard]] bool linearise(const Point& at);
    Point direction(const VecX& missing, const VecX& product) const;
    double longest_step(const Point& at, const Point& d) const;

    std::vector<double> friction_;
    BlockMatrix W_;  ///< S W S
    VecX u0_;
    double impulse_scale_;
    BlockMatrix sum_;
    std::vector<int> diagonal_;
    std::vector<ConeScaling> scaling_;
    SparseLu lu_;
};

}  // namespace limpet
