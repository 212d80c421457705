#include "step/volume_separation.h"

#include <limits>
#include <vector>

#include "contact/volume/make_volume_contacts.h"
#include "core/interruption.h"
#include "step/separate_overlaps.h"
#include "step/separate_rigidly.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

/// Volume that is to be taken out of what is too deep [m³].
double excess(const std::vector<Contact>& contacts, const VolumeDepths& depths) {
    double sum = 0;
    for (const Contact& c : contacts)
        if (depths.too_deep(c)) sum += (-c.gap - depths.kept) * c.area;
    return sum;
}

}  // namespace

void VolumeSeparation::separate_first() {
    VolumeDepths depths = volume_depths(detector_.pixel());
    depths.push = max_start_push_ratio * detector_.pixel();
    std::vector<Contact> contacts = volume_contacts(detector_.cells());
    double before = std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < max_start_separations; ++iteration) {
        stop_if_interrupted();
        const double left = excess(contacts, depths);
        if (left == 0 || left > (1 - min_start_progress_ratio) * before) return;
        before = left;
        if (!separate_rigidly(contacts, context_.bodies, context_.moves, depths, limits_)) return;
        contacts = volume_contacts(detector_.cells_while_separating(depths.most));
        if (excess(contacts, depths) == 0) contacts = volume_contacts(detector_.cells_after_separation());
        detector_.forget();
    }
}

void VolumeSeparation::run(double h) {
    VolumeDepths depths = volume_depths(detector_.pixel());
    depths.push = max_volume_push_pixels * detector_.pixel();
    const auto separate = [&](const VolumeDetector::Cells& cells) {
        return separate_overlaps(volume_contacts(cells), context_.bodies, context_.moves, depths, h, limits_);
    };
    detector_.forget();
    if (context_.first_step()) separate_first();
    if (!separate(detector_.cells())) return;
    for (int iteration = 1; iteration < max_volume_separations; ++iteration) {
        stop_if_interrupted();
        if (separate(detector_.cells_while_separating(depths.most))) continue;
        if (!separate(detector_.cells_after_separation())) return;
    }
    detector_.cells_after_separation();
}

}  // namespace limpet
