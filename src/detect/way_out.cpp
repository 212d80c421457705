#include "detect/way_out.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "detect/detection_constants.h"

namespace limpet {
namespace {

/// Does a ray meet a box within `limit`?
bool meets(const Box3& box, const Vec3& from, const Vec3& inverse, double limit) {
    const Vec3 a = (box.min() - from).cwiseProduct(inverse), b = (box.max() - from).cwiseProduct(inverse);
    double enter = 0, leave = limit;
    for (int k = 0; k < 3; ++k) {
        // 0 · ∞: the ray runs within a plane of the box.
        if (std::isnan(a[k]) || std::isnan(b[k])) continue;
        enter = std::max(enter, std::min(a[k], b[k]));
        leave = std::min(leave, std::max(a[k], b[k]));
    }
    return enter <= leave;
}

class Ray {
public:
    Ray(const Vec3& from, const Vec3& way) : from_(from), way_(way), inverse_(way.cwiseInverse()) {}

    bool meets(const Box3& box) const { return limpet::meets(box, from_, inverse_, nearest_.length); }

    void visit(const DetectionSurface& surface, int simplex) {
        if (surface.complex().simplices()[simplex].corners() < 3) return;
        const auto [a, b, c] = surface.corners(simplex);
        const Vec3 normal = (b - a).cross(c - a);
        const double along = normal.dot(way_), squared = normal.squaredNorm();
        if (along == 0) return;
        const double t = normal.dot(a - from_) / along;
        if (!(t >= 0 && t < nearest_.length)) return;
        const Vec3 x = from_ + t * way_ - a;
        const double beta = x.cross(c - a).dot(normal) / squared,
                     gamma = (b - a).cross(x).dot(normal) / squared;
        if (std::min({1 - beta - gamma, beta, gamma}) < -ray_edge_slack) return;
        nearest_ = {t, simplex, {1 - beta - gamma, beta, gamma}};
        leaves_ = along > 0;
    }

    std::optional<WayOut> found() const { return leaves_ ? std::optional(nearest_) : std::nullopt; }

private:
    Vec3 from_, way_, inverse_;
    WayOut nearest_{std::numeric_limits<double>::infinity(), -1, {}};
    bool leaves_ = false;
};

}  // namespace

std::optional<WayOut> way_out(const Vec3& from, const Vec3& way, const DetectionSurface& surface) {
    Ray ray(from, way);
    surface.tree().visit_items([&](const Box3& box) { return ray.meets(box); },
                               [&](int item) { ray.visit(surface, item); });
    return ray.found();
}

}  // namespace limpet
