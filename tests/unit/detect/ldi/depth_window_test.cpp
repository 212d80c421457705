/// What windows of depth leave out of two surfaces' rays holds no overlap of them.

#include "detect/ldi/depth_window.h"

#include <gtest/gtest.h>

#include <random>

#include "shapes/meshes/primitive_surfaces.h"
#include "support/ldi_meshes.h"

namespace limpet {
namespace {

using namespace testing_support;

void expect_same_gradients(const std::vector<VertexGradient>& fast, const std::vector<VertexGradient>& slow) {
    ASSERT_EQ(fast.size(), slow.size());
    for (std::size_t k = 0; k < fast.size(); ++k) {
        EXPECT_EQ(fast[k].vertex, slow[k].vertex);
        EXPECT_EQ(fast[k].gradient, slow[k].gradient);
        EXPECT_EQ(fast[k].area, slow[k].area);
    }
}

TEST(DepthWindow, LeavesOutNothingThatWholeRaysFind) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1, 1);
    const auto any = [&] { return Vec3(number(random), number(random), number(random)); };
    const std::vector<TriMesh> shapes = {sphere_surface(0.5, 0.08), torus_surface(0.6, 0.15, 0.1),
                                         box_surface({1, 0.6, 0.8}, 0.2)};
    std::size_t found = 0;
    for (int i = 0; i < 60; ++i) {
        // From beside each other to one inside the other, some crumpled.
        std::vector<TriMesh> pair = {placed(shapes[i % 3], 0.7 * any(), 3 * any()),
                                     placed(shapes[i / 3 % 3], 0.7 * any(), 3 * any())};
        if (i % 4 == 0)
            for (TriMesh& mesh : pair)
                for (Vec3& v : mesh.vertices) v += 0.05 * any();
        for (const std::optional<double> cell : {std::optional<double>(), std::optional(0.12)}) {
            const LdiSettings settings{0.03, cell, false};
            const auto fast = overlaps_of(pair, settings),
                       slow = overlaps_of({opened(pair[0]), opened(pair[1])}, settings);
            ASSERT_EQ(fast.size(), slow.size());
            found += fast.size();
            for (std::size_t k = 0; k < fast.size(); ++k) {
                EXPECT_EQ(fast[k].along, slow[k].along);
                EXPECT_EQ(fast[k].center, slow[k].center);
                expect_same_gradients(fast[k].on_first, slow[k].on_first);
                expect_same_gradients(fast[k].on_second, slow[k].on_second);
            }
        }
    }
    EXPECT_GT(found, 500);
}

}  // namespace
}  // namespace limpet
