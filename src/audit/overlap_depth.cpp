#include "audit/overlap_depth.h"

#include <algorithm>

namespace limpet {
namespace {

constexpr int grid_points = 6;        ///< of the common box, along each side
constexpr int triangle_points = 4;    ///< of what a triangle has in the common box, along each side, at most
constexpr int climbs = 3;             ///< of the best points found
constexpr int most_climb_steps = 40;  ///< of one climb; its step halves where nothing rises
/// Of the depth: where a climb's step ends.
constexpr double climb_precision = 0.01;

struct Seed {
    Vec3 point;
    double radius;  ///< of the ball about it that fits into both [m]
};

double ball_radius(const AuditedSurface& a, const AuditedSurface& b, const Vec3& x) {
    if (!a.contains(x) || !b.contains(x)) return 0;
    return std::min(a.distance(x), b.distance(x));
}

double climb(const AuditedSurface& a, const AuditedSurface& b, Seed seed) {
    double step = seed.radius;
    for (int i = 0; i < most_climb_steps && step > climb_precision * seed.radius; ++i) {
        // All neighbours of a grid: away from two faces at once, where either alone does not help.
        const Seed before = seed;
        for (int way = 0; way < 27; ++way) {
            const Vec3 x = before.point + step * Vec3(way % 3 - 1, way / 3 % 3 - 1, way / 9 - 1);
            const double r = ball_radius(a, b, x);
            if (r > seed.radius) seed = {x, r};
        }
        if (seed.radius == before.radius) step /= 2;
    }
    return 2 * seed.radius;
}

std::vector<Vec3> clipped(std::vector<Vec3> polygon, const Box3& box) {
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {-1.0, 1.0}) {
            const double limit = sign > 0 ? box.max()[axis] : -box.min()[axis];
            std::vector<Vec3> kept;
            for (std::size_t i = 0; i < polygon.size(); ++i) {
                const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
                const double dp = limit - sign * p[axis], dq = limit - sign * q[axis];
                if (dp >= 0) kept.push_back(p);
                if ((dp > 0 && dq < 0) || (dp < 0 && dq > 0)) kept.push_back(p + (q - p) * (dp / (dp - dq)));
            }
            polygon = std::move(kept);
        }
    return polygon;
}

/// Points of a surface within a box, with the triangles' normals.
template <class Visit>
void for_surface_points(const TriMesh& mesh, const Box3& box, const Visit& visit) {
    const double spacing = box.diagonal().norm() / (2 * triangle_points);
    for (const Triangle& t : mesh.triangles) {
        const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
        Box3 around(a);
        around.extend(b).extend(c);
        if (!around.intersects(box)) continue;
        const Vec3 normal = (b - a).cross(c - a).normalized();
        const std::vector<Vec3> polygon = clipped({a, b, c}, box);
        for (const Vec3& p : polygon) visit(p, normal);
        for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
            const Vec3 u = polygon[i] - polygon[0], v = polygon[i + 1] - polygon[0];
            const double longest = std::max({u.norm(), v.norm(), (u - v).norm()});
            const int n = std::clamp(static_cast<int>(longest / spacing), 1, triangle_points);
            for (int j = 0; j < n; ++j)
                for (int k = 0; j + k < n; ++k)
                    visit(polygon[0] + u * ((j + 1.0 / 3) / n) + v * ((k + 1.0 / 3) / n), normal);
        }
    }
}

/// Points of `surface` that are inside `solid`: the deepest of them, and centres of balls below them.
double surface_depth(const AuditedSurface& surface, const AuditedSurface& solid, const Box3& common,
                     std::vector<Seed>* seeds) {
    double deepest = 0;
    for_surface_points(surface.mesh(), common, [&](const Vec3& p, const Vec3& normal) {
        if (!solid.contains(p)) return;
        const double depth = solid.distance(p);
        deepest = std::max(deepest, depth);
        if (!seeds) return;
        const Vec3 below = p - normal * (depth / 2);
        seeds->push_back({below, ball_radius(surface, solid, below)});
    });
    return deepest;
}

}  // namespace

double overlap_depth(const AuditedSurface& a, const AuditedSurface& b, double tolerance) {
    const Box3 common = a.box().intersection(b.box());
    // A ball that fits into both is no wider than the common box.
    if (common.isEmpty() || common.sizes().minCoeff() < tolerance) return 0;
    std::vector<Seed> seeds;
    double deepest = std::max(surface_depth(a, b, common, &seeds), surface_depth(b, a, common, &seeds));
    for (int i = 0; i < grid_points; ++i)
        for (int j = 0; j < grid_points; ++j)
            for (int k = 0; k < grid_points; ++k) {
                const Vec3 share = Vec3(i + 0.5, j + 0.5, k + 0.5) / grid_points;
                const Vec3 x = common.min() + share.cwiseProduct(common.sizes());
                seeds.push_back({x, ball_radius(a, b, x)});
            }
    std::stable_sort(seeds.begin(), seeds.end(),
                     [](const Seed& p, const Seed& q) { return p.radius > q.radius; });
    for (int i = 0; i < climbs && i < static_cast<int>(seeds.size()) && seeds[i].radius > 0; ++i)
        deepest = std::max(deepest, climb(a, b, seeds[i]));
    return deepest;
}

double sheet_depth(const AuditedSurface& sheet, const AuditedSurface& solid) {
    const Box3 common = sheet.box().intersection(solid.box());
    return common.isEmpty() ? 0 : surface_depth(sheet, solid, common, nullptr);
}

namespace {

Vec3 normal_of(const AuditedSurface& sheet) {
    Vec3 sum = Vec3::Zero();
    for (const Triangle& t : sheet.mesh().triangles) {
        const std::vector<Vec3>& x = sheet.mesh().vertices;
        sum += (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]);
    }
    return sum.normalized();
}

}  // namespace

double depth_behind(const AuditedSurface& sheet, const AuditedSurface& body, bool entered) {
    const Vec3 normal = normal_of(sheet), origin = sheet.mesh().vertices.front();
    const double size = sheet.box().diagonal().norm();
    double deepest = 0, highest = 0;
    for (const Vec3& x : body.mesh().vertices) {
        const double height = normal.dot(x - origin);
        // Over the sheet: its foot is on a triangle, to within rounding.
        const Vec3 foot = x - height * normal;
        if (sheet.distance(foot) > 1e-9 * size) continue;
        deepest = std::max(deepest, -height);
        highest = std::max(highest, height);
    }
    return highest > 0 || entered ? deepest : 0;
}

bool is_in_front(const AuditedSurface& sheet, const AuditedSurface& body) {
    const Vec3 normal = normal_of(sheet), origin = sheet.mesh().vertices.front();
    return std::all_of(body.mesh().vertices.begin(), body.mesh().vertices.end(),
                       [&](const Vec3& x) { return normal.dot(x - origin) >= 0; });
}

bool is_flat_sheet(const AuditedSurface& surface) {
    if (surface.closed() || surface.mesh().triangles.empty()) return false;
    const Vec3 normal = normal_of(surface), origin = surface.mesh().vertices.front();
    const double size = surface.box().diagonal().norm();
    return std::all_of(surface.mesh().vertices.begin(), surface.mesh().vertices.end(),
                       [&](const Vec3& x) { return std::abs(normal.dot(x - origin)) < 1e-9 * size; });
}

}  // namespace limpet
