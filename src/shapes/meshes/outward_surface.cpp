#include "shapes/meshes/outward_surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "shapes/distance/winding_number.h"
#include "shapes/meshes/components.h"
#include "shapes/meshes/flipped_triangles.h"
#include "shapes/meshes/holes.h"
#include "shapes/meshes/notes.h"
#include "shapes/meshes/surface_check.h"

namespace limpet {
namespace {

/// Of the box's volume: a closed part with less is a folded sheet, which has no inside.
constexpr double min_volume_ratio = 1e-9;

struct SurfacePart : SurfaceComponent {
    Box3 box{};
    bool closed = false;
    double volume = 0;  ///< [m³]
};

std::vector<SurfacePart> parts_of(const TriMesh& surface) {
    std::vector<SurfacePart> parts;
    for (SurfaceComponent& component : surface_components(surface)) parts.push_back({std::move(component)});
    for (SurfacePart& part : parts) {
        part.box = bounds(part.mesh.vertices);
        part.closed = rim_edges(part.mesh.triangles).empty();
        part.volume = volume(part.mesh);
    }
    return parts;
}

/// The largest closed part that this one lies in; itself if there is none.
const SurfacePart& outermost_around(const SurfacePart& inner, const std::vector<const SurfacePart*>& closed) {
    const SurfacePart* outermost = &inner;
    for (const SurfacePart* part : closed) {
        if (part == &inner || !part->box.contains(inner.box) || part->box.volume() <= outermost->box.volume())
            continue;
        if (std::abs(winding_number(part->mesh, inner.mesh.vertices.front())) > 0.5) outermost = part;
    }
    return *outermost;
}

Turned turn(TriMesh& surface) {
    Turned done;
    TriMesh mesh = welded(surface);
    const std::vector<int> flipped = flipped_triangles(mesh);
    done.flipped = flipped.size();
    mesh = turned(std::move(mesh), flipped);
    surface = turned(std::move(surface), flipped);
    done.unrepaired = check_surface(mesh).misoriented_edges;
    const std::vector<SurfacePart> parts = parts_of(mesh);
    done.all_parts = parts.size();
    std::vector<const SurfacePart*> closed;
    for (const SurfacePart& part : parts)
        if (part.closed) closed.push_back(&part);
    for (const SurfacePart& part : parts) {
        const SurfacePart& outermost = outermost_around(part, closed);
        if (!outermost.closed || !(outermost.volume < -min_volume_ratio * outermost.box.volume())) continue;
        ++done.parts;
        surface = turned(std::move(surface), part.triangles);
    }
    return done;
}

}  // namespace

Turned turn_outwards(TriMesh& surface, std::vector<std::string>* notes) {
    const Turned done = turn(surface);
    if (done.flipped > 0)
        add_note(notes,
                 fmt::format("{} of its surface's {} triangles faced against {} and {} been turned round",
                             done.flipped, surface.triangles.size(),
                             done.flipped == 1 ? "its neighbours" : "their neighbours",
                             done.flipped == 1 ? "has" : "have"));
    if (done.unrepaired > 0)
        add_note(
            notes,
            fmt::format("at {} edges of its surface two triangles face against each other, and no turning "
                        "repairs that: the surface has one side only, as a Möbius strip; contact there "
                        "may be lost, so repair the mesh",
                        done.unrepaired));
    if (done.parts > 0)
        add_note(notes,
                 done.parts == done.all_parts
                     ? "the surface was inside out and has been turned round"
                     : fmt::format("{} of the surface's {} separate parts were inside out and have been "
                                   "turned round",
                                   done.parts, done.all_parts));
    return done;
}

}  // namespace limpet
