#pragma once

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/zone_members.h"
#include "limpet/cell.h"
#include "limpet/frame.h"

namespace limpet {

/// What zones hold of each body. `members` is a response's answer; where it has none, the particles of a body
/// are in no zone.
std::vector<ZoneMembers> members_of_all(std::vector<ZoneMembers> members,
                                        const std::vector<std::unique_ptr<Body>>& bodies);

/// One per body of particles, in the order of bodies. `contacts` are those of the last step.
std::vector<CellReading> cell_readings(const std::vector<std::unique_ptr<Body>>& bodies,
                                       const std::vector<ZoneMembers>& members,
                                       const std::vector<ContactFrame>& contacts);

}  // namespace limpet
