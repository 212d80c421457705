#include "detect/depth.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "detect/feature_normals.h"
#include "detect/simplex_distance.h"

namespace limpet {

double depth_of_point(const Vec3& point, const DetectionSurface& surface) {
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
    if (simplex < 0) return -best;
    bool boundary = false;
    const Vec3 outward = FeatureNormals(surface).at(simplex, nearest.weights, boundary);
    const bool inside = !complex.is_sheet() && !boundary && (point - nearest.point).dot(outward) < 0;
    const double distance = std::sqrt(nearest.squared_distance);
    return inside ? distance : -distance;
}

double deepest_vertex(const DetectionSurface& own, const DetectionSurface& other) {
    double deepest = 0;
    if (other.complex().is_sheet()) return deepest;
    for (const Vec3& p : own.positions())
        if (other.box().contains(p)) deepest = std::max(deepest, depth_of_point(p, other));
    return deepest;
}

}  // namespace limpet
