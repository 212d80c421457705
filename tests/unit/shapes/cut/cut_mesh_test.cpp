#include "shapes/cut/cut_mesh.h"

#include <Eigen/Geometry>
#include <random>

#include "shapes/tetrahedra/box_tetrahedra.h"
#include "support/cut_meshes.h"

namespace limpet {
namespace {

const TetMesh one_tetrahedron{{{0, 0, 0}, {1, 0.1, 0}, {0.2, 0.9, 0.1}, {0.3, 0.2, 1.1}}, {{0, 1, 2, 3}}};
constexpr std::array<Edge, 6> its_edges{{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

/// A box whose inner nodes are not where a lattice has them.
TetMesh shaken_box(const Vec3& size, double element, unsigned seed) {
    TetMesh mesh = box_tetrahedra(size, element);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> shake(-0.1 * element, 0.1 * element);
    for (Vec3& x : mesh.vertices)
        for (int k = 0; k < 3; ++k)
            if (std::abs(x[k]) < 0.499 * size[k]) x[k] += shake(random);
    return mesh;
}

Vec3 random_direction(std::mt19937& random) {
    std::normal_distribution<double> normal;
    return Vec3(normal(random), normal(random), normal(random)).normalized();
}

/// Nodes wherever an edge is crossed, however thin the pieces get.
constexpr CutLimits no_limits{1e-12, 0, 0};

struct RandomCrossings {
    std::vector<EdgeCrossing> crossings;
    std::size_t parts = 0;
};

/// Of the edges of one_tetrahedron in `mask`.
RandomCrossings random_crossings(int mask, std::mt19937& random) {
    std::uniform_real_distribution<double> anywhere(0, 1);
    RandomCrossings out;
    DisjointSets uncrossed(4);
    for (int e = 0; e < 6; ++e)
        if (mask >> e & 1)
            out.crossings.push_back({its_edges[e], anywhere(random)});
        else
            uncrossed.join(its_edges[e][0], its_edges[e][1]);
    std::set<int> roots;
    for (int k = 0; k < 4; ++k) roots.insert(uncrossed.root(k));
    out.parts = roots.size();
    return out;
}

TEST(CutMesh, CutsATetrahedronInEveryWay) {
    std::mt19937 random(1);
    int cut = 0;
    for (int mask = 0; mask < 64; ++mask)
        for (int trial = 0; trial < 20; ++trial) {
            const auto [crossings, parts] = random_crossings(mask, random);
            CutShape shape(one_tetrahedron, 1);
            shape.mesh.set_limits(no_limits);
            EXPECT_EQ(shape.cross(0, crossings), parts > 1) << mask;
            EXPECT_EQ(part_count(shape.now()), static_cast<int>(parts)) << mask;
            expect_sound(shape, one_tetrahedron);
            cut += parts > 1;
        }
    // Of the 64 graphs on four nodes, 38 hang together.
    EXPECT_EQ(cut, 20 * (64 - 38));
}

/// Crossings at nodes part what crossings beside them part: corners that the cut does not go through.
TEST(CutMesh, CrossingsAtNodesPartTheOtherCorners) {
    std::mt19937 random(5);
    int parted = 0, fewer = 0;
    for (int mask = 0; mask < 64; ++mask)
        for (int trial = 0; trial < 40; ++trial) {
            auto [crossings, parts] = random_crossings(mask, random);
            DisjointSets uncrossed(4);
            for (int e = 0; e < 6; ++e)
                if (!(mask >> e & 1)) uncrossed.join(its_edges[e][0], its_edges[e][1]);
            std::set<int> on_cut;
            for (std::size_t i = 0; i < crossings.size(); ++i)
                if (trial % 2 || i % 2) {
                    crossings[i].at = crossings[i].at < 0.5 ? 0 : 1;
                    on_cut.insert(crossings[i].edge[crossings[i].at == 0 ? 0 : 1]);
                }
            CutShape shape(one_tetrahedron, 1);
            shape.mesh.set_limits(no_limits);
            shape.cross(0, crossings);
            expect_sound(shape, one_tetrahedron);
            const TetMesh cut = shape.now();
            DisjointSets hang_together(cut.vertices.size());
            for (const Tetrahedron& t : cut.tetrahedra)
                for (int k = 1; k < 4; ++k) hang_together.join(t[k], t[0]);
            for (int a = 0; a < 4; ++a)
                for (int b = a + 1; b < 4; ++b) {
                    if (on_cut.contains(a) || on_cut.contains(b)) continue;
                    if (uncrossed.root(a) == uncrossed.root(b)) continue;
                    EXPECT_NE(hang_together.root(a), hang_together.root(b)) << mask << ' ' << a << b;
                    ++parted;
                }
            fewer += part_count(cut) < static_cast<int>(parts);
        }
    EXPECT_GT(parted, 300);
    EXPECT_GT(fewer, 100);
}

TEST(CutMesh, PiecesAreNeverThin) {
    std::mt19937 random(2);
    double worst = 1;
    int cut = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        CutShape shape(one_tetrahedron, 1);
        shape.mesh.set_limits({.least_part = 0});
        const Vec3 inside(0.35, 0.3, 0.3);
        cut += shape.cross(
            0, plane_crossings(shape, inside + 0.3 * random_direction(random), random_direction(random)));
        EXPECT_GE(lowest_height(shape.now()), CutLimits().least_height * mean_edge(one_tetrahedron));
        worst = std::min(worst, tet_quality(shape.now()).worst_radius_ratio);
    }
    EXPECT_GT(cut, 1000);
    EXPECT_GT(worst, 0.015);
    RecordProperty("worst_radius_ratio", std::to_string(worst));
}

TEST(CutMesh, PlanesPartABox) {
    const Vec3 size(1, 0.6, 0.5);
    std::mt19937 random(3);
    std::uniform_real_distribution<double> shift(-0.15, 0.15);
    for (unsigned trial = 0; trial < 12; ++trial) {
        const TetMesh box = shaken_box(size, 0.15, trial);
        CutShape shape(box, 1);
        const Vec3 point(shift(random), shift(random), shift(random)), normal = random_direction(random);
        ASSERT_TRUE(shape.cross(0, plane_crossings(shape, point, normal)));
        EXPECT_EQ(part_count(shape.now()), 2);
        expect_sound(shape, box);
        EXPECT_TRUE(check_surface(boundary_surface(shape.now())).manifold());
    }
}

TEST(CutMesh, ThreePlanesMakeEightParts) {
    const TetMesh box = shaken_box({1, 1, 1}, 0.2, 7);
    CutShape shape(box, 3);
    for (int axis = 0; axis < 3; ++axis) {
        ASSERT_TRUE(shape.cross(axis, plane_crossings(shape, Vec3::Zero(), Vec3::Unit(axis))));
        EXPECT_EQ(part_count(shape.now()), 2 << axis);
        expect_closed(shape, box);
    }
}

TEST(CutMesh, ACutThatStopsHalfWayLeavesOnePart) {
    const TetMesh box = shaken_box({1, 0.5, 0.5}, 0.12, 8);
    CutShape shape(box, 1);
    std::vector<EdgeCrossing> crossings = plane_crossings(shape, Vec3::Zero(), Vec3::UnitX());
    std::erase_if(crossings, [&](const EdgeCrossing& c) {
        return (1 - c.at) * shape.rest[c.edge[0]].y() + c.at * shape.rest[c.edge[1]].y() > 0;
    });
    ASSERT_TRUE(shape.cross(0, crossings));
    EXPECT_EQ(part_count(shape.now()), 1);
    expect_sound(shape, box);
    const double opened = area(boundary_surface(shape.now())) - area(boundary_surface(box));
    EXPECT_GT(opened, 2 * 0.5 * 0.25 * 0.6);
    EXPECT_LT(opened, 2 * 0.5 * 0.25 * 1.2);
}

/// However a blade comes through, bit by bit: the mesh is sound all the way, and in two parts at the end.
TEST(CutMesh, CrossingsMayComeOneByOne) {
    for (unsigned trial = 0; trial < 6; ++trial) {
        const TetMesh box = shaken_box({0.6, 0.5, 0.4}, 0.13, trial);
        CutShape shape(box, 1);
        std::mt19937 random(trial);
        const Vec3 normal = random_direction(random);
        std::vector<EdgeCrossing> crossings = plane_crossings(shape, Vec3::Zero(), normal);
        std::shuffle(crossings.begin(), crossings.end(), random);
        if (trial % 2)
            std::sort(crossings.begin(), crossings.end(), [&](const EdgeCrossing& a, const EdgeCrossing& b) {
                return box.vertices[a.edge[0]].y() < box.vertices[b.edge[0]].y();
            });
        int splits = 0;
        for (std::size_t begin = 0; begin < crossings.size(); begin += 7) {
            const std::size_t end = std::min(begin + 7, crossings.size());
            splits += shape.cross(0, {crossings.begin() + static_cast<long>(begin),
                                      crossings.begin() + static_cast<long>(end)});
            expect_sound(shape, box);
        }
        EXPECT_GT(splits, 3);
        EXPECT_EQ(part_count(shape.now()), 2);
    }
}

TEST(CutMesh, TwoBladesCrossEachOtherBitByBit) {
    const TetMesh box = shaken_box({0.6, 0.5, 0.4}, 0.13, 21);
    CutShape shape(box, 2);
    for (double front = -0.3; front <= 0.35; front += 0.05)
        for (int blade = 0; blade < 2; ++blade) {
            std::vector<EdgeCrossing> crossings =
                plane_crossings(shape, Vec3(0.013, 0.007, 0), blade == 0 ? Vec3::UnitX() : Vec3::UnitY());
            std::erase_if(crossings, [&](const EdgeCrossing& c) {
                return (1 - c.at) * shape.rest[c.edge[0]].z() + c.at * shape.rest[c.edge[1]].z() > front;
            });
            shape.cross(blade, crossings);
            expect_closed(shape, box);
        }
    // Where the two blades' cuts are moved off nodes, crumbs may come off.
    const std::vector<double> parts = part_volumes(shape.now());
    ASSERT_GE(parts.size(), 4u);
    EXPECT_NEAR(parts[0] + parts[1] + parts[2] + parts[3], volume(box), 1e-3 * volume(box));
    EXPECT_GT(parts[3], 0.2 * volume(box));
}

TEST(CutMesh, AStateTakesItBack) {
    const TetMesh box = shaken_box({0.6, 0.5, 0.4}, 0.13, 4);
    CutShape shape(box, 1), fresh(box, 1);
    std::vector<EdgeCrossing> crossings = plane_crossings(shape, Vec3::Zero(), Vec3(1, 0.2, 0.1));
    const std::vector<EdgeCrossing> rest(crossings.begin() + 40, crossings.end());
    crossings.resize(40);
    shape.cross(0, crossings);
    std::vector<double> values;
    shape.mesh.append_state(values);
    values.push_back(42);
    std::span<const double> span = values;
    ASSERT_TRUE(fresh.mesh.take_state(span));
    EXPECT_EQ(span.size(), 1u);
    fresh.rest = shape.rest;
    EXPECT_EQ(fresh.mesh.tetrahedra(), shape.mesh.tetrahedra());
    EXPECT_EQ(fresh.cross(0, rest), shape.cross(0, rest));
    EXPECT_EQ(fresh.mesh.tetrahedra(), shape.mesh.tetrahedra());
    EXPECT_EQ(fresh.rest, shape.rest);

    for (std::size_t length = 0; length + 1 < values.size(); length += 13) {
        std::span<const double> cut_off = std::span(values).first(length);
        EXPECT_FALSE(fresh.mesh.take_state(cut_off));
    }
}

}  // namespace
}  // namespace limpet
