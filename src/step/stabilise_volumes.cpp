/// Position stabilisation of volume contacts: Newton's method on their volumes, with new images between.
///
///   −ε ≤ −V + J_V Δq ⊥ ξ ≥ 0,     A Δq = J_Vᵀ ξ,     ε = A · pixel/2
///
/// J. Allard, F. Faure et al. (2010), eq. 18, 19 and algorithm 1. Half a pixel of overlap stays, so that the
/// next step sees the contact. Positions change, velocities do not. We deviate: what lies in each other at
/// the start is parted without strain first (part_as_wholes.h).

#include <limits>
#include <vector>

#include "core/interruption.h"
#include "step/contact_pipeline.h"
#include "step/part_as_wholes.h"
#include "step/part_volumes.h"

namespace limpet {
namespace {

constexpr int most_volume_solves = 5, most_at_start = 60;
/// Of the pixel: more in one solve tears soft bodies where an overlap has hardly an area to push on, and
/// goes too far with bodies that move as wholes.
constexpr double most_volume_push = 1, most_volume_push_at_start = 4;
/// Of what is too deep at the start: if a solve leaves more of it, others would do no better.
constexpr double hardly_less = 0.95;

/// Volume that is to be taken out of what is too deep [m³].
double excess(const std::vector<Contact>& contacts, const VolumeDepths& depths) {
    double sum = 0;
    for (const Contact& c : contacts)
        if (depths.too_deep(c)) sum += (-c.gap - depths.kept) * c.area;
    return sum;
}

}  // namespace

/// Until nothing is too deep, or it does not get less.
void ContactPipeline::part_at_start() {
    const double pixel = volumes_->pixel();
    VolumeDepths depths = volume_depths(pixel);
    depths.push = most_volume_push_at_start * pixel;
    std::vector<Contact> contacts = volumes_->contacts();
    double before = std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < most_at_start; ++iteration) {
        stop_if_interrupted();
        const double left = excess(contacts, depths);
        if (left == 0 || left > hardly_less * before) return;
        before = left;
        if (!part_as_wholes(contacts, bodies_, moves_, depths, limits_)) return;
        contacts = volumes_->contacts_while_parting(depths.most);
        if (excess(contacts, depths) == 0) contacts = volumes_->contacts_after_parting();
        volumes_->forget();
    }
}

void ContactPipeline::stabilise_volumes(double h) {
    const double pixel = volumes_->pixel();
    VolumeDepths depths = volume_depths(pixel);
    depths.push = most_volume_push * pixel;
    const auto part = [&](const std::vector<Contact>& contacts) {
        return part_volumes(contacts, bodies_, moves_, depths, h, limits_);
    };
    volumes_->forget();
    if (first_step_) part_at_start();
    if (!part(volumes_->contacts())) return;
    for (int iteration = 1; iteration < most_volume_solves; ++iteration) {
        stop_if_interrupted();
        if (part(volumes_->contacts_while_parting(depths.most))) continue;
        if (!part(volumes_->contacts_after_parting())) return;
    }
    volumes_->contacts_after_parting();
}

}  // namespace limpet
