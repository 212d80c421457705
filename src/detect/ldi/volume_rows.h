#pragma once

/// Rows of a volume contact: how its gap and its slip follow from the vertices of the two surfaces that bound
/// the overlap.
///
///   u_n = −(1/A) Σ_k a_k · v_k              u_t = −(1/A) Σ_k A_k t·v_k
///   n = S/A,   A = ‖S‖                      A_k = n · a_k
///
///   V      volume of the overlap within the contact's cell     [m³]
///   a_k    ∂V/∂p_k as facing_areas.h has it, S their sum on the second body     [m²]
///   A_k    area of vertex k across the normal, with a sign     [m²]      A   area of the contact [m²]
///
/// J. Allard, F. Faure et al., Volume contact constraints at arbitrary resolution (2010), eq. 16 (J_V is the
/// gradient of −V), 20 and 21. We deviate: rows are divided by A, so that multipliers are impulses instead of
/// pressures × time and u is a velocity; a volume contact is then like any other to laws and solvers, with
/// −V/A for a gap.

#include <cmath>
#include <vector>

#include "core/types.h"

namespace limpet {

struct VolumeTerm {
    int vertex;
    Vec3 normal;               ///< of u_n: −∂V/∂p_k / A
    double share;              ///< of u_t, with both tangents: −A_k / A
    Mat3 turn = Mat3::Zero();  ///< and across them, where rubbing is moved to the contact's centre
};

/// Terms on both bodies, in the order of vertices. Shares of the first sum to about 1, of the second to −1.
struct VolumeRows {
    std::vector<VolumeTerm> first, second;
    double deepest = 0;  ///< of the overlap, along the normal, where its mean is −gap [m]
    /// Of each term of a rigid body: from its vertex to where its force acts, if not on it; empty: on it [m].
    std::vector<Vec3> first_offsets = {}, second_offsets = {};
};

/// Mean of a patch's vertices by their areas.
inline Vec3 patch_center(const std::vector<VolumeTerm>& terms, const std::vector<Vec3>& positions) {
    double weight = 0;
    Vec3 sum = Vec3::Zero();
    for (const VolumeTerm& t : terms) {
        weight += std::abs(t.share);
        sum += std::abs(t.share) * positions[t.vertex];
    }
    return weight > 0 ? Vec3(sum / weight) : sum;
}

}  // namespace limpet
