#include "step/volume_detection.h"

#include <fmt/format.h>

#include "bodies/make_body.h"
#include "contact/volume/make_volume_contacts.h"
#include "detect/ldi/ldi_check.h"
#include "limpet/error.h"
#include "shapes/holes.h"
#include "shapes/meshes.h"

namespace limpet {
namespace {

/// Of most_pixels_away: a body's vertices differ by less than the rest.
constexpr double far_away = 0.9;

bool has_left_the_world(const Body& body, double pixel) {
    const std::vector<Vec3>& positions = body.surface().positions;
    return !positions.empty() &&
           positions.front().cwiseAbs().maxCoeff() > far_away * most_pixels_away * pixel;
}

}  // namespace

VolumeDetection::VolumeDetection(const Scene& scene, const Bodies& bodies, const std::vector<bool>& moves,
                                 double pixel, std::vector<std::string>& warnings)
    : bodies_(bodies),
      settings_{pixel, scene.contact->detection.cell, scene.contact->detection.self},
      at_center_(scene.contact->detection.at_center) {
    for (std::size_t i = 0; i < bodies.size(); ++i) takes_part_.push_back(moves[i] || bodies[i]->deforms());
    refuse_what_has_no_volume(scene, warnings);
}

void VolumeDetection::refuse_what_has_no_volume(const Scene& scene,
                                                std::vector<std::string>& warnings) const {
    std::vector<LdiBody> boxes;
    for (const auto& body : bodies_) {
        const std::vector<Vec3>& positions = body->surface().positions;
        boxes.push_back({body->name(), bounds(positions), body->deforms(), own_sides(positions)});
    }
    std::vector<Complaint> complaints = ldi_complaints(settings_, boxes);
    for (const auto& body : bodies_) {
        const TriMesh surface = welded({body->surface().positions, body->surface().triangles});
        const std::vector<Hole> holes = find_holes(surface.triangles, surface.vertices);
        if (holes.empty()) continue;
        const std::string text =
            fmt::format("body \"{}\" is not closed: {}", body->name(), holes_text(holes));
        if (scene.contact->detection.open_surfaces == OpenSurfaces::Refuse)
            complaints.push_back({.file = "",
                                  .line = 0,
                                  .field = "contact.detection.open_surfaces",
                                  .message = text + "; allowed: closed surfaces, or \"skip\""});
        else
            warnings.push_back(text + "; pixels whose entries and exits do not match are left out");
    }
    for (Complaint& complaint : complaints) complaint = in_scene_file(std::move(complaint), scene);
    if (!complaints.empty()) throw InputError(std::move(complaints));
}

const std::vector<OverlapVolume>& VolumeDetection::overlaps() {
    if (known_) return overlaps_;
    std::vector<LdiSurface> surfaces;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        surfaces.push_back(
            {&bodies_[i]->surface().positions, &bodies_[i]->surface().triangles, static_cast<int>(i)});
    gone_.clear();
    const auto is_gone = [&](int body) {
        if (!has_left_the_world(*bodies_[body], settings_.pixel)) return false;
        gone_.insert(body);
        return true;
    };
    const auto are_tested = [&](int first, int second) {
        const bool wanted =
            first == second ? bodies_[first]->deforms() : takes_part_[first] || takes_part_[second];
        return wanted && !is_gone(first) && !is_gone(second);
    };
    try {
        overlaps_ = images_.overlaps(surfaces, settings_, &report_, are_tested);
    } catch (const InputError& error) {
        // The settings were good for the bodies at the start.
        throw BreakdownError(error.what());
    }
    known_ = true;
    return overlaps_;
}

void VolumeDetection::describe(StepRecord& record) const {
    const auto pixels = [](const std::array<int, 2>& size) { return std::int64_t{size[0]} * size[1]; };
    for (const std::array<int, 2>& size : report_.size)
        if (pixels(size) > pixels(record.image_size)) record.image_size = size;
    record.image_layers = report_.layers;
}

std::array<std::int64_t, 2> VolumeDetection::rays_and_skipped(int body) const {
    return {report_.rays[body], report_.unbalanced[body]};
}

std::vector<Contact> VolumeDetection::contacts() {
    std::vector<const std::vector<Vec3>*> positions;
    for (const auto& body : bodies_) positions.push_back(&body->surface().positions);
    return make_volume_contacts(overlaps(), positions, at_center_);
}

}  // namespace limpet
