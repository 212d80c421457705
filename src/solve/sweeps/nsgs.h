#pragma once

/// Nonsmooth Gauss–Seidel: Coulomb's law with the exact cone, one contact after the other, each solved
/// exactly.
///
///   for i = 1 … n:   λ_i ← the λ with   u = W_ii λ + ū_i,   λ ∈ K_μ,   u + μ‖u_T‖n ∈ K_μ*,   complementary
///   ū_i = u⁰_i + Σ_{j≠i} W_ij λ_j,   newest λ_j
///
/// M. Jean, The non-smooth contact dynamics method (1999). The contact's own problem is one_contact.h's,
/// which has an answer for every block; that of a contact with a bond is adhesive_contact.h's. Contacts that
/// occur twice and W without full rank do no harm.

#include <optional>
#include <vector>

#include "solve/problem.h"
#include "solve/report.h"
#include "solve/sweeps/adhesive_contact.h"
#include "solve/sweeps/one_contact.h"
#include "solve/sweeps/sweeps.h"

namespace limpet {

/// One sweep after the other. The problem has been checked (problem_check.h), and has to outlive it.
class NsgsSweep {
public:
    explicit NsgsSweep(const Problem& problem);
    /// Returns ‖change of λ‖².
    double operator()(VecX& lambda);

private:
    SweepRows rows_;
    std::vector<OneContact> contacts_;
    std::vector<std::optional<AdhesiveContact>> bonded_;
};

Report solve_nsgs(const Problem& problem, const SolveLimits& limits);
/// The same, each sweep from what the last ones tell of where they lead (anderson.h).
Report solve_accelerated_nsgs(const Problem& problem, const SolveLimits& limits);

}  // namespace limpet
