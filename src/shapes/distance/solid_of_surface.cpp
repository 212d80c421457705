/// A hole's bridge w = 1/2 is nearer than the triangles in the middle of the hole. So that |f| never exceeds
/// the distance to where the sign changes, |f| is also at most
///
///   max(distance to the box of the hole's rim, 3/2 r |w − 1/2|),  r = 2 A / P
///
/// A: area that the rim spans, P: its length. Over a round, flat hole r is its radius and |w − 1/2| grows by
/// 1/2r per length in the middle and by less farther out; over a slit r is its width and it grows by 2/πr.
#include "shapes/distance/solid_of_surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "limpet/error.h"
#include "shapes/distance/winding_number.h"
#include "shapes/meshes/holes.h"
#include "shapes/meshes/notes.h"
#include "shapes/meshes/outward_surface.h"

namespace limpet {
namespace {

/// Samples for the median of w just inside.
constexpr std::size_t samples = 1000;
/// Of that median: a closed surface has 1, a cube without a lid 0.92, half a sphere 0.82, a sheet 0.5.
constexpr double least_winding = 0.85;
/// A rough winding number tells inside from outside if it is this far from 1/2: it is off by 0.3 at worst for
/// two nested spheres and would have to be off by 0.9 to mislead.
constexpr double rough_accuracy = 1.5, clear_of_half = 0.4;

/// 2 A / P; rims that span no area in sum, as of cracks, still need a bound above zero.
double radius_of(const Hole& hole) {
    return std::max(2 * hole.area.norm() / hole.length, 0.01 * hole.box.diagonal().norm());
}

std::vector<Box3> boxes_of(const std::vector<Hole>& holes) {
    std::vector<Box3> boxes;
    for (const Hole& hole : holes) boxes.push_back(hole.box);
    return boxes;
}

void check_geometry(const TriMesh& surface) {
    if (surface.triangles.empty()) throw InputError("surface", "has no triangles, so it encloses nothing");
    Box3 box;
    for (const Triangle& t : surface.triangles)
        for (const int v : t) {
            if (v < 0 || v >= static_cast<int>(surface.vertices.size()))
                throw InputError("surface", fmt::format("a triangle uses vertex {}, but there are {}", v,
                                                        surface.vertices.size()));
            if (!surface.vertices[v].allFinite())
                throw InputError("surface", fmt::format("vertex {} is not finite", v));
            box.extend(surface.vertices[v]);
        }
    const Vec3 size = box.sizes();
    if (!(size.minCoeff() > 1e-9 * size.maxCoeff()))
        throw InputError("surface",
                         fmt::format("is flat: its box measures {:.3g} × {:.3g} × {:.3g} m, so it encloses "
                                     "no volume",
                                     size.x(), size.y(), size.z()));
}

/// Winding numbers a little behind triangles spread evenly over the area, sorted.
std::vector<double> windings_behind(const TriMesh& surface, const WindingNumber& winding) {
    const double depth = 1e-4 * bounds(surface.vertices).diagonal().norm(), total = area(surface);
    std::vector<double> found;
    double passed = 0;
    for (const auto& [a, b, c] : surface.triangles) {
        const Vec3 &x = surface.vertices[a], &y = surface.vertices[b], &z = surface.vertices[c];
        const Vec3 normal = (y - x).cross(z - x) / 2;
        const double before = passed;
        passed += normal.norm();
        const double step = total / static_cast<double>(samples);
        if (std::floor(passed / step) == std::floor(before / step)) continue;
        found.push_back(winding.at((x + y + z) / 3 - depth * normal.normalized()));
    }
    std::sort(found.begin(), found.end());
    return found;
}

class SurfaceSolid {
public:
    SurfaceSolid(const TriMesh& surface, const std::vector<Hole>& holes)
        : tree_(std::make_shared<TriangleTree>(surface)),
          rough_(tree_, rough_accuracy),
          winding_(tree_),
          holes_(holes),
          hole_tree_(boxes_of(holes), 1) {
        for (const Hole& hole : holes) radii_.push_back(radius_of(hole));
    }

    const WindingNumber& winding() const { return winding_; }

    double at(const Vec3& p) const {
        double w = rough_.at(p);
        if (std::abs(w - 0.5) < clear_of_half || !holes_.empty()) w = winding_.at(p);
        const double distance = tree_->closest(p).distance;
        double best = distance * distance;
        hole_tree_.search_nearest(p, best, [&](int i, double& best2) {
            const Hole& hole = holes_[i];
            const double bound = std::max(hole.box.exteriorDistance(p), 1.5 * radii_[i] * std::abs(w - 0.5));
            best2 = std::min(best2, bound * bound);
        });
        return w > 0.5 ? -std::sqrt(best) : std::sqrt(best);
    }

private:
    std::shared_ptr<const TriangleTree> tree_;
    WindingNumber rough_, winding_;
    std::vector<Hole> holes_;
    std::vector<double> radii_;  ///< of the holes
    BoxTree hole_tree_;
};

}  // namespace

void turn_as_solid(TriMesh& surface, std::vector<std::string>* notes) {
    check_geometry(surface);
    turn_outwards(surface, notes);
    const TriMesh mesh = welded(surface);
    if (rim_edges(mesh.triangles).empty() || volume(mesh) >= 0) return;
    const std::vector<double> windings =
        windings_behind(mesh, WindingNumber(std::make_shared<TriangleTree>(mesh)));
    // In front of a surface that is inside out lies w = −1 + 1.
    if (windings[windings.size() / 2] >= 0.25) return;
    for (Triangle& t : surface.triangles) std::swap(t[1], t[2]);
    add_note(notes, "the surface was inside out and has been turned round");
}

SignedDistance solid_of_surface(const TriMesh& surface, std::vector<std::string>* notes) {
    TriMesh mesh = surface;
    turn_as_solid(mesh, notes);
    mesh = welded(mesh);
    const std::vector<RimEdge> rim = rim_edges(mesh.triangles);
    const std::vector<Hole> holes = find_holes(mesh.triangles, mesh.vertices);
    const auto solid = std::make_shared<SurfaceSolid>(mesh, holes);
    const std::vector<double> windings = windings_behind(mesh, solid->winding());
    const double median = windings[windings.size() / 2];
    if (median < least_winding)
        throw InputError(
            "surface",
            fmt::format("encloses no volume to fill: {} of its edges are open, and just inside it the "
                        "winding number is {:.2f} in the median, where a closed surface has 1 and {} is "
                        "the least allowed; close its holes or orient its triangles alike",
                        rim.size(), median, least_winding));
    if (!rim.empty())
        add_note(notes, fmt::format("the surface is not closed: {} open edges around {} hole(s) are bridged",
                                    rim.size(), holes.size()));
    Box3 box;
    for (const Triangle& t : mesh.triangles)
        for (const int v : t) box.extend(mesh.vertices[v]);
    return {[solid](const Vec3& p) { return solid->at(p); }, box};
}

}  // namespace limpet
