#include "step/gap_separation.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/interruption.h"
#include "detect/pierced_sheet.h"
#include "step/separate_rigidly.h"
#include "step/step_constants.h"

namespace limpet {

GapSeparation::Depths GapSeparation::elastic_overlaps(const std::vector<Contact>& contacts) const {
    Depths overlaps;
    for (const Contact& c : contacts) {
        if (!context_.bodies[c.key.first_body]->deforms() && !context_.bodies[c.key.second_body]->deforms())
            continue;
        double& depth = overlaps[{c.key.first_body, c.key.second_body}];
        depth = std::max(depth, -c.gap);
    }
    return overlaps;
}

std::vector<Contact> GapSeparation::overlapping_contacts(BodyPairs& pierced) const {
    std::vector<Contact> contacts;
    for (const NearPair& near : detector_.near()) {
        if (near.first == near.second) continue;
        const DetectionSurface &first = detector_.surfaces()[near.first],
                               &second = detector_.surfaces()[near.second];
        const std::pair<int, int> bodies(near.first, near.second);
        // Once moved, they go on until nothing passes through.
        const double tolerance = pierced.contains(bodies) ? 0 : proximity_reach(first, second, 0);
        NearPair pair = near;
        if (settle_pierced_sheet(first, second, tolerance, pair.proximities)) pierced.insert(bodies);
        std::vector<Contact> own = source_.contacts_between(pair);
        // What zones will hold needs no room to move.
        if (context_.responses.has_zones(near.first, near.second))
            std::erase_if(own, [](const Contact& c) { return c.gap >= 0; });
        contacts.insert(contacts.end(), own.begin(), own.end());
    }
    return contacts;
}

void GapSeparation::separate_at_start(double h) {
    if (!context_.first_step() || laws_.bonds().possible()) return;
    const double distance = context_.distance;
    const VolumeDepths depths{0, overlap_tolerance_ratio * distance, max_start_push_ratio * distance};
    double before = std::numeric_limits<double>::infinity();
    Depths overlaps;
    BodyPairs pierced;
    for (int iteration = 0; iteration < max_start_separations; ++iteration) {
        stop_if_interrupted();
        detector_.detect(h);
        source_.warn_of_short_search(h);
        const std::vector<Contact> contacts = overlapping_contacts(pierced);
        overlaps = elastic_overlaps(contacts);
        if (iteration == 0) warn_of_start(overlaps, pierced);
        double left = 0;
        for (const auto& [bodies, depth] : overlaps) left = std::max(left, depth);
        const bool shallow = left <= (iteration == 0 && pierced.empty() ? distance : depths.most);
        if (shallow || left > before - min_start_progress_ratio * std::min(before, depths.push)) break;
        before = left;
        if (context_.responses.any_zones() && is_too_large(contacts)) break;
        if (!separate_rigidly(contacts, context_.bodies, context_.moves, depths, limits_)) break;
    }
    warn_of_pierced(overlaps, pierced);
}

/// Their W would have more blocks than a step's problem may have.
bool GapSeparation::is_too_large(const std::vector<Contact>& contacts) const {
    std::vector<double> count(context_.bodies.size(), 0.0);
    for (const Contact& c : contacts) {
        ++count[c.key.first_body];
        ++count[c.key.second_body];
    }
    double blocks = 0;
    for (std::size_t b = 0; b < count.size(); ++b)
        if (context_.moves[b]) blocks += count[b] * count[b];
    if (blocks <= max_group_blocks) return false;
    const ContactKey& first = contacts.front().key;
    context_.warnings.about_pair("start-overlap-left", first.first_body, first.second_body, 0, [&] {
        return fmt::format(
            "and others overlap at {} places at the start, too many to move apart before "
            "the first step: place them apart",
            contacts.size());
    });
    return true;
}

void GapSeparation::warn_of_start(const Depths& overlaps, const BodyPairs& pierced) {
    for (const auto& [bodies, depth] : overlaps)
        if (depth > context_.distance || pierced.contains(bodies))
            context_.warnings.about_pair("start-overlap", bodies.first, bodies.second, 0, [depth = depth] {
                return fmt::format(
                    "overlap by {:.3g} m at the start; what can move is moved apart before the first step: "
                    "place them apart",
                    depth);
            });
}

/// The steps do not find what is farther through a sheet than its radius.
void GapSeparation::warn_of_pierced(const Depths& overlaps, const BodyPairs& pierced) {
    for (const std::pair<int, int>& bodies : pierced) {
        const double radii =
            proximity_reach(detector_.surfaces()[bodies.first], detector_.surfaces()[bodies.second], 0);
        const auto found = overlaps.find(bodies);
        const double through = (found != overlaps.end() ? found->second : 0) - radii;
        if (through > radii)
            context_.warnings.about_pair("overlap", bodies.first, bodies.second, through, [through] {
                return fmt::format(
                    "pass through each other by {:.3g} m at the start and cannot be moved apart as wholes: "
                    "contact does not part them; place them apart",
                    through);
            });
    }
}

}  // namespace limpet
