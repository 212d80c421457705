/// Cloth that a solid's edge or corner goes through, under detection by points: contacts follow it into the
/// sheet by its thickness alone (detect/pierced_sheet.h), so that nothing holds what is farther through.
/// Large triangles over an edge do that. Steps do not part it; it is told of.

#include <fmt/format.h>

#include <algorithm>

#include "core/parallel.h"
#include "detect/pierced_sheet.h"
#include "step/contact_pipeline.h"

namespace limpet {

void ContactPipeline::warn_of_pierced_sheets() {
    if (volumes_ || first_step_) return;
    std::vector<double> through(near_.size(), 0);
    parallel_blocks(static_cast<int>(near_.size()), 1, [&](int k, int) {
        const Near& pair = near_[k];
        if (pair.first == pair.second) return;
        const DetectionSurface &first = surfaces_[pair.first], &second = surfaces_[pair.second];
        if (first.complex().is_sheet() == second.complex().is_sheet()) return;
        std::vector<Proximity> inside;
        settle_pierced_sheet(first, second, proximity_reach(first, second, 0), inside);
        for (const Proximity& p : inside) through[k] = std::max(through[k], -p.gap);
    });
    for (std::size_t k = 0; k < near_.size(); ++k)
        if (through[k] > distance_)
            warnings_.about_pair(
                "overlap", near_[k].first, near_[k].second,
                fmt::format("pass through each other by up to {:.3g} m, more than "
                            "contact.detection.distance ({:.3g} m), and contact does not part them: smaller "
                            "triangles of the cloth (surface), a smaller time.step or continuous detection "
                            "help",
                            through[k], distance_),
                through[k]);
}

}  // namespace limpet
