#pragma once

/// How a step of an elastic body is made of one implicit stage (implicit_euler.h) of length θ₀ h.
///
///   implicit Euler   θ₀ = 1:   v̄ = v⁺ from the stage
///   midpoint         θ₀ = ½:   v̄ from the stage,   v⁺ = 2 v̄ − v
///                              M (v̄ − v) = h/2 [f(q̃ + h/2 (v̄ − ṽ)) + M g − D v̄ − c h K (v̄ − v̄_even)] + p/2
///   both             q⁺ = q + h v̄
///
///   v̄       mean velocity in the step [m/s], what contacts act on: h ūₙ is the gap at the end of the step
///   ṽ, q̃    what the stage expects (prediction.h) [m/s], [m]
///   v̄_even  what numerical damping leaves alone [m/s]: of a solid that turns freely its rigid motion, else
///   the
///           motion of a step in which the body turns on and changes its shape as fast as in the last
///   p       impulses of contacts in the last step [N s]: those that last act evenly through the step
///   c       numerical damping of changes of shape [-]: vibrations of a free solid with ωh ≫ 1 lose all but
///           (½ − c)/(½ + c) of their amplitude a step, slow ones π c ωh of it a period; of other bodies,
///           where it lags, the slow ones lose π c (ωh)³/2
///
/// With contacts' impulses λ the midpoint rule becomes
///
///   v̄ = v̄_free + θ A⁻¹ Jᵀ(λ − p),    v⁺ = 2 v̄_free − v + A⁻¹ Jᵀ(λ − p),    ½ ≤ θ ≤ ½ + c
///
/// so that momentum grows by λ, a body at rest stays so with v⁺ = 0, and of what changes, such as an impact,
/// the part 2θ − 1 acts at once. With θ = ½ contacts neither give nor take energy (λ ⊥ v̄), but what they hold
/// would go on swinging from step to step, v⁺ = −v; with θ = 1 (P. Deuflhard, R. Krause, S. Ertel, A
/// contact-stabilized Newmark method, 2008, count a change once, too) it would stop at once, but the energy
/// of the surface may grow (docs/soft-bodies.md).

#include "limpet/scene.h"

namespace limpet {

struct TimeScheme {
    double stage = 1;        ///< θ₀
    double dissipation = 0;  ///< c
    double change = 1;       ///< θ: of a change of impulses, what the mean velocity gets

    bool extrapolates() const { return stage < 1; }
    /// K's part in the stage's matrix, 1 + 2c of (θ₀h)².
    double stiffness_weight() const { return 1 + dissipation / stage; }
};

TimeScheme time_scheme(Integrator integrator);

}  // namespace limpet
