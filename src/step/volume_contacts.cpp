/// Contacts of overlaps; warns about overlaps with no separating direction.

#include <fmt/format.h>

#include "detect/ldi/ldi_check.h"
#include "step/contact_pipeline.h"

namespace limpet {
namespace {

/// Pixels: a smaller overlap may be seen by a few rays that pass through one of the bodies alone, in the step
/// in which bodies begin to touch.
constexpr double few_pixels = 8;
/// Pixels: limpet/audit.h allows half a pixel more, by which images may err. What is deeper was not found in
/// time.
constexpr double tolerated_pixels = 2;

}  // namespace

/// A body that lies wholly inside another has no direction to be pushed in: it gets no contact, but its
/// volume counts.
void ContactPipeline::make_volume_contacts() {
    contacts_ = volumes_->contacts();
    intersection_volume_ = 0;
    for (const Contact& c : contacts_) intersection_volume_ += std::max(-c.gap, 0.0) * c.area;
    const double pixel = volumes_->pixel(), little = few_pixels * pixel * pixel * pixel;
    std::set<std::pair<int, int>> without_direction;
    for (const auto& [bodies, pair] : volumes_->pairs()) {
        if (!pair.contacts.empty() || pair.volume == 0) continue;
        intersection_volume_ += pair.volume;
        without_direction.insert(bodies);
        if (pair.volume < little && !without_direction_.contains(bodies)) continue;
        warnings_.about_pair(
            "inside", bodies.first, bodies.second,
            "overlap without a direction to part in, as where one is inside the other; nothing holds them "
            "apart");
    }
    without_direction_ = std::move(without_direction);
    warn_of_images();
    warn_of_deep_volumes();
}

/// What starts deep is told of before the run.
void ContactPipeline::warn_of_deep_volumes() {
    if (first_step_) return;
    const double pixel = volumes_->pixel();
    for (const Contact& c : contacts_)
        if (c.volume->deepest > tolerated_pixels * pixel)
            warnings_.about_pair(
                "overlap", c.key.first_body, c.key.second_body,
                fmt::format(
                    "overlap by up to {:.3g} m, more than {} pixels of {:.3g} m: they meet too fast, or "
                    "press too hard, for their pixels to part them in time; a smaller time.step helps",
                    c.volume->deepest, tolerated_pixels, pixel),
                c.volume->deepest);
}

void ContactPipeline::warn_of_images() {
    for (const int body : volumes_->gone())
        warnings_.about_body(
            "too-far", body,
            fmt::format("is more than about {:.0e} pixels from the origin, where positions cannot be told "
                        "apart: its contacts are no longer looked for",
                        most_pixels_away));
    for (int body = 0; body < static_cast<int>(bodies_.size()); ++body) {
        const SkippedRays& rays = volumes_->skipped_rays(body);
        if (rays.skipped > 0)
            warnings_.about_body("skipped-rays", body, skipped_rays_text(rays),
                                 static_cast<double>(rays.skipped));
    }
}

}  // namespace limpet
