#include "shapes/distance/solid_measure.h"

#include <algorithm>

#include "shapes/distance/isosurface.h"

namespace limpet {

namespace {

Vec3 gradient_at(const SignedDistance& solid, const Vec3& p, double reach) {
    Vec3 gradient;
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3 step = reach * Vec3::Unit(axis);
        gradient[axis] = solid.at(p + step) - solid.at(p - step);
    }
    return gradient / (2 * reach);
}

/// The furthest point along `direction` that a climb over the surface from `start` reaches.
double climb(const SignedDistance& solid, Vec3 start, const Vec3& direction, double edge) {
    double best = start.dot(direction);
    for (double step = edge / 2; step > edge / 200; step /= 2)
        for (int i = 0; i < 4; ++i) {
            const Vec3 normal = gradient_at(solid, start, edge / 1000).normalized();
            const Vec3 tangent = direction - normal.dot(direction) * normal;
            Vec3 p = start + step * tangent.normalized();
            for (int k = 0; k < 3; ++k) {
                const Vec3 gradient = gradient_at(solid, p, edge / 1000);
                p -= solid.at(p) / std::max(gradient.squaredNorm(), 1e-3) * gradient;
            }
            if (!(p.dot(direction) > best) || std::abs(solid.at(p)) > edge / 1000) break;
            best = p.dot(direction);
            start = p;
        }
    return best;
}

}  // namespace

SolidMeasure measure_solid(const SignedDistance& solid) {
    const double edge = solid.bounds.sizes().maxCoeff() / 60;
    const TriMesh mesh = isosurface(solid, edge);
    const std::vector<Vec3>& vertices = mesh.vertices;
    Box3 box = bounds(vertices);
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {-1.0, 1.0}) {
            const Vec3 direction = sign * Vec3::Unit(axis);
            const auto outermost = std::max_element(
                vertices.begin(), vertices.end(),
                [&](const Vec3& a, const Vec3& b) { return a.dot(direction) < b.dot(direction); });
            const double reach = climb(solid, *outermost, direction, edge);
            (sign > 0 ? box.max() : box.min())[axis] = sign * reach;
        }
    return {box, area(mesh)};
}

}  // namespace limpet
