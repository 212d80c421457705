#pragma once

/// The volume that two closed triangle meshes have in common, without pixels: the slow twin of detect/ldi.
///
///   V(A ∩ B) = Σ_a Σ_b s_a s_b V(T_a ∩ T_b),    T_a = tetrahedron(o_A, a),  s_a = sign of its volume
///
/// over the triangles a of A and b of B, o_A and o_B being any points. Tetrahedra are cut by the four planes
/// of the other into tetrahedra. Surfaces must not overlap themselves, where s sums to the winding number.

#include <cmath>

#include "shapes/meshes/meshes.h"

namespace limpet::exact {

using Tet = std::array<Vec3, 4>;

inline double signed_volume(const Tet& t) {
    return (t[1] - t[0]).dot((t[2] - t[0]).cross(t[3] - t[0])) / 6;
}

struct Plane {
    Vec3 normal;
    double offset;
    double at(const Vec3& x) const { return normal.dot(x) - offset; }
};

/// Facing inward.
inline std::array<Plane, 4> planes_of(const Tet& t) {
    constexpr int faces[4][4] = {{1, 2, 3, 0}, {0, 2, 3, 1}, {0, 1, 3, 2}, {0, 1, 2, 3}};
    std::array<Plane, 4> planes;
    for (int f = 0; f < 4; ++f) {
        const auto [a, b, c, opposite] = faces[f];
        Vec3 n = (t[b] - t[a]).cross(t[c] - t[a]);
        if (n.dot(t[opposite] - t[a]) < 0) n = -n;
        planes[f] = {n, n.dot(t[a])};
    }
    return planes;
}

/// Of what of a tetrahedron lies on the inner side of planes [plane, 4).
inline double clipped_volume(const Tet& t, const std::array<Plane, 4>& planes, int plane) {
    if (plane == 4) return std::abs(signed_volume(t));
    std::vector<int> in, out;
    std::array<double, 4> d;
    for (int k = 0; k < 4; ++k) {
        d[k] = planes[plane].at(t[k]);
        (d[k] > 0 ? in : out).push_back(k);
    }
    const auto cut = [&](int i, int o) -> Vec3 { return t[i] + (t[o] - t[i]) * (d[i] / (d[i] - d[o])); };
    const auto rest = [&](const Tet& piece) { return clipped_volume(piece, planes, plane + 1); };
    const auto prism = [&](const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& x, const Vec3& y,
                           const Vec3& z) {
        return rest({a, b, c, x}) + rest({b, c, x, y}) + rest({c, x, y, z});
    };
    if (in.empty()) return 0;
    if (out.empty()) return rest(t);
    if (in.size() == 1) return rest({t[in[0]], cut(in[0], out[0]), cut(in[0], out[1]), cut(in[0], out[2])});
    if (in.size() == 3)
        return prism(t[in[0]], t[in[1]], t[in[2]], cut(in[0], out[0]), cut(in[1], out[0]),
                     cut(in[2], out[0]));
    return prism(t[in[0]], cut(in[0], out[0]), cut(in[0], out[1]), t[in[1]], cut(in[1], out[0]),
                 cut(in[1], out[1]));
}

inline std::vector<Tet> fan(const TriMesh& mesh, const Vec3& apex) {
    std::vector<Tet> tets;
    for (const auto& [a, b, c] : mesh.triangles)
        tets.push_back({apex, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]});
    return tets;
}

inline double overlap(const TriMesh& a, const TriMesh& b) {
    const Vec3 apex_a =
        bounds(a.vertices).center() + Vec3(0.0123, -0.0077, 0.0031) * bounds(a.vertices).diagonal().norm();
    const Vec3 apex_b =
        bounds(b.vertices).center() - Vec3(0.0057, 0.0111, -0.0093) * bounds(b.vertices).diagonal().norm();
    const std::vector<Tet> tets_a = fan(a, apex_a), tets_b = fan(b, apex_b);
    double sum = 0;
    for (const Tet& tb : tets_b) {
        const double vb = signed_volume(tb);
        if (vb == 0) continue;
        const std::array<Plane, 4> planes = planes_of(tb);
        for (const Tet& ta : tets_a) {
            const double sign = signed_volume(ta) * vb;
            if (sign != 0) sum += (sign > 0 ? 1 : -1) * clipped_volume(ta, planes, 0);
        }
    }
    return sum;
}

}  // namespace limpet::exact
