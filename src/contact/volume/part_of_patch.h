#pragma once

/// A part of a volume contact's patches as a contact of its own.
///
///   w_k ← s_k w_k                              on a side of which the shares s_k that it has are known
///   w_k ← w_k max(1 + aᵀ (x_k − c), 0)         on one where they are not:   M a = t,
///                                              M = Σ_k w_k (x_k − c)(x_k − c)ᵀ
///
///   w_k  share of vertex k in its patch      c  middle of the patch [m]
///   t    across n, from c to the middle of the other side's part [m]
///
/// So the middles of both lie over each other, and the contact's two forces are aligned and turn nothing.
/// Within one body shares of both sides are known, and they are aligned as far as these are.

#include <optional>

#include "detect/ldi/volume_rows.h"

namespace limpet {

struct PartOfPatch {
    VolumeRows rows;  ///< along n
    double gap;       ///< along n, between the middles of the two parts [m]
};

/// `first`, `second`: shares of the vertices, in the rows' order, of one side at least.
PartOfPatch part_of_patch(const VolumeRows& rows, const std::optional<std::vector<double>>& first,
                          const std::optional<std::vector<double>>& second, const Vec3& n,
                          const std::vector<Vec3>& first_positions,
                          const std::vector<Vec3>& second_positions);

/// Rows along n by the mean of a patch; `sign` of their shares.
std::vector<VolumeTerm> terms_along(const Vec3& n, double sign, const std::vector<VolumeTerm>& patch);

}  // namespace limpet
