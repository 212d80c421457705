/// Bodies that lie deep in each other when a run begins, under detection by points: separated before the
/// first step, without strain.
///
/// Stabilisation would push them out by `distance` per step through their own A⁻¹: soft bodies are squeezed
/// by it, and what strains them is released as motion. Here they move by their rigid modes
/// (part_as_wholes.h), as under `ldi`; velocities stay.

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/interruption.h"
#include "step/contact_pipeline.h"
#include "step/part_as_wholes.h"

namespace limpet {
namespace {

constexpr int most_iterations = 60;
/// Of `distance`: more in one solve goes too far, since normals change on the way.
constexpr double most_push = 4;
/// Of the depth before a solve: if more is left, others would do no better.
constexpr double least_progress = 0.95;

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
    const VolumeDepths depths{0, overlap_left_alone * distance_, most_push * distance_};
    double before = std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
        stop_if_interrupted();
        detect(h);
        std::vector<Contact> contacts;
        for (const Near& pair : near_) {
            if (pair.first == pair.second) continue;
            const std::vector<Contact> own = contacts_of(pair);
            contacts.insert(contacts.end(), own.begin(), own.end());
        }
        double left = 0;
        for (const auto& [bodies, depth] : elastic_overlaps(contacts)) {
            left = std::max(left, depth);
            if (iteration == 0 && depth > distance_)
                warn("start-overlap", bodies.first, bodies.second,
                     fmt::format("overlap by {:.3g} m at the start; what can move is moved apart before the "
                                 "first step: place them apart",
                                 depth));
        }
        if (left <= (iteration == 0 ? distance_ : depths.most) || left > least_progress * before) return;
        before = left;
        if (!part_as_wholes(contacts, bodies_, moves_, depths, limits_)) return;
    }
}

}  // namespace limpet
