#include "shapes/tetrahedra/isosurface_stuffing.h"

#include "limpet/world.h"
#include "reference/tet_mesh_checks.h"

namespace limpet {
namespace {

using namespace testing_support;
using std::numbers::pi;
/// Labelle and Shewchuk's bound, in degrees.
constexpr double proven = 10.78;

SignedDistance torus(double radius, double tube) {
    const Vec3 half(radius + tube, tube, radius + tube);
    return {[=](const Vec3& p) { return std::hypot(std::hypot(p.x(), p.z()) - radius, p.y()) - tube; },
            Box3(-half, half)};
}

/// Random values on a grid of this spacing, trilinear in between: bumps, tunnels and pinches of every kind.
SignedDistance sponge(double spacing, unsigned seed) {
    const auto at_corner = [seed](int i, int j, int k) {
        std::mt19937 random(seed + 73856093u * static_cast<unsigned>(i) +
                            19349663u * static_cast<unsigned>(j) + 83492791u * static_cast<unsigned>(k));
        random.discard(3);
        return static_cast<double>(random()) / 2147483648.0 - 1;
    };
    constexpr int n = 14;
    std::vector<double> values;
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) values.push_back(at_corner(i, j, k));
    const Box3 box(Vec3::Constant(-(n / 2 - 2) * spacing), Vec3::Constant((n / 2 - 2) * spacing));
    return {[=](const Vec3& p) {
                const Vec3 q = p / spacing + Vec3::Constant(n / 2);
                const double outside = (p.cwiseAbs() - box.max()).maxCoeff();
                if (outside > 0) return outside;
                double v = 0;
                for (int c = 0; c < 8; ++c) {
                    int index = 0, step = 1;
                    double weight = 1;
                    for (int d = 0; d < 3; ++d, step *= n) {
                        const int low = static_cast<int>(q[d]), up = c >> d & 1;
                        index += (low + up) * step;
                        weight *= up ? q[d] - low : 1 - q[d] + low;
                    }
                    v += weight * values[index];
                }
                // Gradients are at most 2 √3 / spacing.
                return std::max(v * spacing / 4, outside);
            },
            box};
}

TEST(IsosurfaceStuffing, SphereAtEverySize) {
    for (const double per_radius : {1.5, 2.0, 3.0, 5.0, 8.0}) {
        const TetMesh mesh = stuff(ball(Vec3(0.1, 0.2, 0.3), 1), 1 / per_radius);
        expect_good(mesh, proven);
        const double error = volume(mesh) / (4 * pi / 3) - 1;
        EXPECT_LT(std::abs(error), per_radius < 2 ? 0.05 : per_radius < 5 ? 0.01 : 0.001) << per_radius;
    }
}

TEST(IsosurfaceStuffing, VerticesLieNearTheSurface) {
    const double element = 0.1;
    const TriMesh surface = boundary_surface(stuff(ball(Vec3::Zero(), 1), element));
    // The chords' mean gap is of the order of element² / 8; vertices lie that much outside, centroids inside.
    for (const Vec3& v : surface.vertices) EXPECT_NEAR(v.norm(), 1, 0.004);
    for (const auto& [a, b, c] : surface.triangles)
        EXPECT_NEAR(((surface.vertices[a] + surface.vertices[b] + surface.vertices[c]) / 3).norm(), 1, 0.004);
}

TEST(IsosurfaceStuffing, EdgesAreAboutTheElement) {
    for (const double element : {0.2, 0.1, 0.06}) {
        const double edge = tet_quality(stuff(ball(Vec3::Zero(), 1), element)).mean_edge;
        EXPECT_NEAR(edge / element, 1, 0.05);
    }
}

TEST(IsosurfaceStuffing, Torus) {
    const TetMesh mesh = stuff(torus(1, 0.4), 0.1);
    expect_good(mesh, proven);
    EXPECT_NEAR(volume(mesh) / (2 * pi * pi * 0.16), 1, 0.001);
    const TriMesh surface = boundary_surface(mesh);
    const auto euler =
        static_cast<long>(surface.vertices.size()) - static_cast<long>(surface.triangles.size()) / 2;
    EXPECT_EQ(euler, 0);
}

TEST(IsosurfaceStuffing, BoxAndThinPlates) {
    for (const Vec3& half : {Vec3(1, 0.5, 0.3), Vec3(1, 0.5, 0.07), Vec3(1, 0.5, 0.04)}) {
        const TetMesh mesh = stuff(cuboid(half), 0.1);
        expect_good(mesh, proven);
        EXPECT_NEAR(volume(mesh) / (8 * half.prod()), 1, half.z() > 0.1 ? 0.01 : 0.25);
    }
}

TEST(IsosurfaceStuffing, AnglesAndBoundaryOfSponges) {
    for (const unsigned seed : {1u, 2u})
        for (const double element : {0.08, 0.05}) {
            std::vector<std::string> notes;
            const TetMesh mesh = stuff(sponge(0.1, seed), element, &notes);
            EXPECT_FALSE(notes.empty());
            expect_good(mesh, proven);
        }
}

TEST(IsosurfaceStuffing, AnglesOfRodsInAllDirections) {
    const std::vector<Vec3> random = random_points(Box3(Vec3::Constant(-1), Vec3::Constant(1)), 120);
    for (std::size_t i = 0; i < random.size(); i += 2) {
        const Vec3 axis = random[i].normalized(), through = 0.1 * random[i + 1];
        const double radius = 0.09 + 0.03 * std::abs(random[i].x());
        const SignedDistance rod{[=](const Vec3& p) {
                                     const Vec3 r = p - through;
                                     return std::max((r - r.dot(axis) * axis).norm() - radius, p.norm() - 1);
                                 },
                                 Box3(Vec3::Constant(-1), Vec3::Constant(1))};
        expect_good(stuff(rod, 0.1), proven);
    }
}

TEST(IsosurfaceStuffing, NeedsTheSignAndABoundOnly) {
    const double element = 0.1;
    const TetMesh exact = stuff(ball(Vec3::Zero(), 1), element);
    const SignedDistance weak{[](const Vec3& p) { return 0.1 * (p.norm() - 1); },
                              ball(Vec3::Zero(), 1).bounds};
    const TetMesh from_weak = stuff(weak, element);
    EXPECT_EQ(from_weak.tetrahedra.size(), exact.tetrahedra.size());
    EXPECT_NEAR(volume(from_weak), volume(exact), 1e-4);
    // The sign alone: no gaps to measure, so the chords lose their second-order volume.
    const SignedDistance sign{[](const Vec3& p) { return p.norm() < 1 ? -1e-9 : 1e-9; },
                              ball(Vec3::Zero(), 1).bounds};
    const TetMesh from_sign = stuff(sign, element);
    expect_good(from_sign, proven);
    EXPECT_NEAR(volume(from_sign) / (4 * pi / 3), 1, 0.01);
}

TEST(IsosurfaceStuffing, KeepsSeparateBodiesAndDropsSpecks) {
    const SignedDistance large = ball(Vec3::Zero(), 1), small = ball(Vec3(2, 0, 0), 0.5),
                         speck = ball(Vec3(0, 2, 0), 0.16);
    Box3 box = large.bounds;
    box.extend(small.bounds);
    box.extend(speck.bounds);
    const SignedDistance all{[=](const Vec3& p) {
                                 return std::min({large.at(p), small.at(p), speck.at(p)});
                             },
                             box};
    std::vector<std::string> notes;
    const TetMesh mesh = stuff(all, 0.15, &notes);
    expect_good(mesh, proven);
    EXPECT_NEAR(volume(mesh) / (4 * pi / 3 * 1.125), 1, 0.01);
    for (const Vec3& v : mesh.vertices) EXPECT_LT(v.y(), 1.2);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("1 speck"), std::string::npos) << notes[0];
}

TEST(IsosurfaceStuffing, TouchingBallsPart) {
    const SignedDistance a = ball(Vec3(-1, 0, 0), 1), b = ball(Vec3(1, 0, 0), 1);
    Box3 box = a.bounds;
    box.extend(b.bounds);
    for (const double element : {0.5, 0.21, 0.1}) {
        const TetMesh mesh = stuff({[=](const Vec3& p) { return std::min(a.at(p), b.at(p)); }, box}, element);
        expect_good(mesh, proven);
    }
}

TEST(IsosurfaceStuffing, NothingLeftOfDust) {
    EXPECT_TRUE(stuff(cuboid(Vec3(0.01, 1, 1)), 0.5).tetrahedra.size() < 1000);
    const SignedDistance nothing{[](const Vec3&) { return 1.0; }, Box3(Vec3(0, 0, 0), Vec3(1, 1, 1))};
    EXPECT_TRUE(stuff(nothing, 0.1).tetrahedra.empty());
}

TEST(IsosurfaceStuffing, SameMeshForAnyThreads) {
    const SignedDistance solid = sponge(0.2, 7);
    set_threads(1);
    const TetMesh one = stuff(solid, 0.1);
    set_threads(4);
    const TetMesh four = stuff(solid, 0.1);
    set_threads(0);
    EXPECT_EQ(one.tetrahedra, four.tetrahedra);
    EXPECT_EQ(one.vertices, four.vertices);
}

TEST(IsosurfaceStuffingLong, AMillionTetrahedra) {
    const TetMesh mesh = stuff(ball(Vec3::Zero(), 1), 0.032);
    EXPECT_GT(mesh.tetrahedra.size(), 1000000u);
    EXPECT_NEAR(volume(mesh) / (4 * pi / 3), 1, 1e-5);
    EXPECT_GT(tet_quality(mesh).smallest_dihedral, proven);
}

}  // namespace
}  // namespace limpet
