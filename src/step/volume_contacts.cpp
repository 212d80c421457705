#include "step/volume_contacts.h"

#include <fmt/format.h>

#include "bodies/make_body.h"
#include "contact/volume/make_volume_contacts.h"
#include "core/state_part.h"
#include "detect/ldi/ldi_check.h"
#include "limpet/error.h"
#include "shapes/meshes/meshes.h"
#include "step/fast_volumes.h"
#include "step/open_surfaces.h"
#include "step/step_constants.h"

namespace limpet {

/// A hit ends in the step after the one in which bodies meet: till then they are no faster than to be there.
std::vector<Contact> VolumeContacts::contacts(double h) {
    long_steps_.warn(h, context_.warnings);
    std::vector<Contact> contacts = volume_contacts(detector_.cells());
    measure(contacts);
    warn_of_images();
    warn_of_deep_volumes(contacts);
    align_fast_volumes(context_, fast_pairs(context_, detector_, long_steps_, h), contacts);
    return contacts;
}

/// A body that lies wholly inside another has no direction to be pushed in: it gets no contact, but its
/// volume counts.
void VolumeContacts::measure(const std::vector<Contact>& contacts) {
    intersection_volume_ = 0;
    for (const Contact& c : contacts) intersection_volume_ += std::max(-c.gap, 0.0) * c.area;
    const double pixel = detector_.pixel(), little = min_enclosed_pixels * pixel * pixel * pixel;
    std::set<std::pair<int, int>> without_direction;
    for (const auto& [bodies, pair] : detector_.pairs()) {
        if (!pair.cells.empty() || pair.volume == 0) continue;
        intersection_volume_ += pair.volume;
        without_direction.insert(bodies);
        if (pair.volume < little && !without_direction_.contains(bodies)) continue;
        context_.warnings.about_pair(
            "inside", bodies.first, bodies.second, 0,
            "overlap without a direction to part in, as where one is inside the other; nothing holds them "
            "apart");
    }
    without_direction_ = std::move(without_direction);
}

/// What starts deep is told of before the run.
void VolumeContacts::warn_of_deep_volumes(const std::vector<Contact>& contacts) {
    if (context_.first_step()) return;
    const double pixel = detector_.pixel();
    for (const Contact& c : contacts) {
        const double deepest = c.volume->deepest;
        if (deepest > tolerated_depth_pixels * pixel)
            context_.warnings.about_pair("overlap", c.key.first_body, c.key.second_body, deepest, [&] {
                return fmt::format(
                    "overlap by up to {:.3g} m, more than {} pixels of {:.3g} m: they meet too fast, or "
                    "press too hard, for their pixels to part them in time; a smaller time.step helps",
                    deepest, tolerated_depth_pixels, pixel);
            });
    }
}

void VolumeContacts::warn_of_images() {
    for (const int body : detector_.gone())
        context_.warnings.about_body("too-far", body, 0, [] {
            return fmt::format(
                "is more than about {:.0e} pixels from the origin, where positions cannot be "
                "told apart: its contacts are no longer looked for",
                max_pixels_away);
        });
    for (int body = 0; body < context_.count(); ++body) {
        const SkippedRays& rays = detector_.skipped_rays(body);
        if (rays.skipped > 0)
            context_.warnings.about_body("skipped-rays", body, static_cast<double>(rays.skipped),
                                         [&] { return skipped_rays_text(rays); });
    }
}

void VolumeContacts::inherit(const CarriedState& source, const BodyRenumbering& bodies) {
    const auto& before = static_cast<const VolumeContacts&>(source);
    without_direction_ = bodies.pairs(before.without_direction_);
    long_steps_.inherit(before.long_steps_, bodies);
}

void VolumeContacts::append_state(std::vector<double>& values) const {
    std::vector<double> pairs;
    for (const auto& [first, second] : without_direction_)
        pairs.insert(pairs.end(), {static_cast<double>(first), static_cast<double>(second)});
    append_part(pairs, values);
}

bool VolumeContacts::take_state(std::span<const double>& values) {
    without_direction_.clear();
    const auto pairs = take_part(values);
    if (!pairs || pairs->size() % 2 != 0) return false;
    for (std::size_t i = 0; i < pairs->size(); i += 2)
        without_direction_.emplace(static_cast<int>((*pairs)[i]), static_cast<int>((*pairs)[i + 1]));
    return true;
}

void check_volumes(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies,
                   const VolumeDetector& detector, std::vector<Warning>& warnings) {
    std::vector<LdiBody> boxes;
    for (const auto& body : bodies) {
        const std::vector<Vec3>& positions = body->surface().positions;
        boxes.push_back({body->name(), bounds(positions), own_sides(positions)});
    }
    std::vector<Complaint> complaints = ldi_complaints(
        detector.settings(), boxes, [&](int first, int second) { return detector.is_tested(first, second); });
    for (const auto& body : bodies) {
        const std::string text = open_surface_text(*body);
        if (text.empty()) continue;
        if (scene.contact->detection.open_surfaces == OpenSurfaces::Refuse)
            complaints.push_back(
                {.file = "",
                 .line = 0,
                 .field = "contact.detection.open_surfaces",
                 .message = text + "; allowed: closed surfaces whose triangles face alike, or \"skip\""});
        else
            warnings.push_back({"open-surface",
                                {body->name()},
                                text + ": such rays are left out, and where they are nothing pushes along "
                                       "them"});
    }
    for (Complaint& complaint : complaints) complaint = in_scene_file(std::move(complaint), scene);
    if (!complaints.empty()) throw InputError(std::move(complaints));
}

}  // namespace limpet
