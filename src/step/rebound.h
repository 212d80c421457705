#pragma once

/// Newton's law of impact, of bodies that keep their shape:
///
///   v⁺ = −e v⁻        if they meet in the step with |v⁻| above a threshold
///
/// In a step the gap goes from g to g + h u, with u = u⁰ in free motion. As the scheme has it, u⁰ is a mean:
/// with a constant acceleration a, the velocity at the start of the step is u_s = u⁰ − h a/2. Then
///
///   g + u_s τ + a τ²/2 = 0,     |v⁻| = √(u_s² − 2 a g)     the time in the step at which they meet
///   u⁺ = e |v⁻| + a (h/2 − τ)                              the mean velocity in the next step, less h a
///   q⁺ = q + h v⁺ − τ A⁻¹ Jᵀ λ                             the impulse acts from τ on
///
/// so that a ball is on both sides of the impact where free fall has it, at any step: it bounces to e² of its
/// height. If it were back within the step, e |v⁻| < −a (h − τ)/2, there is no impact: what lies on something
/// is not lifted. The problem's complementarity is moved by the rebound r = u⁺ + g/h:
///
///   0 ≤ λ ⊥ W λ + u⁰ + g/h − r ≥ 0
///
/// | g | gap at the start of the step, 0 where it is less | m |
/// | u⁰, a | normal velocity and acceleration of free motion | m/s, m/s² |
/// | v⁻, v⁺ | normal velocity before and after the impact | m/s |
/// | τ | from the start of the step to the impact | s |
///
/// Newton's and Coulomb's laws together can give energy to a body that is hit askew (T. R. Kane, 1984). Of
///
///   λ(s) = λ₀ + s (λ_e − λ₀),     ΔE(s) = λᵀ v⁻ + λᵀWλ/2
///
/// with λ₀ of e = 0, which takes energy, the largest s ≤ 1 is taken for which ΔE ≤ 0: λ(s) stays in the
/// cones, which are convex. Bodies that touch at the start have v⁻ = 0: in a row of balls that touch, the
/// struck ones go on together, as Newton's law for all contacts at once has it; with a gap between them that
/// takes a step to close, the last one flies off.

#include <vector>

#include "compliance/group_problem.h"
#include "solve/problem.h"

namespace limpet {

struct Rebound {
    double shift = 0;  ///< r; 0: no impact [m/s]
    double speed = 0;  ///< |v⁻| [m/s]
    double time = 0;   ///< τ [s]
};

/// Of each contact; empty: none. `part` has the group's bodies and the u⁰ of its problem.
std::vector<Rebound> find_rebounds(const std::vector<Contact>& contacts, const GroupProblem& part, double h);

/// The largest s of the above, from λ₀ and λ_e; `before` is v⁻ of all rows.
double passive_part(const Problem& problem, const VecX& without, const VecX& with, const VecX& before);

}  // namespace limpet
