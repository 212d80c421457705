#include <algorithm>

#include "limpet/error.h"
#include "limpet/live_fields.h"
#include "limpet/scene.h"
#include "scene/check_scene.h"
#include "scene/check_values.h"
#include "scene/scene_schema.h"

namespace limpet {
namespace {

std::vector<Complaint> complaints_about(const Scene& scene) {
    Complaints complaints(scene.file, scene.lines);
    check_values(schema::scene(), &scene, "", complaints);
    check_scene(scene, complaints);
    return complaints.in_order();
}

}  // namespace

void validate(const Scene& scene) {
    if (std::vector<Complaint> complaints = complaints_about(scene); !complaints.empty())
        throw InputError(std::move(complaints));
}

void validate_change(const Scene& before, const Scene& after) {
    std::vector<Complaint> complaints = complaints_about(after);
    if (complaints.empty()) return;
    const std::vector<Complaint> known = complaints_about(before);
    std::erase_if(complaints, [&](const Complaint& complaint) {
        return std::any_of(known.begin(), known.end(),
                           [&](const Complaint& old) { return old.text() == complaint.text(); });
    });
    if (!complaints.empty()) throw InputError(std::move(complaints));
}

}  // namespace limpet
