#include "core/text.h"
#include "scene/check_scene.h"
#include "scene/json_value.h"

namespace limpet {
namespace {

using json::item_path;

/// With the type left out, fields of images would be taken for those of proximity.
void check_type(Complaints& complaints) {
    for (const char* field : {"pixel", "cell", "at_center", "open_surfaces"}) {
        const std::string path = std::string("contact.detection.") + field;
        if (complaints.is_given(path))
            complaints.add_if_sound(path, found_allowed("it without \"type\": \"ldi\", where contacts are "
                                                        "found by distance",
                                                        "`type`, `distance`, `self`, or \"type\": \"ldi\""));
    }
}

void check_bodies_have_volume(const Scene& scene, Complaints& complaints) {
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const BodyDescription& body = scene.bodies[i];
        if (body.type == BodyType::Cloth)
            complaints.add_if_sound(
                item_path("bodies", i) + ".type",
                found_allowed("cloth with detection by layered depth images, which sees "
                              "volumes: a sheet has none",
                              "static, rigid, soft, particles, or another contact.detection.type"));
        else if (std::holds_alternative<PlaneShape>(body.shape))
            complaints.add_if_sound(
                item_path("bodies", i) + ".shape",
                found_allowed("a plane with detection by layered depth images, which sees "
                              "volumes: a plane encloses none",
                              "a box in its place, or another contact.detection.type"));
    }
}

}  // namespace

void check_layered_depth(const Scene& scene, Complaints& complaints) {
    if (!scene.contact) return;
    const DetectionSettings& detection = scene.contact->detection;
    if (detection.type != DetectionType::LayeredDepth) {
        if (!complaints.is_given("contact.detection.type")) check_type(complaints);
        return;
    }
    check_bodies_have_volume(scene, complaints);
    if (detection.pixel && detection.cell && *detection.cell < *detection.pixel)
        complaints.add_if_sound("contact.detection.cell",
                                found_allowed(number_text(*detection.cell) + " m, smaller than a pixel of " +
                                                  number_text(*detection.pixel) + " m",
                                              "at least a pixel"));
}

}  // namespace limpet
