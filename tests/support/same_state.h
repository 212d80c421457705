#pragma once

#include "limpet/world.h"

namespace limpet::testing_support {

/// Whether two states have the same bytes.
inline bool same_bytes(const WorldState& a, const WorldState& b) {
    bool same = a.step == b.step && a.bodies.size() == b.bodies.size() && a.contacts == b.contacts &&
                a.commanded == b.commanded;
    for (std::size_t i = 0; same && i < a.bodies.size(); ++i)
        same = a.bodies[i].name == b.bodies[i].name && a.bodies[i].values == b.bodies[i].values;
    return same;
}

}  // namespace limpet::testing_support
