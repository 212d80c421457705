#include "detect/ldi/facing_areas.h"

#include <gtest/gtest.h>

#include "contact/volume/make_volume_contacts.h"
#include "support/overlapping_pairs.h"

namespace limpet {
namespace {

using namespace testing_support;

/// ∂V/∂x of the first body as a whole, without pixels.
Vec3 exact_derivative(const TriMesh& a, const TriMesh& b) {
    return {exact_rate(a, b, Vec3::UnitX()), exact_rate(a, b, Vec3::UnitY()),
            exact_rate(a, b, Vec3::UnitZ())};
}

TEST(FacingAreas, AreTheDerivativeOfTheVolume) {
    for (const OverlappingPair& c : overlapping_pairs()) {
        SCOPED_TRACE(c.name);
        const std::vector<OverlapVolume> overlaps = overlaps_of({c.first, c.second}, {c.pixel, {}, false});
        ASSERT_EQ(overlaps.size(), 1u);
        const Vec3 exact = exact_derivative(c.first, c.second);
        EXPECT_LT((facing_areas(overlaps[0], {1, 1}).net + exact).norm(), c.derivative_error * exact.norm());
    }
}

TEST(FacingAreas, SumToZeroInEveryCell) {
    for (const OverlappingPair& c : overlapping_pairs())
        for (const OverlapVolume& overlap : overlaps_of({c.first, c.second}, {0.004, 0.02, false})) {
            const FacingAreas areas = facing_areas(overlap, {1, 3});
            if (areas.net.isZero(0)) continue;
            Vec3 first = Vec3::Zero(), second = Vec3::Zero();
            double length = 0;
            for (const Vec3& a : areas.on_first) first += a;
            for (const Vec3& a : areas.on_second) second += a;
            for (const Vec3& a : areas.on_first) length += a.norm();
            EXPECT_LT((first + second).norm(), 1e-12 * length) << c.name;
            EXPECT_LT((second - areas.net).norm(), 1e-12 * length) << c.name;
        }
}

/// What is not deep against the cells is pushed along the floor's normal, whatever dips into it.
TEST(FacingAreas, AFloorPushesAlongItsNormal) {
    for (const double degrees : {0.0, 2.0, 5.0, 15.0, 25.0, 35.0, 45.0})
        for (const std::optional<double> cell : {std::optional<double>(), std::optional(0.05)}) {
            const TriMesh block = edge_in_floor(degrees, 0.002), floor = floor_box();
            Vec3 sum = Vec3::Zero();
            double volume = 0;
            for (const Contact& c : make_volume_contacts(overlaps_of({block, floor}, {0.001, cell, false}),
                                                         {&block.vertices, &floor.vertices}, 0.001, false)) {
                sum += c.area * c.normal();
                volume -= c.area * c.gap;
            }
            EXPECT_LT(std::hypot(sum.x(), sum.z()), 0.01 * sum.y()) << degrees << " deg";
            EXPECT_GT(volume, 0);
        }
}

/// However small the cells, no contact is deeper than what overlaps.
TEST(FacingAreas, NoCellIsDeeperThanTheOverlap) {
    constexpr double depth = 0.02;
    const TriMesh ball = sphere_surface(0.1, 0.01), other = placed(ball, {0.2 - depth, 0.004, 0.003});
    for (const double cell : {0.02, 0.01, 0.005, 0.0025}) {
        const std::vector<Contact> contacts =
            make_volume_contacts(overlaps_of({ball, other}, {0.001, cell, false}),
                                 {&ball.vertices, &other.vertices}, 0.001, false);
        ASSERT_FALSE(contacts.empty());
        for (const Contact& c : contacts) EXPECT_LT(-c.gap, 1.01 * depth) << cell;
    }
}

/// The middle of a lens is as deep as the lens, in cells that are small against it.
TEST(FacingAreas, TheDeepestCellIsAsDeepAsTheOverlap) {
    constexpr double depth = 0.01;
    const TriMesh ball = sphere_surface(0.05, 0.004), other = placed(ball, {0.1 - depth, 0, 0});
    double deepest = 0;
    for (const Contact& c : make_volume_contacts(overlaps_of({ball, other}, {0.001, 0.005, false}),
                                                 {&ball.vertices, &other.vertices}, 0.001, false))
        deepest = std::max(deepest, -c.gap * std::abs(c.normal().x()));
    EXPECT_NEAR(deepest, depth, 0.05 * depth);
}

/// The side walls of a box lie in the cells at its rim only; they must not tilt what these push along.
TEST(FacingAreas, TheRimOfAFlatPatchIsFlat) {
    const TriMesh block = edge_in_floor(0, 0.0015), floor = floor_box();
    const std::vector<Contact> contacts = make_volume_contacts(
        overlaps_of({block, floor}, {0.001, 0.015, false}), {&block.vertices, &floor.vertices}, 0.001, false);
    ASSERT_GT(contacts.size(), 100u);
    for (const Contact& c : contacts) EXPECT_GT(c.normal().y(), 1 - 1e-12);
}

}  // namespace
}  // namespace limpet
