#pragma once

#include <utility>

#include "detect/proximity.h"

namespace limpet {

/// The same, of the two surfaces in the other order.
inline Proximity swapped(Proximity p) {
    p.features = has_edge(p.features) ? FeaturePair::FaceEdge : FeaturePair::FaceVertex;
    std::swap(p.first_feature, p.second_feature);
    std::swap(p.first, p.second);
    p.normal = -p.normal;
    return p;
}

}  // namespace limpet
