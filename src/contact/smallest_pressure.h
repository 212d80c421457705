#pragma once

/// Pressures, where mechanics leaves them open: more contacts touch than bodies have ways to give way, as
/// between rigid bodies or where a surface is finer than its elements, and a solver gives the force to some
/// of them, which ones depending on where it started. Of all normal impulses that move the bodies alike, the
/// smallest pressures:
///
///   min Σ λ_i²/A_i,   W λ = W λ⁰,   λ_i ≥ 0
///
///   λ⁰   what the solver found, of the touching contacts of two bodies [N s]     λ   what takes its place
///   A_i  area of contact i [m²]                     W   compliance, its normal rows [1/kg]
///
/// With μ_i = λ_i/√A_i this is the smallest solution of √A W √A μ = √A W λ⁰, and conjugate gradients that
/// start from zero converge to it: they never leave the range of the matrix (E. F. Kaasschieter,
/// Preconditioned conjugate gradients for solving singular systems, 1988). Under a rigid foot it is Navier's
/// linear pressure. Contacts that would pull are left out, one round after the other; W λ = W λ⁰ then holds
/// at the others.
///
/// Contacts without area, such as crossing edges, count as one of the mean area of the others.

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"
#include "linear/block_matrix.h"

namespace limpet {

/// A group of contacts that was solved: `contacts` are places in the list of all, W is theirs.
struct SolvedGroup {
    const std::vector<int>& contacts;
    const BlockMatrix& W;
};

/// Changes the forces on the first bodies, one for each of all contacts [N]; `near`: contacts whose gap ends
/// the step below this touch [m]. Friction between bodies that do not deform follows in proportion.
void spread_pressures(const SolvedGroup& group, const std::vector<Contact>& contacts,
                      const ContactSolution& solution, double h, double near,
                      const std::vector<std::unique_ptr<Body>>& bodies, std::vector<Vec3>& forces);

}  // namespace limpet
