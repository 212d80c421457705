#pragma once

#include <cstdint>
#include <vector>

namespace limpet {

/// What zones of virtual adhesives hold of one body at the end of a step: for frames, probes and tables.
struct ZoneMembers {
    std::vector<int> zones;  ///< per vertex of the surface: id of the zone that holds it, −1: none
    std::vector<std::uint8_t> colliding;  ///< per vertex of the surface: 1 if it collides
    std::vector<int> in_zones;  ///< ids of the zones that hold something of the body, rising; of rigid and
                                ///< static bodies, too, which have no particles
};

}  // namespace limpet
