#include "step/open_surfaces.h"

#include <fmt/format.h>

#include "shapes/meshes/holes.h"
#include "shapes/meshes/lost_rays.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

std::string percent(double share) {
    return share >= 0.01 ? fmt::format("{:.0f}", 100 * share) : fmt::format("{:.2g}", 100 * share);
}

}  // namespace

std::string open_surface_text(const Body& body) {
    const TriMesh surface = welded({body.surface().positions, body.surface().triangles});
    if (rim_edges(surface.triangles).empty()) return "";
    const std::vector<Hole> holes = find_holes(surface.triangles, surface.vertices);
    const Vec3 lost = lost_rays(surface.vertices, surface.triangles, bounds(surface.vertices));
    return fmt::format(
        "body \"{}\" is not closed: {}; of the rays that meet it along x, y and z, {}, {} and {} % leave it "
        "more or less often than they enter it",
        body.name(), holes_text(holes), percent(lost.x()), percent(lost.y()), percent(lost.z()));
}

std::string skipped_rays_text(const SkippedRays& rays) {
    int worst = 0;
    const double share = rays.shares.maxCoeff(&worst);
    const char axis = "xyz"[worst];
    return fmt::format(
        "has holes, and rays through them are left out: {} of {} that met it and another ({} %) in this "
        "step, and most along {}, about {} %: {}",
        rays.skipped, rays.met, percent(static_cast<double>(rays.skipped) / static_cast<double>(rays.met)),
        axis, percent(share),
        share >= large_lost_share
            ? fmt::format("along {} contact may be lost altogether, and bodies pass through it", axis)
            : fmt::format("along {} its volumes are too small by about as much", axis));
}

}  // namespace limpet
