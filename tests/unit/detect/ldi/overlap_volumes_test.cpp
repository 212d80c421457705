#include "detect/ldi/overlap_volumes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "limpet/error.h"
#include "limpet/threads.h"
#include "shapes/meshes/primitive_surfaces.h"
#include "support/ldi_meshes.h"
#include "support/mesh_measures.h"

namespace limpet {
namespace {

using namespace testing_support;

TriMesh unit_box(const Vec3& low, const Vec3& high) {
    return placed(box_surface(high - low, 10), (low + high) / 2);
}

TEST(OverlapVolumes, AreExactForBoxesThatFitThePixels) {
    const std::vector<TriMesh> boxes = {unit_box({0, 0, 0}, {1, 1, 1}),
                                        unit_box({0.5, 0.25, 0.75}, {1.5, 2, 2})};
    LdiReport report;
    const auto overlaps = overlaps_of(boxes, {0.0625, {}, false}, &report);
    ASSERT_EQ(overlaps.size(), 1u);
    const OverlapVolume& overlap = overlaps[0];
    EXPECT_NEAR(overlap.volume, 0.5 * 0.75 * 0.25, 1e-15);
    EXPECT_NEAR((overlap.center - Vec3(0.75, 0.625, 0.875)).norm(), 0, 1e-14);
    const Vec3 areas(0.75 * 0.25, 0.5 * 0.25, 0.5 * 0.75);
    EXPECT_NEAR((sum_of(overlap.on_first) - areas).norm(), 0, 1e-14);
    EXPECT_NEAR((sum_of(overlap.on_second) + areas).norm(), 0, 1e-14);
    EXPECT_EQ(overlap.first, 0);
    EXPECT_EQ(overlap.second, 1);
    EXPECT_EQ(overlap.cell, (std::array<int, 3>{0, 0, 0}));
    // Rays along x see y, z: 0.75 × 0.25 in pixels of 1/16.
    EXPECT_EQ(report.size[0], (std::array<int, 2>{12, 4}));
    EXPECT_EQ(report.size[1], (std::array<int, 2>{4, 8}));
    EXPECT_EQ(report.size[2], (std::array<int, 2>{8, 12}));
    // What lies beside the common box is left out: of each box one face remains.
    EXPECT_EQ(report.layers, 2);
    EXPECT_EQ(report.samples, 2 * (12 * 4 + 4 * 8 + 8 * 12));
    EXPECT_EQ(report.unbalanced, (std::vector<std::int64_t>{0, 0}));
}

TEST(OverlapVolumes, OfTouchingOrDistantBodiesAreNone) {
    const TriMesh box = unit_box({0, 0, 0}, {1, 1, 1});
    EXPECT_TRUE(overlaps_of({box, unit_box({1, 0, 0}, {2, 1, 1})}, {0.1, {}, true}).empty());
    EXPECT_TRUE(overlaps_of({box, unit_box({5, 0, 0}, {6, 1, 1})}, {0.1, {}, false}).empty());
    EXPECT_TRUE(overlaps_of({box}, {0.1, {}, true}).empty());
    EXPECT_TRUE(overlaps_of({}, {0.1, {}, true}).empty());
    EXPECT_TRUE(overlaps_of({box, TriMesh{}}, {0.1, {}, true}).empty());
}

TEST(OverlapVolumes, OfABodyInsideAnotherAreItsVolume) {
    const TriMesh outer = unit_box({0, 0, 0}, {4, 4, 4}), inner = unit_box({1, 1, 1}, {2, 3, 2});
    const auto overlaps = overlaps_of({outer, inner}, {0.125, {}, false});
    ASSERT_EQ(overlaps.size(), 1u);
    EXPECT_NEAR(overlaps[0].volume, 2, 1e-13);
    EXPECT_TRUE(overlaps[0].on_first.empty());
    EXPECT_EQ(overlaps[0].on_second.size(), inner.vertices.size());
}

TEST(OverlapVolumes, OfACopyInTheSamePlaceAreTheBodysVolume) {
    const TriMesh box = unit_box({0, 0, 0}, {1, 1, 1});
    const auto overlaps = overlaps_of({box, box}, {0.125, {}, false});
    ASSERT_EQ(overlaps.size(), 1u);
    EXPECT_NEAR(overlaps[0].volume, 1, 1e-13);
}

TEST(OverlapVolumes, OfThreeBodiesAreThoseOfTheirPairs) {
    const std::vector<TriMesh> boxes = {unit_box({0, 0, 0}, {2, 2, 2}), unit_box({1, 0, 0}, {3, 2, 2}),
                                        unit_box({1, 1, 0}, {3, 3, 2})};
    auto overlaps = overlaps_of(boxes, {0.25, {}, false});
    ASSERT_EQ(overlaps.size(), 3u);
    EXPECT_NEAR(overlaps[0].volume, 4, 1e-12);
    EXPECT_NEAR(overlaps[1].volume, 2, 1e-12);
    EXPECT_NEAR(overlaps[2].volume, 4, 1e-12);
    std::vector<LdiSurface> surfaces = surfaces_of(boxes);
    overlaps = overlap_volumes(surfaces, {0.25, {}, false}, nullptr, [](int i, int j) { return j - i == 2; });
    ASSERT_EQ(overlaps.size(), 1u);
    EXPECT_EQ(overlaps[0].second, 2);
    surfaces[1].body = 0;
    overlaps = overlap_volumes(surfaces, {0.25, {}, false});
    ASSERT_EQ(overlaps.size(), 2u);
    EXPECT_EQ(overlaps[0].second, 2);
}

TEST(OverlapVolumes, OfASurfaceWithItselfAreFoundIfAskedFor) {
    const TriMesh a = unit_box({0, 0, 0}, {1, 1, 1}), b = unit_box({0.5, 0.25, 0.75}, {1.5, 2, 2});
    const auto of_two = overlaps_of({a, b}, {0.0625, {}, false});
    const auto of_one = overlaps_of({joined(a, b)}, {0.0625, {}, true});
    ASSERT_EQ(of_one.size(), 1u);
    EXPECT_EQ(of_one[0].first, 0);
    EXPECT_EQ(of_one[0].second, 0);
    EXPECT_NEAR(of_one[0].volume, of_two[0].volume, 1e-15);
    EXPECT_TRUE(of_one[0].on_second.empty());
    const int base = static_cast<int>(a.vertices.size());
    auto expected = of_two[0].on_first;
    for (auto [vertex, gradient, area, patch] : of_two[0].on_second)
        expected.push_back({base + vertex, gradient, area, patch});
    ASSERT_EQ(of_one[0].on_first.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(of_one[0].on_first[i].vertex, expected[i].vertex);
        EXPECT_NEAR((of_one[0].on_first[i].gradient - expected[i].gradient).norm(), 0, 1e-14);
    }
    EXPECT_TRUE(overlaps_of({joined(a, b)}, {0.0625, {}, false}).empty());
    const auto with_third =
        overlaps_of({joined(a, b), unit_box({0.75, 0.5, 0.5}, {1, 1, 1})}, {0.0625, {}, true});
    ASSERT_EQ(with_third.size(), 2u);
    EXPECT_NEAR(with_third[1].volume, 0.25 * 0.5 * 0.5, 1e-14);
}

TEST(OverlapVolumes, SkipRaysThroughHolesAndCountThem) {
    TriMesh open = unit_box({0, 0, 0}, {1, 1, 1});
    // The two triangles of the face at x = 1 that a ray along x leaves by.
    std::erase_if(open.triangles, [&](const Triangle& t) {
        return open.vertices[t[0]].x() == 1 && open.vertices[t[1]].x() == 1 && open.vertices[t[2]].x() == 1;
    });
    ASSERT_EQ(open.triangles.size(), 10u);
    LdiReport report;
    const auto overlaps =
        overlaps_of({unit_box({0.5, 0, 0}, {2, 0.5, 1}), open}, {0.125, {}, false}, &report);
    ASSERT_EQ(overlaps.size(), 1u);
    // Along x nothing is left; y and z still see the whole.
    EXPECT_NEAR(overlaps[0].volume, 2. / 3 * 0.25, 1e-14);
    EXPECT_EQ(report.unbalanced, (std::vector<std::int64_t>{0, 4 * 8}));
}

std::vector<TriMesh> crowd() {
    return {placed(sphere_surface(0.5, 0.08), {0.1, 0, 0}, {0.1, 0.2, 0.3}),
            placed(torus_surface(0.6, 0.2, 0.07), {0.3, 0.4, 0.1}, {1, 0.2, 0.3}),
            placed(box_surface({1, 0.6, 0.8}, 0.2), {-0.3, 0.3, 0.2}, {0.3, -0.7, 0.2})};
}

TEST(OverlapVolumes, InCellsSumToTheWhole) {
    for (const double cell : {0.04, 0.137, 3.0}) {
        const auto whole = overlaps_of(crowd(), {0.04, {}, false});
        const auto parts = overlaps_of(crowd(), {0.04, cell, false});
        EXPECT_GE(parts.size(), whole.size());
        for (std::size_t w = 0, p = 0; w < whole.size(); ++w) {
            std::vector<OverlapVolume> mine;
            for (; p < parts.size() && parts[p].first == whole[w].first && parts[p].second == whole[w].second;
                 ++p)
                mine.push_back(parts[p]);
            EXPECT_NEAR(total_volume(mine), whole[w].volume, 1e-12 * whole[w].volume);
            Vec3 center = Vec3::Zero();
            for (const OverlapVolume& part : mine) center += part.volume * part.center;
            EXPECT_NEAR((center / whole[w].volume - whole[w].center).norm(), 0, 1e-12);
            const auto sum = total_gradient(mine), expected = total_gradient({whole[w]});
            ASSERT_EQ(sum.size(), expected.size());
            for (const auto& [key, gradient] : expected)
                EXPECT_NEAR((sum.at(key) - gradient).norm(), 0, 1e-12 * absolute_sum(whole[w]));
        }
    }
}

TEST(OverlapVolumes, HaveCentersInTheirCells) {
    const double cell = 0.1, pixel = 0.02;
    for (const OverlapVolume& overlap : overlaps_of(crowd(), {pixel, cell, false}))
        for (int d = 0; d < 3; ++d) {
            EXPECT_GE(overlap.center[d], overlap.cell[d] * cell - 1e-12);
            EXPECT_LE(overlap.center[d], (overlap.cell[d] + 1) * cell + 1e-12);
        }
}

TEST(OverlapVolumes, PushBothSidesAlike) {
    for (const std::optional<double> cell : {std::optional<double>(), std::optional<double>(0.1)}) {
        const auto overlaps = overlaps_of(crowd(), {0.013, cell, true});
        ASSERT_GE(overlaps.size(), 3u);
        for (const OverlapVolume& overlap : overlaps) {
            const Vec3 sum = sum_of(overlap.on_first) + sum_of(overlap.on_second);
            EXPECT_LE(sum.norm(), 1e-12 * absolute_sum(overlap));
            EXPECT_GT(overlap.volume, 0);
        }
    }
}

void expect_same_volumes(const std::vector<OverlapVolume>& a, const std::vector<OverlapVolume>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].first, b[i].first);
        EXPECT_EQ(a[i].second, b[i].second);
        EXPECT_EQ(a[i].cell, b[i].cell);
        EXPECT_EQ(a[i].volume, b[i].volume);
        EXPECT_EQ(a[i].center, b[i].center);
        EXPECT_EQ(a[i].along, b[i].along);
        EXPECT_EQ(a[i].longest, b[i].longest);
        EXPECT_EQ(a[i].patch, b[i].patch);
        for (const auto list : {&OverlapVolume::on_first, &OverlapVolume::on_second}) {
            ASSERT_EQ((a[i].*list).size(), (b[i].*list).size());
            for (std::size_t k = 0; k < (a[i].*list).size(); ++k) {
                const VertexGradient &of_a = (a[i].*list)[k], &of_b = (b[i].*list)[k];
                EXPECT_EQ(of_a.vertex, of_b.vertex);
                EXPECT_EQ(of_a.gradient, of_b.gradient);
                EXPECT_EQ(of_a.area, of_b.area);
            }
        }
    }
}

TEST(OverlapVolumes, HaveTheSameBytesForAnyNumberOfThreadsAndUsedMemory) {
    const std::vector<TriMesh> fine = {placed(sphere_surface(0.5, 0.015), {0, 0, 0}, {0.1, 0.2, 0.3}),
                                       placed(sphere_surface(0.5, 0.015), {0.6, 0.3, 0}, {1, 0.2, 0.3})};
    for (const std::optional<double> cell : {std::optional<double>(), std::optional<double>(0.05)}) {
        const LdiSettings settings{0.01, cell, true};
        set_threads(1);
        const auto one = overlaps_of(fine, settings);
        LayeredDepth kept;
        for (const int threads : {1, 2, 4}) {
            set_threads(threads);
            expect_same_volumes(overlaps_of(fine, settings), one);
            kept.overlaps(surfaces_of(crowd()), {0.04, 0.1, true});
            expect_same_volumes(kept.overlaps(surfaces_of(fine), settings), one);
        }
        set_threads(0);
    }
}

TEST(OverlapVolumes, DoNotDependOnWherePixelsStart) {
    // Moved by whole pixels that doubles hold exactly, everything but the centre stays the same.
    const double pixel = 0.03125;
    std::vector<TriMesh> meshes = crowd();
    for (TriMesh& mesh : meshes)
        for (Vec3& v : mesh.vertices)
            for (double& x : v) x = std::round(x * 65536) / 65536;
    const auto here = overlaps_of(meshes, {pixel, {}, false});
    for (TriMesh& mesh : meshes)
        for (Vec3& v : mesh.vertices) v += Vec3(-1000, 37, 1e5) * pixel;
    const auto there = overlaps_of(meshes, {pixel, {}, false});
    ASSERT_EQ(here.size(), there.size());
    for (std::size_t i = 0; i < here.size(); ++i) {
        EXPECT_NEAR(here[i].volume, there[i].volume, 1e-10 * here[i].volume);
        EXPECT_EQ(here[i].on_first.size(), there[i].on_first.size());
    }
}

/// Onto steps on which snapping changes nothing, however often edges are halved.
TriMesh on_lattice(TriMesh mesh, double pixel) {
    const double lattice = pixel / 256;
    for (Vec3& v : mesh.vertices)
        for (double& x : v) x = std::round(x / lattice) * lattice;
    return mesh;
}

TEST(OverlapVolumes, DoNotDependOnHowFineTheMeshIs) {
    const double pixel = 1. / 64;
    const std::vector<TriMesh> coarse = {
        on_lattice(placed(box_surface({1, 0.8, 0.9}, 10), {0, 0, 0}, {0.3, 0.2, 0.1}), pixel),
        on_lattice(placed(sphere_surface(0.5, 0.6), {0.4, 0.3, 0.2}), pixel)};
    std::vector<TriMesh> fine = coarse;
    std::array<std::vector<Subdivision>, 2> levels;
    for (int i = 0; i < 4; ++i)
        for (int m = 0; m < 2; ++m) {
            levels[m].push_back(subdivide(fine[m]));
            fine[m] = levels[m].back().mesh;
        }
    ASSERT_EQ(fine[0].triangles.size(), 256 * coarse[0].triangles.size());
    const auto few = overlaps_of(coarse, {pixel, {}, false}), many = overlaps_of(fine, {pixel, {}, false});
    ASSERT_EQ(few.size(), 1u);
    ASSERT_EQ(many.size(), 1u);
    EXPECT_NEAR(many[0].volume, few[0].volume, 1e-12 * few[0].volume);
    const auto expected = total_gradient(few), found = total_gradient(many);
    for (int m = 0; m < 2; ++m) {
        // Rows of the fine mesh, carried back to the vertices that its own hang on.
        std::vector<Vec3> rows(fine[m].vertices.size(), Vec3::Zero());
        for (std::size_t k = 0; k < rows.size(); ++k)
            if (const auto it = found.find({m, static_cast<int>(k)}); it != found.end()) rows[k] = it->second;
        for (auto level = levels[m].rbegin(); level != levels[m].rend(); ++level) {
            for (std::size_t k = 0; k < level->parents.size(); ++k) {
                const std::size_t vertex = rows.size() - level->parents.size() + k;
                for (const int parent : level->parents[k]) rows[parent] += rows[vertex] / 2;
            }
            rows.resize(rows.size() - level->parents.size());
        }
        ASSERT_EQ(rows.size(), coarse[m].vertices.size());
        for (std::size_t k = 0; k < rows.size(); ++k) {
            const auto it = expected.find({m, static_cast<int>(k)});
            const Vec3 row = it == expected.end() ? Vec3::Zero() : it->second;
            EXPECT_NEAR((rows[k] - row).norm(), 0, 1e-12);
        }
    }
}

/// Vertices are moved by less than half a step of snapping, so that rays meet the same triangles with the
/// same weights: only the image along the motion changes, and its volume is a third of the mean's.
TEST(OverlapVolumes, ChangeAsTheirGradientsSay) {
    const double pixel = 1. / 32, h = pixel / 4096 / 4;
    std::vector<TriMesh> meshes = crowd();
    for (TriMesh& mesh : meshes) mesh = on_lattice(mesh, pixel);
    const auto gradient = total_gradient(overlaps_of(meshes, {pixel, {}, true}));
    std::mt19937 random(1);
    int compared = 0;
    for (const auto& [key, expected] : gradient) {
        if (std::uniform_int_distribution<int>(0, 60)(random) != 0) continue;
        for (int d = 0; d < 3; ++d) {
            double& x = meshes[key[0]].vertices[key[1]][d];
            const double at = x;
            x = at + h;
            const double above = total_volume(overlaps_of(meshes, {pixel, {}, true}));
            x = at - h;
            const double below = total_volume(overlaps_of(meshes, {pixel, {}, true}));
            x = at;
            EXPECT_NEAR(3 * (above - below) / (2 * h), expected[d], 1e-8);
            ++compared;
        }
    }
    EXPECT_GT(compared, 15);
}

TEST(OverlapVolumes, RefusePositionsThatAreNotFinite) {
    TriMesh box = unit_box({0, 0, 0}, {1, 1, 1});
    box.vertices[3].y() = std::nan("");
    EXPECT_THROW(overlaps_of({box, box}, {0.1, {}, false}), BreakdownError);
    box.vertices[3].y() = std::numeric_limits<double>::infinity();
    EXPECT_THROW(overlaps_of({box, box}, {0.1, {}, false}), BreakdownError);
}

}  // namespace
}  // namespace limpet
