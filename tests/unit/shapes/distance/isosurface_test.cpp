#include "shapes/distance/isosurface.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "limpet/error.h"
#include "limpet/world.h"
#include "shapes/distance/isosurface_loops.h"
#include "shapes/distance/sdf_combine.h"
#include "shapes/distance/sdf_primitives.h"
#include "shapes/meshes/surface_check.h"
#include "support/mesh_measures.h"

namespace limpet {
namespace {

using testing::HasSubstr;
using testing_support::mean_edge;

/// Share of the triangles' angles below `degrees`.
double share_of_angles_below(const TriMesh& mesh, double degrees) {
    std::size_t below = 0;
    for (const Triangle& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            const Vec3 a = mesh.vertices[t[(k + 1) % 3]] - mesh.vertices[t[k]];
            const Vec3 b = mesh.vertices[t[(k + 2) % 3]] - mesh.vertices[t[k]];
            if (a.dot(b) > std::cos(degrees * std::numbers::pi / 180) * a.norm() * b.norm()) ++below;
        }
    return static_cast<double>(below) / (3.0 * static_cast<double>(mesh.triangles.size()));
}

TEST(Isosurface, OfASphereConvergesAtSecondOrder) {
    const double exact = 4 * std::numbers::pi / 3;
    double last = 0;
    for (const double edge : {0.2, 0.1, 0.05, 0.025}) {
        const TriMesh mesh = isosurface(sphere_distance(1), edge);
        EXPECT_TRUE(check_surface(mesh).solid());
        EXPECT_NEAR(mean_edge(mesh) / edge, 1, 0.05);
        EXPECT_EQ(share_of_angles_below(mesh, 25), 0);
        const double error = 1 - volume(mesh) / exact;
        EXPECT_GT(error, 0);
        if (last > 0) {
            EXPECT_NEAR(std::log2(last / error), 2, 0.15);
        }
        last = error;
    }
}

TEST(Isosurface, PutsVerticesOnTheSurface) {
    const SignedDistance solid =
        smooth_union(torus_distance(0.5, 0.15), ellipsoid_distance({0.3, 0.6, 0.2}), 0.1);
    for (const Vec3& p : isosurface(solid, 0.03).vertices) EXPECT_NEAR(solid.at(p), 0, 3e-5);
}

TEST(Isosurface, HasTheGenusOfTheSolid) {
    const TriMesh mesh = isosurface(torus_distance(0.5, 0.15), 0.03);
    EXPECT_TRUE(check_surface(mesh).solid());
    // Euler's characteristic, with E = 3 F / 2.
    EXPECT_EQ(static_cast<long>(mesh.vertices.size()) - static_cast<long>(mesh.triangles.size()) / 2, 0);
}

TEST(Isosurface, SurvivesFlatFacesSharpEdgesAndThinSheets) {
    for (const double edge : {0.2, 0.1, 0.05, 0.025})
        for (const SignedDistance& solid :
             {box_distance({1, 0.5, 0.3}), cylinder_distance(0.5, 0.5), ellipsoid_distance({1, 0.5, edge}),
              subtract(box_distance({1, 1, 1}), box_distance({0.5, 0.5, 2})),
              box_distance({1, 1, 1.2 * edge})}) {
            const SurfaceCheck check = check_surface(isosurface(solid, edge));
            EXPECT_TRUE(check.solid()) << edge << ": " << check.text();
        }
}

/// Rough random functions at the grid's own scale meet every case of the cells, the ambiguous ones too.
TEST(Isosurface, IsManifoldForRoughFunctions) {
    std::mt19937 random(3);
    std::uniform_real_distribution<> uniform(-1, 1);
    for (int repeat = 0; repeat < 8; ++repeat) {
        std::array<Vec3, 6> wave;
        std::array<double, 6> phase{};
        for (int i = 0; i < 6; ++i) {
            wave[i] = 25 * Vec3(uniform(random), uniform(random), uniform(random));
            phase[i] = 3 * uniform(random);
        }
        const auto rough = [=](const Vec3& p) {
            double sum = 0, steepest = 0;
            for (int i = 0; i < 6; ++i) {
                sum += std::sin(wave[i].dot(p) + phase[i]);
                steepest += wave[i].norm();
            }
            return sum / steepest;
        };
        const SignedDistance solid =
            intersect({rough, Box3(Vec3::Constant(-9), Vec3::Constant(9))}, sphere_distance(1));
        for (const double edge : {0.07, 0.12}) {
            const SurfaceCheck check = check_surface(isosurface(solid, edge));
            EXPECT_TRUE(check.solid()) << repeat << " " << edge << ": " << check.text();
        }
    }
}

TEST(Isosurface, IsManifoldForRandomSigns) {
    // Values at random per cell of the function's own grid, linear in between: as bad as it gets.
    std::mt19937 random(5);
    constexpr int n = 12;
    std::vector<double> table(n * n * n);
    for (int repeat = 0; repeat < 10; ++repeat) {
        for (double& value : table) value = std::uniform_real_distribution<>(-1, 1)(random);
        const auto at = [&](const Vec3& p) {
            Vec3 q = (p.array() * n).max(0).min(n - 1.001);
            double sum = 0;
            for (int corner = 0; corner < 8; ++corner) {
                double weight = 1;
                int index = 0;
                for (int axis = 2; axis >= 0; --axis) {
                    const int low = static_cast<int>(q[axis]), high = corner >> axis & 1;
                    weight *= high ? q[axis] - low : 1 - (q[axis] - low);
                    index = index * n + low + high;
                }
                sum += weight * table[index];
            }
            return sum / (4 * n);
        };
        const SignedDistance solid =
            intersect({at, Box3(Vec3::Constant(-9), Vec3::Constant(9))},
                      translate(box_distance(Vec3::Constant(0.8)), Vec3::Constant(0.5)));
        const SurfaceCheck check = check_surface(isosurface(solid, 1.0 / n / 1.107));
        EXPECT_TRUE(check.solid()) << check.text();
    }
}

TEST(Isosurface, IsTheSameForAnyNumberOfThreads) {
    const SignedDistance solid = smooth_union({sphere_distance(0.4), torus_distance(0.5, 0.1)}, 0.1);
    set_threads(1);
    const TriMesh one = isosurface(solid, 0.02);
    set_threads(3);
    const TriMesh three = isosurface(solid, 0.02);
    set_threads(0);
    EXPECT_EQ(one.triangles, three.triangles);
    EXPECT_EQ(one.vertices, three.vertices);
}

TEST(Isosurface, IsTheSameWithoutLeavingPartsOut) {
    std::vector<SignedDistance> parts;
    for (int i = 0; i < 30; ++i)
        parts.push_back(sphere_distance(0.1, {0.5 * std::sin(0.4 * i), 0.05 * i, 0.5 * std::cos(0.4 * i)}));
    const SignedDistance solid = smooth_union(parts, 0.05);
    SignedDistance slow = solid;
    slow.near = nullptr;
    const TriMesh a = isosurface(solid, 0.03), b = isosurface(slow, 0.03);
    EXPECT_EQ(a.triangles, b.triangles);
    EXPECT_EQ(a.vertices, b.vertices);
}

TEST(Isosurface, RefusesWithAWayOut) {
    const auto message = [](const SignedDistance& solid, double edge) -> std::string {
        try {
            isosurface(solid, edge);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(message(sphere_distance(1), 0.0005), HasSubstr("triangles; at most"));
    EXPECT_THAT(message(sphere_distance(1), 1e-9), HasSubstr("too small"));
    EXPECT_THAT(message(sphere_distance(1), 0), HasSubstr("must be positive"));
    EXPECT_THAT(message(sphere_distance(1), std::nan("")), HasSubstr("must be positive"));
    EXPECT_THAT(message(half_space_distance({0, 0, 0}, {0, 1, 0}), 1), HasSubstr("too small"));
    EXPECT_THAT(message(sphere_distance(1), 50), HasSubstr("would do"));
    SignedDistance nothing = sphere_distance(1);
    nothing.at = [](const Vec3& p) { return p.norm() + 1; };
    EXPECT_THAT(message(nothing, 0.1), HasSubstr("empty"));
    SignedDistance beyond = sphere_distance(1);
    beyond.bounds = Box3(Vec3::Constant(-0.5), Vec3::Constant(0.5));
    EXPECT_THAT(message(beyond, 0.1), HasSubstr("bounds"));
}

TEST(IsosurfaceLoops, EveryCutEdgeIsInOneLoopOfThreeOrMore) {
    for (int inside = 0; inside < 256; ++inside)
        for (int joined = 0; joined < 64; ++joined) {
            int seen = 0;
            for (const int loop : iso::cell_loops(inside, joined)) {
                EXPECT_EQ(seen & loop, 0);
                EXPECT_GE(__builtin_popcount(loop), 3);
                seen |= loop;
            }
            for (int edge = 0; edge < 12; ++edge) {
                const bool cut =
                    (inside >> iso::edge_corner(edge, 0) & 1) != (inside >> iso::edge_corner(edge, 1) & 1);
                EXPECT_EQ(cut, (seen >> edge & 1) != 0);
            }
        }
}

}  // namespace
}  // namespace limpet
