#pragma once

#include <span>
#include <vector>

#include "core/types.h"

namespace limpet {

/// Where a node that a cut made came from: x = (1 − at) x_first + at x_second of earlier nodes. A twin, where
/// a node came apart, has first = second.
struct NodeOrigin {
    int first, second;
    double at;

    bool is_twin() const { return first == second; }
};

/// The first `kept` values stay; those of added nodes follow from their origins.
inline void extend_by_origins(std::vector<Vec3>& values, int kept, std::span<const NodeOrigin> added) {
    values.resize(kept);
    for (const NodeOrigin& o : added)
        values.push_back(o.is_twin() ? values[o.first]
                                     : Vec3((1 - o.at) * values[o.first] + o.at * values[o.second]));
}

}  // namespace limpet
