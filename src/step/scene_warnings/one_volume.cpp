#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/two_digits.h"
#include "step/scene_warnings/scene_warnings.h"
#include "step/scene_warnings/warning_constants.h"

namespace limpet {
namespace {

bool has_flat_face(const Body& body) {
    const Surface& surface = body.surface();
    const double size = box_of(body).sizes().maxCoeff();
    std::map<std::array<long, 4>, double> planes;
    double all = 0;
    for (const Triangle& t : surface.triangles) {
        const Vec3 &a = surface.positions[t[0]], &b = surface.positions[t[1]], &c = surface.positions[t[2]];
        const Vec3 twice = (b - a).cross(c - a);
        const double area = twice.norm() / 2;
        if (!(area > 0)) continue;
        const Vec3 n = twice / (2 * area);
        const double offset = n.dot(a - surface.positions.front()) / size;
        const auto rounded = [](double x) { return std::lround(x / same_plane_ratio); };
        planes[{rounded(n.x()), rounded(n.y()), rounded(n.z()), rounded(offset)}] += area;
        all += area;
    }
    return std::any_of(planes.begin(), planes.end(),
                       [&](const auto& plane) { return plane.second > min_flat_area_ratio * all; });
}

}  // namespace

void warn_of_one_volume(const Scene& scene, const SceneBodies& bodies, std::vector<Warning>& warnings) {
    if (!scene.contact || scene.contact->detection.type != DetectionType::LayeredDepth) return;
    if (scene.contact->detection.cell || Vec3(scene.gravity.data()).isZero()) return;
    std::vector<std::string> flat;
    double cell = 0;
    int on_what = 0;
    for (const auto& body : bodies) {
        if (body->deforms() || !has_flat_face(*body)) continue;
        ++on_what;
        if (body->type() != BodyType::Rigid) continue;
        Vec3 sides = box_of(*body).sizes();
        std::sort(sides.begin(), sides.end());
        cell = flat.empty() ? sides.y() / min_cells_across : std::min(cell, sides.y() / min_cells_across);
        flat.push_back(body->name());
    }
    if (flat.empty() || on_what < 2) return;
    warnings.push_back(
        {"one-volume", flat,
         fmt::format("body \"{}\"{} has flat faces, but without contact.detection.cell a pair of bodies has "
                     "one contact, which holds no moment: what lies flat rocks; a cell of {:.2g} m would "
                     "hold it",
                     flat.front(), flat.size() > 1 ? fmt::format(" (and {} more)", flat.size() - 1) : "",
                     rounded_down(cell))});
}

}  // namespace limpet
