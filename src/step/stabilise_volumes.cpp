/// Position stabilisation of volume contacts: Newton's method on their volumes, with new images between.
///
///   −ε ≤ −V + J_V Δq ⊥ ξ ≥ 0,     A Δq = J_Vᵀ ξ,     ε = A · pixel/2
///
/// J. Allard, F. Faure et al. (2010), eq. 18, 19 and algorithm 1. Half a pixel of overlap stays, so that the
/// next step sees the contact. Positions change, velocities do not.

#include "step/contact_pipeline.h"
#include "step/part_volumes.h"

namespace limpet {
namespace {

constexpr int most_iterations = 5;
/// Of the pixel: how thick an overlap is left.
constexpr double kept_depth = 0.5;
/// Of the pixel: how much thicker it may be before anything is moved.
constexpr double slack = 0.25;
/// Of the pixel: more in one solve tears soft bodies where an overlap has hardly an area to push on.
constexpr double most_push = 1;

}  // namespace

void ContactPipeline::stabilise_volumes(double h) {
    const double pixel = volumes_->pixel(), kept = kept_depth * pixel;
    const VolumeDepths depths{kept, kept + slack * pixel, most_push * pixel};
    const auto part = [&](const std::vector<Contact>& contacts) {
        return part_volumes(contacts, bodies_, moves_, depths, h, limits_);
    };
    volumes_->forget();
    if (!part(volumes_->contacts())) return;
    for (int iteration = 1; iteration < most_iterations; ++iteration) {
        if (part(volumes_->contacts_while_parting(depths.most))) continue;
        if (!part(volumes_->contacts_after_parting())) return;
    }
    volumes_->contacts_after_parting();
}

}  // namespace limpet
