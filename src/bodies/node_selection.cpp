#include "bodies/node_selection.h"

#include <fmt/format.h>

#include "core/box.h"

namespace limpet {

bool holds(const NodeSelection& selection, const Vec3& x) {
    if (const auto* box = std::get_if<BoxSelection>(&selection))
        return (x.array() >= to_vec3(box->min).array()).all() &&
               (x.array() <= to_vec3(box->max).array()).all();
    const auto& sphere = std::get<SphereSelection>(selection);
    return (x - to_vec3(sphere.center)).norm() <= sphere.radius;
}

std::vector<int> selected(const NodeSelection& selection, const std::vector<Vec3>& points) {
    std::vector<int> in;
    for (int i = 0; i < static_cast<int>(points.size()); ++i)
        if (holds(selection, points[i])) in.push_back(i);
    return in;
}

std::string holds_none(const std::string& one, const std::string& many, const std::vector<Vec3>& points) {
    Box3 box;
    for (const Vec3& x : points) box.extend(x);
    return fmt::format(
        "no {} of the body is in it; in their own frame, {} are from "
        "[{:.4g}, {:.4g}, {:.4g}] to [{:.4g}, {:.4g}, {:.4g}]",
        one, many, box.min().x(), box.min().y(), box.min().z(), box.max().x(), box.max().y(), box.max().z());
}

}  // namespace limpet
