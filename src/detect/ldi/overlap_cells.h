#pragma once

/// Overlaps of two surfaces cell by cell, with the rows along which they close and slide: what a volume
/// contact is made of (contact/volume/make_volume_contacts.h).

#include <memory>
#include <vector>

#include "detect/ldi/overlap_volumes.h"
#include "detect/ldi/volume_rows.h"

namespace limpet {

struct OverlapCell {
    int first, second;  ///< bodies
    /// Which cell it is, the same from step to step: its first coordinate, and the two others folded into one
    /// number of 30 bits.
    int cell_x, cell_yz;
    Vec3 normal;  ///< from the second surface to the first
    double gap;   ///< −V/A [m]
    double area;  ///< [m²]
    std::shared_ptr<const VolumeRows> rows;
};

/// One for each overlap that has a direction. `positions` are those of the surfaces, `pixel` is that of the
/// images [m]; `at_center`: see friction_at_center().
std::vector<OverlapCell> make_overlap_cells(const std::vector<OverlapVolume>& overlaps,
                                            const std::vector<const std::vector<Vec3>*>& positions,
                                            double pixel, bool at_center);

}  // namespace limpet
