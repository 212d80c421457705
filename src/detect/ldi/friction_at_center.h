#pragma once

/// Friction at the contact's centre instead of on its two surfaces, which lie in each other: there its two
/// forces are aligned and turn nothing (the paper's "ghost torque", §4.2).
///
///   v(c) = v̄ + ω × (c − c̄),     v̄ = Σ_k w_k v_k,  c̄ = Σ_k w_k p_k,     I ω = Σ_k w_k r_k × v_k
///   I = Σ_k w_k (|r_k|² 1 − r_k r_kᵀ),  r_k = p_k − c̄
///
///   w_k   |share| of vertex k, sum 1 on each side      c   mean of the c̄ of both sides [m]
///
/// We deviate twice. The paper would move all forces of a contact to its centre, with velocities there from
/// the bodies' inside (and did not find it useful); here each side's patch is extended as what is rigid about
/// it, which is exact for rigid bodies and needs no more than its vertices. And only friction is moved:
/// normal forces stay on the surfaces, as the volume's gradient has them. On one contact these are on one
/// line already, to a thousandth of a hit's angular momentum, while friction's are as far from each other as
/// the overlap is deep (tests/unit/step/volume_momentum_test.cpp).

#include "detect/ldi/volume_rows.h"

namespace limpet {

void friction_at_center(VolumeRows& rows, const std::vector<Vec3>& first, const std::vector<Vec3>& second);

}  // namespace limpet
