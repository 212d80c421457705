#include "bodies/elastic/elastic_elements.h"

#include <algorithm>

namespace limpet {

std::vector<ElasticElements::Side> ElasticElements::find_sides() const {
    std::vector<Side> sides;
    for (int e = 0; e < count(); ++e)
        for (int a = 0; a < corners_; ++a)
            for (int b = a + 1; b < corners_; ++b)
                if (const auto [low, high] = std::minmax(nodes(e)[a], nodes(e)[b]); low != high)
                    sides.push_back({low, high});
    std::sort(sides.begin(), sides.end());
    sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
    return sides;
}

}  // namespace limpet
