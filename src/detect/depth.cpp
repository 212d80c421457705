#include "detect/depth.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "detect/feature_normals.h"
#include "detect/simplex_distance.h"

namespace limpet {

SignedNearest nearest_signed(const Vec3& point, const DetectionSurface& surface) {
    const CollisionComplex& complex = surface.complex();
    double best = std::numeric_limits<double>::infinity();
    int simplex = -1;
    NearestOnSimplex nearest{};
    surface.tree().search_nearest(point, best, [&](int item, double& limit) {
        const NearestOnSimplex found =
            nearest_on_simplex(point, complex.simplices()[item].vertices, surface.positions());
        if (found.squared_distance >= limit) return;
        limit = found.squared_distance;
        nearest = found;
        simplex = item;
    });
    if (simplex < 0) return {-1, -best};
    bool boundary = false;
    const Vec3 outward = FeatureNormals(surface).at(simplex, nearest.weights, boundary);
    const bool inside = !complex.is_sheet() && !boundary && (point - nearest.point).dot(outward) < 0;
    const double distance = std::sqrt(nearest.squared_distance);
    return {simplex, inside ? distance : -distance};
}

double depth_of_point(const Vec3& point, const DetectionSurface& surface) {
    return nearest_signed(point, surface).depth;
}

namespace {

bool has_rim(const CollisionComplex& complex) {
    for (int e = 0; e < static_cast<int>(complex.edges().size()); ++e)
        if (complex.simplices_of_edge(e)[1] < 0) return true;
    return false;
}

}  // namespace

double deepest_vertex(const DetectionSurface& own, const DetectionSurface& other) {
    double deepest = 0;
    if (other.complex().is_sheet() || !own.box().intersects(other.box())) return deepest;
    // What is behind an open surface, such as a plane, is not within its box.
    const bool open = has_rim(other.complex());
    for (const Vec3& p : own.positions())
        if (open || other.box().contains(p)) deepest = std::max(deepest, depth_of_point(p, other));
    return deepest;
}

}  // namespace limpet
