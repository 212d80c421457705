#include "scene/validate.h"

#include "scene/check_scene.h"
#include "scene/check_values.h"
#include "scene/scene_schema.h"

namespace limpet {

std::vector<Complaint> complaints_about(const Scene& scene) {
    Complaints complaints(scene.file, scene.lines);
    check_values(schema::scene(), &scene, "", complaints);
    check_scene(scene, complaints);
    return complaints.in_order();
}

void validate(const Scene& scene) {
    if (std::vector<Complaint> complaints = complaints_about(scene); !complaints.empty())
        throw InputError(std::move(complaints));
}

}  // namespace limpet
