#include "shapes/meshes/collision_shape.h"

namespace limpet {
namespace {

CollisionShape box(const Vector3& size) {
    CollisionShape shape;
    for (int corner = 0; corner < 8; ++corner)
        shape.vertices.emplace_back((corner & 1 ? 0.5 : -0.5) * size[0], (corner & 2 ? 0.5 : -0.5) * size[1],
                                    (corner & 4 ? 0.5 : -0.5) * size[2]);
    const std::vector<Triangle> triangles = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
                                             {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                             {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
    shape.complex = CollisionComplex::of_triangles(triangles, 8);
    return shape;
}

CollisionShape plane(const PlaneShape& plane) {
    CollisionShape shape;
    const double x = plane.x / 2, z = plane.z / 2;
    shape.vertices = {{-x, 0, -z}, {-x, 0, z}, {x, 0, z}, {x, 0, -z}};
    shape.complex = CollisionComplex::of_triangles({{0, 1, 2}, {0, 2, 3}}, 4);
    return shape;
}

}  // namespace

std::optional<RoundSolid> round_solid(const Shape& shape, const std::vector<Vec3>& surface) {
    const auto* cylinder = std::get_if<CylinderShape>(&shape);
    const auto* cone = std::get_if<ConeShape>(&shape);
    if (!cylinder && !cone) return std::nullopt;
    // Rings of vertices go from the pole at the top to the one at the bottom.
    return RoundSolid{.bottom_radius = cylinder ? cylinder->radius : cone->radius,
                      .top_radius = cylinder ? cylinder->radius : 0,
                      .bottom = static_cast<int>(surface.size()) - 1,
                      .top = 0,
                      .side = 1};
}

std::optional<CollisionShape> exact_collision_shape(const Shape& shape) {
    if (const auto* s = std::get_if<SphereShape>(&shape))
        return CollisionShape{CollisionComplex::of_point(s->radius), {Vec3::Zero()}};
    if (const auto* s = std::get_if<CapsuleShape>(&shape))
        return CollisionShape{CollisionComplex::of_segment(s->radius),
                              {Vec3(0, -s->height / 2, 0), Vec3(0, s->height / 2, 0)}};
    if (const auto* s = std::get_if<BoxShape>(&shape)) return box(s->size);
    if (const auto* s = std::get_if<PlaneShape>(&shape)) return plane(*s);
    return std::nullopt;
}

}  // namespace limpet
