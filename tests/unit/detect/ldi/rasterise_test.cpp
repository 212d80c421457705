#include "detect/ldi/rasterise.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>

#include "shapes/meshes/primitive_surfaces.h"
#include "support/ldi_meshes.h"

namespace limpet::ldi {
namespace {

using namespace testing_support;

struct MarkedSamples {
    ImageMarks marks;
    SampleLists samples;
};

MarkedSamples samples_of(const TriMesh& mesh, const PixelBox& pixels) {
    const LdiSurface surface{&mesh.vertices, &mesh.triangles, 0};
    Patches patches;
    patches.make(mesh.triangles, mesh.vertices);
    std::vector<int> all(patches.count());
    std::iota(all.begin(), all.end(), 0);
    std::array<DepthRanges, 2> ranges;
    ranges[0].clear(pixels);
    CandidateLists candidates;
    const std::vector<Codes> everywhere(all.size(), Codes{-1, -1, -1, 0});
    find_candidates(pixels, {}, patches, mesh.vertices, all, everywhere, candidates, {&ranges[0], nullptr});
    ranges[1] = ranges[0];
    MarkedSamples found;
    for (int axis = 0; axis < 3; ++axis) {
        mark_common(pixels, axis, ranges, {}, found.marks[axis]);
        found.marks[axis].number(pixels.image(axis)[1]);
    }
    rasterise(pixels, surface, candidates, found.marks, 0, found.samples);
    return found;
}

/// Columns and rows of the pixels in marked tiles of a band, by their places. Tiles may reach out of the
/// image, where nothing is asked for.
std::map<std::uint32_t, std::array<int, 2>> places_in(const TileMarks& marks, int width, int height,
                                                      int band) {
    std::map<std::uint32_t, std::array<int, 2>> places;
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column) {
            if (Bands(height).of(row) != band || !marks.pixel(column, row)) continue;
            EXPECT_TRUE(places.emplace(marks.place(column, row), std::array{column, row}).second);
        }
    return places;
}

/// Depths of triangle ids by axis, column and row.
using Hits = std::map<std::array<int, 3>, std::map<std::uint32_t, double>>;

Hits hits_of(const TriMesh& mesh, const PixelBox& pixels) {
    Hits hits;
    const auto [marks, samples] = samples_of(mesh, pixels);
    for (int axis = 0; axis < 3; ++axis) {
        const auto [width, height] = pixels.image(axis);
        for (int b = 0; b < max_bands; ++b) {
            const auto places = places_in(marks[axis], width, height, b);
            for (const Sample& s : samples[axis][b]) {
                const auto at = places.find(s.pixel);
                if (at == places.end()) continue;
                auto& here = hits[{axis, at->second[0], at->second[1]}];
                EXPECT_TRUE(here.emplace(s.id, s.depth).second);
            }
        }
    }
    return hits;
}

/// The slow twin: every pixel centre against every triangle, in whole numbers of 64 bits, by moving centres
/// by (1, 0) and (0, 1) of steps so fine that nothing else lies between.
Hits slow_hits(const TriMesh& mesh, const PixelBox& pixels) {
    using Int = std::int64_t;
    Hits hits;
    for (int axis = 0; axis < 3; ++axis) {
        const auto [width, height] = pixels.image(axis);
        const int iu = (axis + 1) % 3, iv = (axis + 2) % 3;
        for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
            for (int row = 0; row < height; ++row)
                for (int column = 0; column < width; ++column) {
                    std::array<Int, 3> u, v;
                    std::array<double, 3> z;
                    for (int k = 0; k < 3; ++k) {
                        const Vec3& p = mesh.vertices[mesh.triangles[t][k]];
                        u[k] = std::llrint(pixels.snapped(p[iu], iu)) - Int(steps) * column;
                        v[k] = std::llrint(pixels.snapped(p[iv], iv)) - Int(steps) * row;
                        z[k] = p[axis];
                    }
                    std::array<Int, 3> e;
                    std::array<int, 3> side;
                    for (int k = 0; k < 3; ++k) {
                        const int a = (k + 1) % 3, b = (k + 2) % 3;
                        e[k] = u[a] * v[b] - v[a] * u[b];
                        const Int tie = v[a] != v[b] ? v[a] - v[b] : u[b] - u[a];
                        side[k] = e[k] != 0 ? (e[k] > 0 ? 1 : -1) : tie > 0 ? 1 : tie < 0 ? -1 : 0;
                    }
                    const Int area = e[0] + e[1] + e[2];
                    if (area == 0 || side[0] != side[1] || side[1] != side[2]) continue;
                    double depth = 0;
                    for (int k = 0; k < 3; ++k) depth += z[k] * double(e[k]) / double(area);
                    hits[{axis, column, row}].emplace(std::uint32_t(t) | (area < 0 ? entry_bit : 0), depth);
                }
    }
    return hits;
}

void expect_same(const Hits& fast, const Hits& slow, double size) {
    ASSERT_EQ(fast.size(), slow.size());
    for (const auto& [pixel, expected] : slow) {
        const auto found = fast.find(pixel);
        ASSERT_NE(found, fast.end());
        ASSERT_EQ(found->second.size(), expected.size());
        for (const auto& [id, depth] : expected) {
            ASSERT_TRUE(found->second.contains(id));
            EXPECT_NEAR(found->second.at(id), depth, 1e-14 * size);
        }
    }
}

void expect_balanced(const TriMesh& mesh, const PixelBox& pixels) {
    std::map<std::array<int, 3>, int> net;
    for (const auto& [pixel, hits] : hits_of(mesh, pixels))
        for (const auto& [id, depth] : hits) net[pixel] += is_entry(id) ? 1 : -1;
    for (const auto& [pixel, n] : net) ASSERT_EQ(n, 0) << "axis " << pixel[0];
}

TriMesh triangle_soup(std::mt19937& random, double size, double grid) {
    std::uniform_real_distribution<double> in(-size, size);
    TriMesh soup;
    for (int i = 0; i < 120; ++i) soup.vertices.push_back({in(random), in(random), in(random)});
    if (grid > 0)
        for (Vec3& v : soup.vertices)
            for (double& x : v) x = std::round(x / grid) * grid;
    for (int i = 0; i < 120; i += 3) soup.triangles.push_back({i, i + 1, i + 2});
    return soup;
}

TEST(Rasterise, MeetsTheSameTrianglesAsTheSlowTwin) {
    std::mt19937 random(3);
    for (const double size : {0.05, 0.3, 2.0})
        for (const double grid : {0.0, 0.05, 0.025}) {
            const TriMesh soup = triangle_soup(random, size, grid);
            const PixelBox pixels = pixel_box(Box3(Vec3(-0.4, -0.3, -0.5), Vec3(0.6, 0.5, 0.4)), 0.05);
            expect_same(hits_of(soup, pixels), slow_hits(soup, pixels), size);
        }
}

TEST(Rasterise, MeetsLargeTrianglesExactlyToo) {
    std::mt19937 random(5);
    // Up to 2e5 pixels long: beyond what doubles hold exactly.
    const TriMesh soup = triangle_soup(random, 1e4, 0);
    const PixelBox pixels = pixel_box(Box3(Vec3(-0.4, -0.3, -0.5), Vec3(0.6, 0.5, 0.4)), 0.1);
    const Hits hits = hits_of(soup, pixels);
    EXPECT_FALSE(hits.empty());
    expect_same(hits, slow_hits(soup, pixels), 1e4);
}

TEST(Rasterise, CodesOfVerticesAreThoseOfTheSlowTwin) {
    std::mt19937 random(1);
    const PixelBox pixels = pixel_box(Box3(Vec3(-0.4, -0.3, -0.5), Vec3(0.6, 0.5, 0.4)), 0.05);
    for (const double grid : {0.0, 0.025}) {
        const TriMesh soup = triangle_soup(random, 1, grid);
        const VertexCoder coder(pixels);
        for (std::size_t k = 0; k < soup.vertices.size(); ++k) {
            const Codes codes = coder.code(load_vertex(soup.vertices, static_cast<int>(k)));
            for (int d = 0; d < 3; ++d) EXPECT_EQ(codes[d], vertex_code(pixels, soup.vertices[k])[d]);
        }
    }
}

/// A closed surface in its own box and in a part of it.
void expect_balanced_everywhere(const TriMesh& mesh, double pixel) {
    const Box3 box = bounds(mesh.vertices);
    expect_balanced(mesh, pixel_box(box, pixel));
    const Vec3 size = box.sizes();
    expect_balanced(mesh, pixel_box(Box3(box.min() + 0.3 * size, box.max() - 0.2 * size), pixel));
}

TEST(Rasterise, EntersClosedSurfacesAsOftenAsItLeavesThem) {
    std::mt19937 random(9);
    std::uniform_real_distribution<double> in(-1, 1);
    const double pixel = 0.125;
    // Corners exactly on pixel centres, faces along rows, edges along diagonals.
    expect_balanced_everywhere(placed(box_surface({1, 2, 1}, 0.125), Vec3::Constant(0.0625)), pixel);
    expect_balanced_everywhere(placed(box_surface({1, 2, 1}, 0.25), Vec3::Zero()), pixel);
    for (const TriMesh& shape : {box_surface({1, 1.3, 0.7}, 0.3), sphere_surface(0.8, 0.21),
                                 torus_surface(0.7, 0.3, 0.1), sphere_surface(0.8, 0.1)})
        for (int i = 0; i < 3; ++i) {
            TriMesh mesh = placed(shape, {in(random), in(random), in(random)},
                                  {3 * in(random), 3 * in(random), 3 * in(random)});
            expect_balanced_everywhere(mesh, pixel);
            // All corners on pixel centres: many triangles without area, folds and doubled layers.
            for (Vec3& v : mesh.vertices)
                for (double& x : v) x = std::round(x / pixel) * pixel + pixel / 2;
            expect_balanced_everywhere(mesh, pixel);
            // Flattened to slivers.
            for (Vec3& v : mesh.vertices) v = Vec3(v.x() + 0.3 * v.y(), 1e-4 * v.y(), v.z() + v.x());
            expect_balanced_everywhere(mesh, pixel);
            // And to nothing at all.
            for (Vec3& v : mesh.vertices) v.y() = 0.0625;
            expect_balanced(mesh, pixel_box(Box3(Vec3(-2, -2, -2), Vec3(2, 2, 2)), pixel));
            // Crumpled.
            for (Vec3& v : mesh.vertices) v = {in(random), in(random), in(random)};
            expect_balanced_everywhere(mesh, pixel);
        }
}

TEST(Rasterise, WeightsGiveTheDepth) {
    std::mt19937 random(13);
    for (const double size : {0.4, 1e4}) {
        const TriMesh soup = triangle_soup(random, size, 0);
        const LdiSurface surface{&soup.vertices, &soup.triangles, 0};
        const PixelBox pixels = pixel_box(Box3(Vec3(-0.4, -0.3, -0.5), Vec3(0.6, 0.5, 0.4)), 0.05);
        int compared = 0;
        for (const auto& [pixel, hits] : hits_of(soup, pixels))
            for (const auto& [id, depth] : hits) {
                const auto [axis, column, row] = pixel;
                const auto w = weights_at(pixels, surface, triangle_of(id), axis, column, row);
                double sum = 0;
                for (int k = 0; k < 3; ++k) {
                    EXPECT_GE(w[k], 0);
                    sum += w[k] * soup.vertices[soup.triangles[triangle_of(id)][k]][axis];
                }
                EXPECT_NEAR(w[0] + w[1] + w[2], 1, 1e-15);
                EXPECT_NEAR(sum, depth, 1e-13 * std::max(1.0, size));
                ++compared;
            }
        EXPECT_GT(compared, 10);
    }
}

}  // namespace
}  // namespace limpet::ldi
