/// Searches by tree against the same by trying everything.
#include "reference/tet_mesh_checks.h"
#include "shapes/distance/winding_number.h"
#include "shapes/meshes/embedding.h"
#include "shapes/tetrahedra/box_tetrahedra.h"
#include "shapes/tetrahedra/isosurface_stuffing.h"

namespace limpet {
namespace {

using namespace testing_support;

/// Distance to a triangle by brute force: a fine sampling of it, refined around the best sample.
double sampled_distance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    double u0 = 0, u1 = 1, v0 = 0, v1 = 1, best = 1e300;
    for (int round = 0; round < 40; ++round) {
        double bu = 0, bv = 0, round_best = 1e300;
        for (int i = 0; i <= 10; ++i)
            for (int j = 0; j <= 10; ++j) {
                double u = u0 + (u1 - u0) * i / 10, v = v0 + (v1 - v0) * j / 10;
                if (u + v > 1) {
                    const double over = (u + v - 1) / 2;
                    u = std::clamp(u - over, 0.0, 1.0);
                    v = 1 - u;
                }
                const double d = (a + u * (b - a) + v * (c - a) - p).norm();
                if (d < round_best) round_best = d, bu = u, bv = v;
            }
        best = std::min(best, round_best);
        const double du = (u1 - u0) / 4, dv = (v1 - v0) / 4;
        u0 = std::max(0.0, bu - du), u1 = std::min(1.0, bu + du);
        v0 = std::max(0.0, bv - dv), v1 = std::min(1.0, bv + dv);
    }
    return best;
}

const Box3 unit(Vec3::Constant(-1), Vec3::Constant(1));

TEST(TriangleTree, ClosestPointOfOneTriangle) {
    const std::vector<Vec3> x = random_points(unit, 4 * 300);
    for (std::size_t i = 0; i < x.size(); i += 4) {
        const Vec3 near = closest_on_triangle(x[i], x[i + 1], x[i + 2], x[i + 3]);
        EXPECT_NEAR((near - x[i]).norm(), sampled_distance(x[i], x[i + 1], x[i + 2], x[i + 3]), 1e-6);
    }
}

TEST(TriangleTree, DegenerateTriangles) {
    const Vec3 a(0, 0, 0), b(1, 0, 0);
    for (const Vec3& p : random_points(unit, 100)) {
        const double segment = (p - Vec3(std::clamp(p.x(), 0.0, 1.0), 0, 0)).norm();
        EXPECT_NEAR((closest_on_triangle(p, a, b, b) - p).norm(), segment, 1e-14);
        EXPECT_NEAR((closest_on_triangle(p, a, Vec3(0.4, 0, 0), b) - p).norm(), segment, 1e-14);
        EXPECT_NEAR((closest_on_triangle(p, b, Vec3(0.4, 1e-13, 0), a) - p).norm(), segment, 1e-12);
        EXPECT_EQ(closest_on_triangle(p, b, b, b), b);
    }
}

TEST(TriangleTree, AgreesWithAllTriangles) {
    TriMesh mesh = sphere_surface(0.7, 20);
    append(mesh, box_surface(Vec3(0, 0, 0), Vec3(1, 1, 1)));
    const TriangleTree tree(mesh);
    for (const Vec3& p : random_points(unit, 1000)) {
        double best = 1e300;
        for (const auto& [a, b, c] : mesh.triangles)
            best = std::min(
                best,
                (closest_on_triangle(p, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]) - p).norm());
        const ClosestPoint closest = tree.closest(p);
        EXPECT_EQ(closest.distance, best);
        EXPECT_NEAR((closest.point - p).norm(), best, 1e-15);
        const auto& [a, b, c] = mesh.triangles[closest.triangle];
        EXPECT_EQ(closest.point,
                  closest_on_triangle(p, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]));
        EXPECT_EQ(tree.closest(p, 0.999 * best).triangle, -1);
        EXPECT_EQ(tree.closest(p, 1.001 * best).distance, best);
    }
    EXPECT_EQ(TriangleTree(TriMesh{}).closest(Vec3::Zero()).triangle, -1);
}

TEST(WindingNumber, CountsLayers) {
    TriMesh mesh = box_surface(Vec3(-1, -1, -1), Vec3(1, 1, 1));
    append(mesh, box_surface(Vec3(0, 0, 0), Vec3(2, 2, 2)));
    EXPECT_NEAR(winding_number(mesh, Vec3(0.3, 0.4, 0.5)), 2, 1e-14);
    EXPECT_NEAR(winding_number(mesh, Vec3(-0.3, 0.4, 0.5)), 1, 1e-14);
    EXPECT_NEAR(winding_number(mesh, Vec3(-3, 0.4, 0.5)), 0, 1e-14);
    EXPECT_NEAR(winding_number(turned(mesh), Vec3(0.3, 0.4, 0.5)), -2, 1e-14);
}

TEST(WindingNumber, TreeAgreesWithTheSum) {
    TriMesh mesh = sphere_surface(0.7, 40);
    append(mesh, box_surface(Vec3(0, 0, 0), Vec3(1, 1, 1)));
    mesh.triangles.resize(mesh.triangles.size() - 40);
    const auto tree = std::make_shared<TriangleTree>(mesh);
    const WindingNumber rough(tree, 1.5), usual(tree), fine(tree, 8), exact(tree, 1e6);
    for (const Vec3& p : random_points(unit, 500)) {
        const double w = winding_number(mesh, p);
        EXPECT_NEAR(rough.at(p), w, 0.4);
        EXPECT_NEAR(usual.at(p), w, 0.1);
        EXPECT_NEAR(fine.at(p), w, 0.006);
        EXPECT_NEAR(exact.at(p), w, 1e-12);
    }
}

TEST(WindingNumber, TreeSeesThinWallsOfHollowBodies) {
    TriMesh mesh = sphere_surface(0.7, 24);
    append(mesh, turned(sphere_surface(0.6, 24)));
    append(mesh, sphere_surface(0.3, 24));
    const auto tree = std::make_shared<TriangleTree>(mesh);
    const WindingNumber rough(tree, 1.5), usual(tree);
    for (const Vec3& p : random_points(unit, 1000)) {
        const double w = winding_number(mesh, p);
        EXPECT_NEAR(rough.at(p), w, 0.4);
        EXPECT_NEAR(usual.at(p), w, 0.1);
    }
}

TEST(BarycentricEmbedding, AgreesWithAllTetrahedra) {
    const TetMesh mesh = stuff(ball(Vec3::Zero(), 0.8), 0.3);
    const std::vector<Vec3> points = random_points(unit, 300);
    const BarycentricEmbedding embedding(mesh, points);
    const auto distance = [&](const Tetrahedron& t, const Vec3& p) {
        double volumes = 0, best = 1e300;
        for (int k = 0; k < 4; ++k) {
            TetCorners x{mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]], mesh.vertices[t[3]]};
            const double whole = tet_volume(x);
            const Vec3 a = x[(k + 1) % 4], b = x[(k + 2) % 4], c = x[(k + 3) % 4];
            x[k] = p;
            volumes += std::abs(tet_volume(x)) / whole;
            best = std::min(best, (closest_on_triangle(p, a, b, c) - p).norm());
        }
        return volumes < 1 + 1e-12 ? 0 : best;
    };
    for (std::size_t i = 0; i < points.size(); ++i) {
        double best = 1e300;
        for (const Tetrahedron& t : mesh.tetrahedra) best = std::min(best, distance(t, points[i]));
        EXPECT_NEAR(distance(embedding.point(i).nodes, points[i]), best, 1e-12);
    }
}

}  // namespace
}  // namespace limpet
