/// Integrals of 1, x_i and x_i x_j over the inside of a closed surface, as sums over the tetrahedra between a
/// local origin and each triangle (a, b, c), signed by d = a·(b × c):
///     V = Σ d/6,   ∫x = Σ d/24 s,   ∫x xᵀ = Σ d/120 (s sᵀ + a aᵀ + b bᵀ + c cᵀ),   s = a + b + c
/// (exact for linear and quadratic functions on a tetrahedron; Eberly, "Polyhedral mass properties", 2002,
/// has the same by surface integrals). V [m³], ∫x [m⁴], ∫x xᵀ [m⁵]. Inertia about the centre: I = tr(C) 1 −
/// C, with the covariance C = ∫x xᵀ − V c cᵀ. We deviate in taking the origin at the middle of the surface's
/// box, so that nothing is lost to cancellation far from the world's origin.

#include "shapes/meshes/mass_properties.h"

namespace limpet {

MassProperties mass_properties(const TriMesh& mesh) {
    MassProperties result;
    if (mesh.triangles.empty()) return result;
    const Vec3 origin = bounds(mesh.vertices).center();
    double volume = 0;
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3 a = mesh.vertices[i] - origin, b = mesh.vertices[j] - origin,
                   c = mesh.vertices[k] - origin;
        const double d = a.dot(b.cross(c));
        const Vec3 sum = a + b + c;
        volume += d / 6;
        first += d / 24 * sum;
        second +=
            d / 120 * (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
    }
    result.volume = volume;
    if (volume == 0) return result;
    const Vec3 center = first / volume;
    const Mat3 covariance = second - volume * center * center.transpose();
    result.center = origin + center;
    result.inertia = covariance.trace() * Mat3::Identity() - covariance;
    return result;
}

}  // namespace limpet
