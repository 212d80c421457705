#include "step/volume_detection.h"

#include <fmt/format.h>

#include "contact/volume/make_volume_contacts.h"
#include "detect/ldi/holes.h"
#include "detect/ldi/ldi_check.h"
#include "limpet/error.h"
#include "shapes/meshes.h"

namespace limpet {

VolumeDetection::VolumeDetection(const Bodies& bodies, const std::vector<bool>& moves,
                                 const DetectionSettings& settings, double pixel,
                                 std::vector<std::string>& warnings)
    : bodies_(bodies), settings_{pixel, settings.cell, settings.self}, at_center_(settings.at_center) {
    for (std::size_t i = 0; i < bodies.size(); ++i) takes_part_.push_back(moves[i] || bodies[i]->deforms());
    refuse_what_has_no_volume(settings, warnings);
}

void VolumeDetection::refuse_what_has_no_volume(const DetectionSettings& settings,
                                                std::vector<std::string>& warnings) {
    std::vector<LdiBody> boxes;
    for (const auto& body : bodies_) boxes.push_back({body->name(), bounds(body->surface().positions)});
    check_ldi(settings_, boxes);
    for (const auto& body : bodies_) {
        const std::vector<Hole> holes = find_holes(body->surface().triangles, body->surface().positions);
        if (holes.empty()) continue;
        const std::string text =
            fmt::format("body \"{}\" is not closed: {}", body->name(), limpet::describe(holes));
        if (settings.open_surfaces == OpenSurfaces::Refuse)
            throw InputError("contact.detection.open_surfaces",
                             text + "; allowed: closed surfaces, or \"open_surfaces\": \"skip\"");
        warnings.push_back(text + "; pixels whose entries and exits do not match are left out");
    }
}

const std::vector<OverlapVolume>& VolumeDetection::overlaps() {
    if (known_) return overlaps_;
    std::vector<LdiSurface> surfaces;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        surfaces.push_back(
            {&bodies_[i]->surface().positions, &bodies_[i]->surface().triangles, static_cast<int>(i)});
    overlaps_ = images_.overlaps(surfaces, settings_, &report_, [this](int first, int second) {
        return first == second ? bodies_[first]->deforms() : takes_part_[first] || takes_part_[second];
    });
    known_ = true;
    return overlaps_;
}

void VolumeDetection::describe(StepRecord& record) const {
    const auto pixels = [](const std::array<int, 2>& size) { return std::int64_t{size[0]} * size[1]; };
    for (const std::array<int, 2>& size : report_.size)
        if (pixels(size) > pixels(record.image_size)) record.image_size = size;
    record.image_layers = report_.layers;
}

std::vector<Contact> VolumeDetection::contacts() {
    std::vector<const std::vector<Vec3>*> positions;
    for (const auto& body : bodies_) positions.push_back(&body->surface().positions);
    return make_volume_contacts(overlaps(), positions, at_center_);
}

}  // namespace limpet
