#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "limpet/error.h"
#include "limpet/mesh.h"
#include "shapes/io/mesh_io.h"
#include "shapes/meshes/surface_check.h"
#include "shapes/shape_surface.h"
#include "shapes/tetrahedra/tet_quality.h"
#include "shapes/tetrahedra/tetrahedralise.h"

namespace limpet {

namespace {

void describe_surface(const TriMesh& surface, MeshReport& report) {
    const SurfaceCheck check = check_surface(surface);
    report.triangles = surface.triangles.size();
    report.area = area(surface);
    report.closed = check.closed();
    report.boundary_edges = check.boundary_edges;
    report.non_manifold_edges = check.non_manifold_edges;
}

/// Coordinates of 1e150 m have no areas.
void refuse_without_measure(const MeshReport& report, const MeshRequest& request) {
    if (std::isfinite(report.area) && std::isfinite(report.volume)) return;
    const auto* file = std::get_if<FileShape>(&request.shape);
    throw InputError(file ? file->file : "",
                     "the coordinates are so large that areas and volumes are beyond all numbers");
}

MeshReport finish_surface(const TriMesh& surface, const MeshRequest& request, MeshReport report) {
    describe_surface(surface, report);
    report.vertices = surface.vertices.size();
    if (report.closed) report.volume = report.surface_volume = volume(surface);
    refuse_without_measure(report, request);
    if (report.volume < 0)
        report.notes.emplace_back("its triangles face inwards: the volume comes out negative");
    if (!request.output.empty()) write_surface(surface, request.output, request.binary);
    return report;
}

MeshReport finish_tetrahedra(const TetMesh& mesh, const MeshRequest& request, MeshReport report) {
    describe_surface(boundary_surface(mesh), report);
    report.vertices = mesh.vertices.size();
    report.tetrahedra = mesh.tetrahedra.size();
    report.volume = volume(mesh);
    refuse_without_measure(report, request);
    const TetQuality quality = tet_quality(mesh);
    report.min_dihedral = quality.smallest_dihedral;
    report.max_dihedral = quality.largest_dihedral;
    if (!request.output.empty()) write_tetrahedra(mesh, request.output, request.binary);
    return report;
}

MeshReport make_tetrahedra(const MeshRequest& request) {
    MeshReport report;
    if (const auto* box = std::get_if<BoxShape>(&request.shape)) {
        report.surface_volume = to_vec3(box->size).prod();
        return finish_tetrahedra(
            tetrahedralise_box(to_vec3(box->size), {*request.element, grading_of(request)}), request, report);
    }
    if (const std::optional<Grading> grading = grading_of(request)) {
        const auto* sphere = std::get_if<SphereShape>(&request.shape);
        if (!sphere)
            throw InputError("--refine-towards", "only boxes and spheres can be graded towards a point");
        report.surface_volume = 4.0 / 3 * std::numbers::pi * std::pow(sphere->radius, 3);
        return finish_tetrahedra(tetrahedralise_ball(sphere->radius, *request.element, *grading), request,
                                 report);
    }
    if (std::holds_alternative<PlaneShape>(request.shape))
        throw InputError("--element", "a plane encloses nothing that could be filled with tetrahedra");
    const TriMesh surface = shape_surface(request.shape, std::nullopt, &report.notes);
    report.surface_volume = volume(surface);
    const std::optional<SignedDistance> solid = shape_distance(request.shape);
    const TetMesh mesh = solid ? tetrahedralise(*solid, *request.element)
                               : tetrahedralise(surface, *request.element, &report.notes);
    return finish_tetrahedra(mesh, request, report);
}

}  // namespace

MeshReport make_mesh(const MeshRequest& request) {
    if (request.element && request.surface)
        throw InputError("--surface", "tetrahedra have their own boundary; give --element or --surface");
    if (request.element) return make_tetrahedra(request);
    if (request.refine_towards)
        throw InputError("--refine-towards", "only tetrahedra are graded: give --element as well");
    MeshReport report;
    const auto* file = std::get_if<FileShape>(&request.shape);
    if (file && !request.surface && is_tetrahedral_file(file->file)) {
        TetMesh mesh = read_tetrahedra(file->file, &report.notes);
        place_file(*file, mesh.vertices);
        return finish_tetrahedra(mesh, request, report);
    }
    return finish_surface(shape_surface(request.shape, request.surface, &report.notes), request, report);
}

}  // namespace limpet
