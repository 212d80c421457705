#include "detect/depth.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "detect/feature_normals.h"
#include "detect/simplex_distance.h"

namespace limpet {

double deepest_vertex(const DetectionSurface& own, const DetectionSurface& other) {
    const FeatureNormals normals(other);
    const std::vector<Vec3>& x = other.positions();
    double deepest = 0;
    if (other.complex().is_sheet()) return deepest;
    for (const Vec3& p : own.positions()) {
        if (!other.box().contains(p)) continue;
        double best = std::numeric_limits<double>::infinity();
        int simplex = -1;
        NearestOnSimplex nearest{};
        other.tree().search_nearest(p, best, [&](int item, double& limit) {
            const NearestOnSimplex found =
                nearest_on_simplex(p, other.complex().simplices()[item].vertices, x);
            if (found.squared_distance >= limit) return;
            limit = found.squared_distance;
            nearest = found;
            simplex = item;
        });
        if (simplex < 0) continue;
        bool boundary = false;
        const Vec3 outward = normals.at(simplex, nearest.weights, boundary);
        if (!boundary && (p - nearest.point).dot(outward) < 0)
            deepest = std::max(deepest, std::sqrt(nearest.squared_distance));
    }
    return deepest;
}

}  // namespace limpet
