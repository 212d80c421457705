#pragma once

#include <vector>

#include "contact/contact.h"
#include "detect/ldi/overlap_cells.h"

namespace limpet {

/// A contact for each cell.
std::vector<Contact> volume_contacts(const std::vector<OverlapCell>& cells);

/// A contact for each overlap that has a direction. `positions` are those of the bodies' surfaces, `pixel` is
/// that of the images [m]; `at_center`: see friction_at_center().
std::vector<Contact> make_volume_contacts(const std::vector<OverlapVolume>& overlaps,
                                          const std::vector<const std::vector<Vec3>*>& positions,
                                          double pixel, bool at_center);

/// Takes the second side for the first: of a body with itself either may be.
void turn_over(Contact& contact);

}  // namespace limpet
