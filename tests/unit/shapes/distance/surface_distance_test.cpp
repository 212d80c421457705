/// Distances along surfaces, against Dijkstra's on the same surfaces with many points on every edge; and what
/// they make of neighbours on a sheet.

#include "shapes/distance/surface_distance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <set>

#include "support/cloth_meshes.h"
#include "support/folded_sheets.h"
#include "support/placed_surfaces.h"

namespace limpet {
namespace {

SurfacePoint random_point(const TriMesh& mesh, std::mt19937& random) {
    std::uniform_real_distribution<double> uniform(0, 1);
    const Triangle& t = mesh.triangles[random() % mesh.triangles.size()];
    const int corners = 1 + static_cast<int>(random() % 3);
    if (corners == 1) return {{t[0], -1, -1}, {1, 0, 0}};
    const double u = uniform(random), v = (1 - u) * uniform(random);
    if (corners == 2) return {{t[0], t[1], -1}, {1 - u, u, 0}};
    return {t, {1 - u - v, u, v}};
}

bool has(const Triangle& triangle, const SurfacePoint& point) {
    for (int k = 0; k < 3; ++k)
        if (point.weights[k] != 0 &&
            std::find(triangle.begin(), triangle.end(), point.vertices[k]) == triangle.end())
            return false;
    return true;
}

/// Shortest way from a to b over straight lines within triangles, between points that divide their edges
/// into equal parts: all of them, without a limit.
double distance_by_dijkstra(const TriMesh& mesh, const SurfacePoint& a, const SurfacePoint& b, int parts) {
    std::vector<Vec3> points;
    std::vector<std::vector<int>> on_triangle(mesh.triangles.size());
    const auto add = [&](const SurfacePoint& p) {
        Vec3 place = Vec3::Zero();
        for (int k = 0; k < 3; ++k)
            if (p.weights[k] != 0) place += p.weights[k] * mesh.vertices[p.vertices[k]];
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            if (has(mesh.triangles[t], p)) on_triangle[t].push_back(static_cast<int>(points.size()));
        points.push_back(place);
    };
    add(a);
    add(b);
    const CollisionComplex complex =
        CollisionComplex::of_triangles(mesh.triangles, static_cast<int>(mesh.vertices.size()));
    for (int v = 0; v < complex.vertex_count(); ++v) add({{v, -1, -1}, {1, 0, 0}});
    for (const Edge& e : complex.edges())
        for (int i = 1; i < parts; ++i) {
            const double s = static_cast<double>(i) / parts;
            add({{e[0], e[1], -1}, {1 - s, s, 0}});
        }
    std::vector<std::vector<int>> triangles_of(points.size());
    for (std::size_t t = 0; t < on_triangle.size(); ++t)
        for (const int p : on_triangle[t]) triangles_of[p].push_back(static_cast<int>(t));
    std::vector<double> length(points.size(), std::numeric_limits<double>::infinity());
    std::set<std::pair<double, int>> open = {{0, 0}};
    length[0] = 0;
    while (!open.empty() && open.begin()->second != 1) {
        const int next = open.begin()->second;
        open.erase(open.begin());
        for (const int t : triangles_of[next])
            for (const int q : on_triangle[t]) {
                const double way = length[next] + (points[q] - points[next]).norm();
                if (way >= length[q]) continue;
                open.erase({length[q], q});
                length[q] = way;
                open.insert({way, q});
            }
    }
    return length[1];
}

TriMesh curled(TriMesh mesh, double curl_radius) {
    for (Vec3& p : mesh.vertices)
        p = Vec3(curl_radius * std::sin(p.x() / curl_radius),
                 curl_radius * (1 - std::cos(p.x() / curl_radius)), p.z());
    return mesh;
}

TriMesh wavy(TriMesh mesh) {
    for (Vec3& p : mesh.vertices) p.y() = 0.1 * std::sin(9 * p.x()) * std::cos(7 * p.z());
    return mesh;
}

/// By how much, as a share, the bound of a distance is too long at most. Dijkstra's own ways are too long,
/// too: by up to a percent, and by half of what is between the points of an edge.
double worst_excess(const TriMesh& mesh, int pairs) {
    const CollisionComplex complex =
        CollisionComplex::of_triangles(mesh.triangles, static_cast<int>(mesh.vertices.size()));
    std::mt19937 random(7);
    double worst = 0;
    for (int i = 0; i < pairs; ++i) {
        const SurfacePoint a = random_point(mesh, random), b = random_point(mesh, random);
        const double distance = distance_by_dijkstra(mesh, a, b, 20);
        const auto is_nearer = [&](double limit) {
            return is_nearer_along(complex, mesh.vertices, a, b, limit);
        };
        if (!std::isfinite(distance)) {
            EXPECT_FALSE(is_nearer(1e3));
            continue;
        }
        EXPECT_FALSE(is_nearer(0.98 * distance - 0.005)) << i << ' ' << distance;
        double excess = 0;
        while (excess < 1 && !is_nearer((1 + excess) * distance + 1e-9)) excess += 0.005;
        worst = std::max(worst, excess);
    }
    return worst;
}

TEST(SurfaceDistance, IsThatOfDijkstra) {
    EXPECT_EQ(worst_excess(grid_sheet(1, 0.6, 5, 3), 60), 0);
    EXPECT_EQ(worst_excess(uneven_sheet(1, 0.6, 5, 3), 60), 0);
    EXPECT_EQ(worst_excess(two_layers(1, 0.6, 5, 3, 0.02), 60), 0);
    EXPECT_LT(worst_excess(flat_sleeve(0.6, 0.5, 4, 3, 0.02), 60), 0.1);
    EXPECT_LT(worst_excess(curled(uneven_sheet(1, 0.6, 6, 4), 0.35), 60), 0.05);
    EXPECT_LT(worst_excess(wavy(uneven_sheet(1, 0.6, 6, 4)), 60), 0.05);
    EXPECT_LT(worst_excess(grid_box(Vec3(0.5, 0.4, 0.3), 2), 60), 0.1);
}

/// Pairs of a mesh that are neighbours, and those that Dijkstra's distances say are.
void expect_neighbours_by_dijkstra(const TriMesh& mesh, double radius, int pairs) {
    const CollisionComplex sheet = CollisionComplex::of_sheet(mesh.triangles, mesh.vertices, radius);
    const double limit = std::numbers::pi * radius;
    std::mt19937 random(11);
    int near = 0, far = 0;
    for (int i = 0; i < pairs; ++i) {
        const SurfacePoint a = random_point(mesh, random), b = random_point(mesh, random);
        const double distance = distance_by_dijkstra(mesh, a, b, 10);
        if (std::abs(distance / limit - 1) < 0.05) continue;
        ++(distance < limit ? near : far);
        EXPECT_EQ(sheet.are_neighbours(a, b), distance < limit) << i << ": " << distance / limit;
    }
    EXPECT_GT(near, pairs / 20);
    EXPECT_GT(far, pairs / 20);
}

TEST(SurfaceDistance, MakesNeighbours) {
    expect_neighbours_by_dijkstra(uneven_sheet(1, 0.6, 5, 3), 0.1, 100);
    expect_neighbours_by_dijkstra(two_layers(1, 0.6, 5, 3, 0.2), 0.1, 100);
    expect_neighbours_by_dijkstra(flat_sleeve(0.6, 0.5, 6, 5, 0.2), 0.1, 100);
}

/// However near: what is not joined is no neighbour, but where it is in the same place.
TEST(SurfaceDistance, LayersAreNoNeighbours) {
    for (const double apart : {0.02, 0.01, 1e-4}) {
        const TriMesh mesh = two_layers(1, 0.6, 10, 6, apart);
        const CollisionComplex sheet = CollisionComplex::of_sheet(mesh.triangles, mesh.vertices, 0.01);
        const int count = static_cast<int>(mesh.vertices.size()) / 2;
        for (int v = 0; v < count; ++v)
            EXPECT_FALSE(sheet.are_neighbours({{v, -1, -1}, {1, 0, 0}}, {{v + count, -1, -1}, {1, 0, 0}}));
    }
    const TriMesh mesh = two_layers(1, 0.6, 10, 6, 0);
    const CollisionComplex sheet = CollisionComplex::of_sheet(mesh.triangles, mesh.vertices, 0.01);
    const int count = static_cast<int>(mesh.vertices.size()) / 2;
    EXPECT_TRUE(sheet.are_neighbours({{0, -1, -1}, {1, 0, 0}}, {{count, -1, -1}, {1, 0, 0}}));
}

}  // namespace
}  // namespace limpet
