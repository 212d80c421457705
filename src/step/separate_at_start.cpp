/// Bodies that lie deep in each other when a run begins, under detection by points: separated before the
/// first step, without strain.
///
/// Stabilisation would push them out by `distance` per step through their own A⁻¹: soft bodies are squeezed
/// by it, and what strains them is released as motion. Here they move by their rigid modes
/// (part_as_wholes.h), as under `ldi`; velocities stay.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "core/interruption.h"
#include "detect/pierced_sheet.h"
#include "step/contact_pipeline.h"
#include "step/part_as_wholes.h"

namespace limpet {
namespace {

constexpr int most_separations = 60;
/// Of `distance`: more in one solve goes too far, since normals change on the way.
constexpr double most_separation_push = 4;
/// Of what a solve was to take out: if it took out less, others would do no better.
constexpr double min_progress_ratio = 0.05;

}  // namespace

std::map<std::pair<int, int>, double> ContactPipeline::elastic_overlaps(
    const std::vector<Contact>& contacts) const {
    std::map<std::pair<int, int>, double> overlaps;
    for (const Contact& c : contacts) {
        if (!bodies_[c.key.first_body]->deforms() && !bodies_[c.key.second_body]->deforms()) continue;
        double& depth = overlaps[{c.key.first_body, c.key.second_body}];
        depth = std::max(depth, -c.gap);
    }
    return overlaps;
}

void ContactPipeline::separate_at_start(double h) {
    if (!first_step_ || volumes_ || bonds_.possible()) return;
    const VolumeDepths depths{0, overlap_left_alone * distance_, most_separation_push * distance_};
    double before = std::numeric_limits<double>::infinity();
    std::map<std::pair<int, int>, double> overlaps;
    std::set<std::pair<int, int>> pierced;
    for (int iteration = 0; iteration < most_separations; ++iteration) {
        stop_if_interrupted();
        detect(h);
        std::vector<Contact> contacts;
        for (Near& pair : near_) {
            if (pair.first == pair.second) continue;
            const DetectionSurface &first = surfaces_[pair.first], &second = surfaces_[pair.second];
            const std::pair<int, int> bodies(pair.first, pair.second);
            // Once moved, they go on until nothing passes through.
            const double tolerance = pierced.contains(bodies) ? 0 : proximity_reach(first, second, 0);
            if (settle_pierced_sheet(first, second, tolerance, pair.proximities)) pierced.insert(bodies);
            const std::vector<Contact> own = contacts_of(pair);
            contacts.insert(contacts.end(), own.begin(), own.end());
        }
        overlaps = elastic_overlaps(contacts);
        double left = 0;
        for (const auto& [bodies, depth] : overlaps) {
            left = std::max(left, depth);
            if (iteration == 0 && (depth > distance_ || pierced.contains(bodies)))
                warnings_.about_pair(
                    "start-overlap", bodies.first, bodies.second,
                    fmt::format("overlap by {:.3g} m at the start; what can move is moved apart before the "
                                "first step: place them apart",
                                depth));
        }
        const bool shallow = left <= (iteration == 0 && pierced.empty() ? distance_ : depths.most);
        if (shallow || left > before - min_progress_ratio * std::min(before, depths.push)) break;
        before = left;
        if (!part_as_wholes(contacts, bodies_, moves_, depths, limits_)) break;
    }
    // The steps do not find what is farther through a sheet than its radius.
    for (const std::pair<int, int>& bodies : pierced) {
        const double radii = proximity_reach(surfaces_[bodies.first], surfaces_[bodies.second], 0);
        if (const double through = overlaps[bodies] - radii; through > radii)
            warnings_.about_pair(
                "overlap", bodies.first, bodies.second,
                fmt::format("pass through each other by {:.3g} m at the start and cannot be moved apart as "
                            "wholes: contact does not part them; place them apart",
                            through),
                through);
    }
}

}  // namespace limpet
