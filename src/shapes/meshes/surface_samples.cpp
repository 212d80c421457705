#include "shapes/meshes/surface_samples.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "shapes/distance/frustum.h"
#include "shapes/meshes/primitive_surfaces.h"

namespace limpet {
namespace {

using std::numbers::pi;

double height_of(const Shape& round) {
    const auto* capsule = std::get_if<CapsuleShape>(&round);
    return capsule ? capsule->height : 0;
}

/// Of a sphere or a capsule.
std::vector<SurfaceSample> samples_of_spiral(const Shape& round, double edge) {
    const double radius = radius_of_round(round), height = height_of(round), length = height + 2 * radius;
    const double area = 2 * pi * radius * length, golden = pi * (3 - std::sqrt(5.0));
    const int count = std::max(4, static_cast<int>(std::ceil(area / (std::sqrt(3.0) / 2 * edge * edge))));
    std::vector<SurfaceSample> samples;
    samples.reserve(count);
    for (int k = 0; k < count; ++k) {
        const double y = length * ((k + 0.5) / count - 0.5), angle = golden * k;
        const double core = std::clamp(y, -height / 2, height / 2), up = (y - core) / radius;
        const double across = std::sqrt(std::max(0.0, 1 - up * up));
        const Vec3 normal(across * std::cos(angle), up, across * std::sin(angle));
        samples.push_back({Vec3(0, core + height / 2, 0) + radius * normal, normal, area / count});
    }
    return samples;
}

/// Middles of triangles whose first vertex is the pole at the top, moved out to where the solid is. The areas
/// of ends and side are as much larger as polygons are smaller than discs.
std::vector<SurfaceSample> samples_of_triangles(const TriMesh& mesh, const Frustum& solid, double height) {
    std::vector<SurfaceSample> samples;
    std::array<double, 3> sums{};
    const auto part = [](const SurfaceSample& s) {
        return s.normal.y() == 1 ? 2 : s.normal.y() == -1 ? 0 : 1;
    };
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3 &p = mesh.vertices[a], &q = mesh.vertices[b], &r = mesh.vertices[c];
        const Vec3 middle = (p + q + r) / 3;
        const double radius = std::hypot(middle.x(), middle.z());
        const Vec3 out = radius > 0 ? Vec3(Vec3(middle.x(), 0, middle.z()) / radius) : Vec3(Vec3::UnitX());
        const Frustum::Nearest nearest = solid.nearest({radius, middle.y() + height / 2});
        const Vec3 normal = nearest.normal.r * out + nearest.normal.z * Vec3::UnitY();
        const double area = (q - p).cross(r - p).norm() / 2;
        samples.push_back({middle - nearest.distance * normal - mesh.vertices.front(), normal, area});
        sums[part(samples.back())] += area;
    }
    const auto [bottom, top] = solid.rims();
    const std::array areas{pi * bottom.r * bottom.r,
                           pi * (bottom.r + top.r) * std::hypot(bottom.r - top.r, height),
                           pi * top.r * top.r};
    for (SurfaceSample& sample : samples) sample.area *= areas[part(sample)] / sums[part(sample)];
    return samples;
}

}  // namespace

bool is_round(const Shape& shape) {
    return std::holds_alternative<SphereShape>(shape) || std::holds_alternative<CapsuleShape>(shape) ||
           std::holds_alternative<CylinderShape>(shape) || std::holds_alternative<ConeShape>(shape);
}

double radius_of_round(const Shape& shape) {
    if (const auto* cylinder = std::get_if<CylinderShape>(&shape)) return cylinder->radius;
    if (const auto* cone = std::get_if<ConeShape>(&shape)) return cone->radius;
    const auto* sphere = std::get_if<SphereShape>(&shape);
    return sphere ? sphere->radius : std::get<CapsuleShape>(shape).radius;
}

std::vector<SurfaceSample> surface_samples(const Shape& round, double edge) {
    if (const auto* cylinder = std::get_if<CylinderShape>(&round))
        return samples_of_triangles(cylinder_surface(cylinder->radius, cylinder->height, edge),
                                    Frustum(cylinder->radius, cylinder->radius, cylinder->height, 0),
                                    cylinder->height);
    if (const auto* cone = std::get_if<ConeShape>(&round))
        return samples_of_triangles(cone_surface(cone->radius, cone->height, edge),
                                    Frustum(cone->radius, 0, cone->height, 0), cone->height);
    return samples_of_spiral(round, edge);
}

}  // namespace limpet
