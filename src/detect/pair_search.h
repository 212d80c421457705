#pragma once

/// Where to look for proximities: pairs of simplices of bodies that are near each other, kept from step to
/// step while these hardly move against each other (detect/kept_pairs.h). States do not have them: what is
/// found does not depend on them.

#include <utility>
#include <vector>

#include "detect/kept_pairs.h"

namespace limpet {

class PairSearch {
public:
    using BodyPair = std::pair<int, int>;

    /// Before a step's within(): all surfaces as they are now, and the pairs that are near, ascending,
    /// without those of a body with itself.
    void begin_step(const std::vector<DetectionSurface>& surfaces, const std::vector<BodyPair>& near);
    /// As KeptPairs has it, of one of these pairs; in parallel, a pair at a time.
    KeptPairs::Pairs within(const BodyPair& pair, const std::vector<DetectionSurface>& surfaces, double reach,
                            double margin) {
        return list_of(pair).within(surfaces[pair.first], surfaces[pair.second], reach, margin);
    }
    /// A body has other triangles.
    void surface_changed(int body);

private:
    struct Kept {
        BodyPair bodies;
        KeptPairs pairs = {};
    };
    KeptPairs& list_of(const BodyPair& pair);

    std::vector<Kept> kept_;               ///< ascending
    std::vector<std::vector<Vec3>> last_;  ///< positions in the step before, of bodies that were near any
};

}  // namespace limpet
