#pragma once

/// Viscous contact: a tangential traction in proportion to slip, beside Coulomb's friction and implicit as it
/// is.
///
///   λ_v = −D u,  D = h ν A on tangential rows, 0 on normal ones,     u = W (λ + λ_v) + u⁰
///   ⇒  u = W' λ + u⁰',   W' = (1 + W D)⁻¹ W,   u⁰' = (1 + W D)⁻¹ u⁰
///
///   ν   viscosity [Pa s/m]     A   area of the contact [m²]     λ_v   viscous impulse [N s]
///
/// J. Allard, F. Faure et al. (2010), §4.2. There f_k = −ν v_rel A_k at the vertices k of a contact, with
/// v_rel = Σ A_k v_k, which is not a velocity but A u [m³/s]: forces sum to ν A² u, along the normal too. We
/// deviate: ν A u, a traction in proportion to slip, which n cells of area A/n give as one contact of area A
/// does (A²/n there); and along tangents alone, since along the normal it would brake what parts.
///
/// W' is symmetric, and the problem in λ is one as any other: every solver that takes a W takes it. The
/// solver of scenes that does without one, anticipation, refuses it (scene/check_contact.cpp).

#include <vector>

#include "core/types.h"
#include "linear/block_matrix.h"

namespace limpet {

/// W ← W', u⁰ ← u⁰'. `damping`: h ν A of each contact [kg].
void add_viscosity(const std::vector<double>& damping, BlockMatrix& W, VecX& u0);

/// λ_v; empty without damping.
VecX viscous_impulses(const std::vector<double>& damping, const VecX& u);

}  // namespace limpet
