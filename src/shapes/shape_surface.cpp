#include "shapes/shape_surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limpet/error.h"
#include "shapes/distance/isosurface.h"
#include "shapes/distance/sdf_primitives.h"
#include "shapes/distance/solid_of_surface.h"
#include "shapes/io/cells.h"
#include "shapes/io/mesh_io.h"
#include "shapes/meshes/components.h"
#include "shapes/meshes/primitive_surfaces.h"
#include "shapes/zoo/zoo.h"

namespace limpet {

namespace {

template <class... Cases>
struct Overload : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overload(Cases...) -> Overload<Cases...>;

using std::numbers::pi;

void require_positive(std::initializer_list<double> lengths, const char* shape) {
    for (const double length : lengths)
        if (!(length > 0) || !std::isfinite(length))
            throw InputError(shape, fmt::format("found a size of {} m; the sizes of a {} must be positive",
                                                length, shape));
}

/// The file's triangles, placed as the shape says.
TriMesh file_surface(const FileShape& shape, std::vector<std::string>* notes) {
    TriMesh mesh = read_surface(shape.file, notes);
    place_file(shape, mesh.vertices);
    return mesh;
}

TriMesh zoo_surface(const ZooShape& shape, std::optional<double> edge, std::vector<std::string>* notes) {
    const double coarsest = zoo_edge(shape.name, shape.size);
    std::vector<TriMesh> pieces =
        connected_components(isosurface(zoo_shape(shape.name, shape.size), edge.value_or(coarsest)));
    if (pieces.size() > 1 && notes)
        notes->push_back(
            fmt::format("zoo shape \"{}\": an edge length of {:.3g} m cuts off thin parts, {} of which are "
                        "left out; {:.3g} m or less keeps them",
                        shape.name, edge.value_or(coarsest), pieces.size() - 1, coarsest));
    return std::move(pieces.front());
}

std::vector<Vec3> to_vec3s(const std::vector<Vector3>& points) {
    std::vector<Vec3> out;
    out.reserve(points.size());
    for (const Vector3& p : points) out.push_back(to_vec3(p));
    return out;
}

io::Cells cells_of(const MeshShape& shape) {
    io::Cells cells;
    cells.points = to_vec3s(shape.vertices);
    for (const std::array<int, 3>& t : shape.triangles) cells.add(io::CellKind::Triangle, t);
    for (const std::array<int, 4>& t : shape.tetrahedra) cells.add(io::CellKind::Tetrahedron, t);
    return cells;
}

}  // namespace

void place_file(const FileShape& shape, std::vector<Vec3>& vertices) {
    if (shape.scale && shape.size)
        throw InputError("file", "both \"scale\" and \"size\" are given; a file's shape takes one of them");
    if (vertices.empty()) throw InputError("file", fmt::format("{} has no vertices", shape.file));
    Vec3 center = Vec3::Zero();
    double factor = shape.scale.value_or(1);
    if (shape.size) {
        const Box3 box = bounds(vertices);
        if (!(box.sizes().maxCoeff() > 0))
            throw InputError("file",
                             fmt::format("{} is a single point and cannot be given a size", shape.file));
        center = box.center();
        factor = *shape.size / box.sizes().maxCoeff();
    }
    require_positive({factor}, "file");
    for (Vec3& p : vertices) p = factor * (p - center);
}

bool has_given_triangles(const Shape& shape) {
    return std::holds_alternative<FileShape>(shape) || std::holds_alternative<MeshShape>(shape);
}

TriMesh mesh_surface(const MeshShape& shape, std::vector<std::string>* notes) {
    return io::to_surface(cells_of(shape), "the mesh", notes);
}

TetMesh mesh_tetrahedra(const MeshShape& shape, std::vector<std::string>* notes) {
    return io::to_tetrahedra(cells_of(shape), "the mesh", notes);
}

TriMesh shape_surface(const Shape& shape, std::optional<double> edge, std::vector<std::string>* notes) {
    if (edge && (!(*edge > 0) || !std::isfinite(*edge)))
        throw InputError("surface",
                         fmt::format("the edge length of triangles is {} m; it must be positive", *edge));
    if (has_given_triangles(shape)) {
        const auto* file = std::get_if<FileShape>(&shape);
        TriMesh triangles =
            file ? file_surface(*file, notes) : mesh_surface(std::get<MeshShape>(shape), notes);
        return edge ? isosurface(solid_of_surface(triangles, notes), *edge) : triangles;
    }
    if (const auto* zoo = std::get_if<ZooShape>(&shape)) return zoo_surface(*zoo, edge, notes);
    const double e = edge.value_or(shape_extent(shape) / 20);
    return std::visit(Overload{
                          [&](const BoxShape& s) { return box_surface(to_vec3(s.size), e); },
                          [&](const SphereShape& s) { return sphere_surface(s.radius, e); },
                          [&](const CylinderShape& s) { return cylinder_surface(s.radius, s.height, e); },
                          [&](const ConeShape& s) { return cone_surface(s.radius, s.height, e); },
                          [&](const CapsuleShape& s) { return capsule_surface(s.radius, s.height, e); },
                          [&](const TorusShape& s) { return torus_surface(s.radius, s.tube, e); },
                          [&](const PlaneShape& s) { return plane_surface(s.x, s.z, e); },
                          [&](const FileShape&) { return TriMesh{}; },
                          [&](const ZooShape&) { return TriMesh{}; },
                          [&](const MeshShape&) { return TriMesh{}; },
                      },
                      shape);
}

std::optional<SignedDistance> shape_distance(const Shape& shape) {
    using Result = std::optional<SignedDistance>;
    return std::visit(
        Overload{
            [](const BoxShape& s) -> Result { return box_distance(to_vec3(s.size)); },
            [](const SphereShape& s) -> Result { return sphere_distance(s.radius); },
            [](const CylinderShape& s) -> Result { return cylinder_distance(s.radius, s.height); },
            [](const ConeShape& s) -> Result { return cone_distance(s.radius, s.height); },
            [](const CapsuleShape& s) -> Result {
                const Vec3 end(0, s.height / 2, 0);
                return capsule_distance(-end, end, s.radius);
            },
            [](const TorusShape& s) -> Result { return torus_distance(s.radius, s.tube); },
            [](const PlaneShape&) -> Result { return std::nullopt; },
            [](const FileShape&) -> Result { return std::nullopt; },
            [](const ZooShape& s) -> Result { return zoo_shape(s.name, s.size); },
            [](const MeshShape&) -> Result { return std::nullopt; },
        },
        shape);
}

double shape_extent(const Shape& shape) {
    return std::visit(
        Overload{
            [](const BoxShape& s) {
                require_positive({s.size[0], s.size[1], s.size[2]}, "box");
                return *std::max_element(s.size.begin(), s.size.end());
            },
            [](const SphereShape& s) {
                require_positive({s.radius}, "sphere");
                return 2 * s.radius;
            },
            [](const CylinderShape& s) {
                require_positive({s.radius, s.height}, "cylinder");
                return std::max(2 * s.radius, s.height);
            },
            [](const ConeShape& s) {
                require_positive({s.radius, s.height}, "cone");
                return std::max(2 * s.radius, s.height);
            },
            [](const CapsuleShape& s) {
                require_positive({s.radius, s.height}, "capsule");
                return 2 * s.radius + s.height;
            },
            [](const TorusShape& s) {
                require_positive({s.radius, s.tube}, "torus");
                return 2 * (s.radius + s.tube);
            },
            [](const PlaneShape& s) {
                require_positive({s.x, s.z}, "plane");
                return std::max(s.x, s.z);
            },
            [](const FileShape& s) { return bounds(file_surface(s, nullptr).vertices).sizes().maxCoeff(); },
            [](const ZooShape& s) {
                require_positive({s.size}, "zoo");
                return s.size;
            },
            [](const MeshShape& s) { return bounds(to_vec3s(s.vertices)).sizes().maxCoeff(); },
        },
        shape);
}

double estimate_triangles(const Shape& shape, double edge) {
    if (const auto* file = std::get_if<FileShape>(&shape))
        return static_cast<double>(read_surface(file->file).triangles.size());
    if (const auto* mesh = std::get_if<MeshShape>(&shape)) return static_cast<double>(mesh->triangles.size());
    const double surface = std::visit(
        Overload{
            [](const BoxShape& s) {
                return 2 * (s.size[0] * s.size[1] + s.size[1] * s.size[2] + s.size[2] * s.size[0]);
            },
            [](const SphereShape& s) { return 4 * pi * s.radius * s.radius; },
            [](const CylinderShape& s) { return 2 * pi * s.radius * (s.radius + s.height); },
            [](const ConeShape& s) { return pi * s.radius * (s.radius + std::hypot(s.radius, s.height)); },
            [](const CapsuleShape& s) { return 2 * pi * s.radius * (2 * s.radius + s.height); },
            [](const TorusShape& s) { return 4 * pi * pi * s.radius * s.tube; },
            [](const PlaneShape& s) { return s.x * s.z; },
            [](const FileShape&) { return 0.0; },
            [](const ZooShape& s) { return zoo_area(s.name, s.size); },
            [](const MeshShape&) { return 0.0; },
        },
        shape);
    // Equilateral triangles of that edge length have an area of √3/4 edge².
    return surface / (std::sqrt(3.0) / 4 * edge * edge);
}

}  // namespace limpet
