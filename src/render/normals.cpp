/// Normals by G. Thürmer and C. Wüthrich, Computing vertex normals from polygonal facets, JGT 3(1), 1998:
///     n_v ∝ Σ_t α_t n_t,   α_t the angle of triangle t at vertex v.
/// We deviate: a triangle whose normal turns by more than the crease angle from that of the corner's own
/// triangle is left out, so that a box keeps its edges.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <Eigen/Geometry>

#include "render/surface.h"

namespace limpet {
namespace {

const double crease_cosine = std::cos(40 * std::numbers::pi / 180);
/// A vertex of more triangles than this is shaded by all of them at once, to bound the work.
constexpr int largest_fan = 256;

/// For each vertex the first one at the same place.
std::vector<int> weld(const std::vector<Vec3>& vertices) {
    std::vector<int> order(vertices.size()), first(vertices.size());
    std::iota(order.begin(), order.end(), 0);
    const auto before = [&](int a, int b) {
        for (int i = 0; i < 3; ++i)
            if (vertices[a][i] != vertices[b][i]) return vertices[a][i] < vertices[b][i];
        return a < b;
    };
    std::sort(order.begin(), order.end(), before);
    for (std::size_t i = 0; i < order.size(); ++i)
        first[order[i]] =
            i > 0 && vertices[order[i]] == vertices[order[i - 1]] ? first[order[i - 1]] : order[i];
    return first;
}

double angle_at(const Vec3& at, const Vec3& b, const Vec3& c) {
    const Vec3 u = b - at, v = c - at;
    return std::atan2(u.cross(v).norm(), u.dot(v));
}

/// Corners (3 × triangle + place in it) around each vertex, as ranges of one list.
struct Corners {
    std::vector<int> start, list;

    Corners(const std::vector<Triangle>& triangles, const std::vector<int>& vertex, std::size_t count)
        : start(count + 1, 0), list(3 * triangles.size()) {
        for (const Triangle& t : triangles)
            for (const int v : t) ++start[vertex[v] + 1];
        std::partial_sum(start.begin(), start.end(), start.begin());
        std::vector<int> next(start.begin(), start.end() - 1);
        for (std::size_t t = 0; t < triangles.size(); ++t)
            for (int k = 0; k < 3; ++k) list[next[vertex[triangles[t][k]]]++] = static_cast<int>(3 * t + k);
    }
};

}  // namespace

std::vector<Vec3f> corner_normals(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles) {
    const std::vector<int> vertex = weld(vertices);
    const Corners corners(triangles, vertex, vertices.size());
    std::vector<Vec3> face(triangles.size());
    std::vector<double> angle(3 * triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const auto& [a, b, c] = triangles[t];
        face[t] = (vertices[b] - vertices[a]).cross(vertices[c] - vertices[a]).stableNormalized();
        for (int k = 0; k < 3; ++k)
            angle[3 * t + k] = angle_at(vertices[triangles[t][k]], vertices[triangles[t][(k + 1) % 3]],
                                        vertices[triangles[t][(k + 2) % 3]]);
    }
    std::vector<Vec3f> normals(3 * triangles.size());
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        const int begin = corners.start[v], end = corners.start[v + 1];
        const bool all = end - begin > largest_fan;
        Vec3 total = Vec3::Zero();
        for (int j = begin; all && j < end; ++j) total += angle[corners.list[j]] * face[corners.list[j] / 3];
        for (int i = begin; i < end; ++i) {
            const Vec3& own = face[corners.list[i] / 3];
            Vec3 sum = total;
            for (int j = begin; !all && j < end; ++j) {
                const int other = corners.list[j];
                if (own.dot(face[other / 3]) > crease_cosine) sum += angle[other] * face[other / 3];
            }
            const Vec3 mean = sum.stableNormalized();
            normals[corners.list[i]] = (mean.dot(own) > crease_cosine ? mean : own).cast<float>();
        }
    }
    return normals;
}

}  // namespace limpet
