/// Layered depth images against the exact volume of what two meshes have in common.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "shapes/meshes/primitive_surfaces.h"
#include "support/exact_overlap.h"
#include "support/ldi_meshes.h"

namespace limpet {
namespace {

using namespace testing_support;

Vec3 random_vector(std::mt19937& random, double size) {
    std::uniform_real_distribution<double> in(-size, size);
    const double x = in(random), y = in(random);
    return {x, y, in(random)};
}

TriMesh random_shape(std::mt19937& random) {
    const Vec3 at = random_vector(random, 0.3), turn = random_vector(random, 3);
    switch (std::uniform_int_distribution<int>(0, 3)(random)) {
        case 0:
            return placed(box_surface({0.9, 0.6, 1.2}, 5), at, turn);
        case 1:
            return placed(sphere_surface(0.5, 0.6), at, turn);
        case 2:
            return placed(torus_surface(0.5, 0.2, 0.35), at, turn);
        default:
            return placed(cylinder_surface(0.4, 1, 0.8), at, turn);
    }
}

TEST(ExactOverlap, OfBoxesIsKnown) {
    const TriMesh a = box_surface({1, 1, 1}, 5);
    EXPECT_NEAR(exact::overlap(a, placed(a, {0.5, 0.25, 0.5})), 0.5 * 0.75 * 0.5, 1e-14);
    EXPECT_NEAR(exact::overlap(a, a), 1, 1e-13);
    EXPECT_NEAR(exact::overlap(a, placed(a, {1.5, 0, 0})), 0, 1e-14);
    // A cube turned by 45° about z: an octagonal prism.
    const double octagon = 2 * (std::numbers::sqrt2 - 1);
    EXPECT_NEAR(exact::overlap(a, placed(a, {0, 0, 0}, {0, 0, std::numbers::pi / 4})), octagon, 1e-13);
}

TEST(ExactOverlap, IsWhatPixelsComeTo) {
    std::mt19937 random(7);
    double coarse_sum = 0, fine_sum = 0;
    int overlapping = 0;
    for (int i = 0; i < 20; ++i) {
        const std::vector<TriMesh> pair = {random_shape(random), random_shape(random)};
        const double exact = exact::overlap(pair[0], pair[1]);
        const auto error = [&](double pixel) {
            return std::abs(total_volume(overlaps_of(pair, {pixel, {}, false})) - exact);
        };
        const double fine = error(0.004);
        EXPECT_LE(fine, 2e-5 + 2e-3 * exact) << "pair " << i << ", exact " << exact;
        coarse_sum += error(0.064);
        fine_sum += fine;
        overlapping += exact > 1e-3;
    }
    EXPECT_GE(overlapping, 12);
    // Pixels 16 times as small: at least linear.
    EXPECT_LE(fine_sum, coarse_sum / 16);
}

/// Derivative of the volume as a body moves along d, against the sum of its gradients.
TEST(ExactOverlap, ChangesAsTheGradientSays) {
    std::mt19937 random(11);
    int compared = 0;
    for (int i = 0; i < 10; ++i) {
        const TriMesh a = random_shape(random), b = random_shape(random);
        const auto overlaps = overlaps_of({a, b}, {0.004, {}, false});
        if (overlaps.empty() || overlaps[0].volume < 0.01) continue;
        const double h = 1e-5;
        Vec3 exact;
        for (int d = 0; d < 3; ++d)
            exact[d] = (exact::overlap(placed(a, h * Vec3::Unit(d)), b) -
                        exact::overlap(placed(a, -h * Vec3::Unit(d)), b)) /
                       (2 * h);
        EXPECT_NEAR((sum_of(overlaps[0].on_first) - exact).norm(), 0, 0.01) << exact.transpose();
        ++compared;
    }
    EXPECT_GE(compared, 5);
}

TEST(ExactOverlap, ChangesWithEachVertexAsTheGradientSays) {
    const TriMesh a = placed(sphere_surface(0.5, 0.6), {0.02, -0.13, 0.05}, {0.3, 1, 0.2});
    TriMesh b = placed(box_surface({0.8, 0.8, 0.8}, 5), {0.35, 0.3, 0.25}, {0.4, 0.1, -0.6});
    const auto overlaps = overlaps_of({a, b}, {0.002, {}, false});
    ASSERT_EQ(overlaps.size(), 1u);
    const auto gradient = total_gradient(overlaps);
    const double h = 1e-5;
    for (int k = 0; k < static_cast<int>(b.vertices.size()); ++k) {
        Vec3 exact;
        for (int d = 0; d < 3; ++d) {
            const double at = b.vertices[k][d];
            b.vertices[k][d] = at + h;
            const double above = exact::overlap(a, b);
            b.vertices[k][d] = at - h;
            exact[d] = (above - exact::overlap(a, b)) / (2 * h);
            b.vertices[k][d] = at;
        }
        const auto found = gradient.find({1, k});
        const Vec3 measured = found == gradient.end() ? Vec3::Zero() : found->second;
        EXPECT_NEAR((measured - exact).norm(), 0, 1e-3) << "vertex " << k << ": " << exact.transpose();
    }
}

}  // namespace
}  // namespace limpet
