#include "contact/volume/facing_areas.h"

#include <gtest/gtest.h>

#include <numbers>

#include "contact/volume/make_volume_contacts.h"
#include "shapes/primitive_surfaces.h"
#include "support/exact_overlap.h"
#include "support/ldi_meshes.h"

namespace limpet {
namespace {

using namespace testing_support;

constexpr double degree = std::numbers::pi / 180;

struct Case {
    const char* name;
    TriMesh first, second;
    double derivative_error;  ///< of the exact derivative's length
    double pixel = 0.001;
};

TriMesh floor_box() {
    return placed(box_surface({2, 0.4, 2}, 10), {0, -0.2, 0});
}

TriMesh cube() {
    return box_surface({0.2, 0.2, 0.2}, 10);
}

/// A cube turned about z whose lowest edge is so deep in the floor.
TriMesh edge_in_floor(double degrees, double depth) {
    const double a = degrees * degree;
    return placed(cube(), {0.01, 0.1 * (std::cos(a) + std::sin(a)) - depth, 0.003}, {0, 0, a});
}

std::vector<Case> cases() {
    const TriMesh ball = sphere_surface(0.1, 0.03);
    return {
        {"face in floor", placed(cube(), {0.01, 0.096, 0.003}), floor_box(), 0.01},
        {"edge in floor, 30 deg", edge_in_floor(30, 0.027), floor_box(), 0.01},
        {"edge in floor, 45 deg", edge_in_floor(45, 0.02), floor_box(), 0.01},
        {"corner in floor", placed(cube(), {0.01, 0.14, 0.003}, {0.6, 0, 45 * degree}), floor_box(), 0.01},
        {"ball in floor", placed(ball, {0.01, 0.08, 0.003}), floor_box(), 0.01},
        {"half a ball in floor", placed(ball, {0.01, 0, 0.003}), floor_box(), 0.01},
        {"two balls", ball, placed(ball, {0.12, 0.05, 0.02}), 0.01},
        {"edge on edge", placed(cube(), {0, 0, 0}, {0, 0, 45 * degree}),
         placed(cube(), {0.02, 0.26, 0.01}, {45 * degree, 0, 0}), 0.03, 0.0005},
        {"turned on a corner of another", placed(cube(), {0.05, 0.095, 0.06}, {0.1, 0.3, 0.1}),
         placed(cube(), {0, -0.1, 0}), 0.03}};
}

/// ∂V/∂x of the first body as a whole, without pixels.
Vec3 exact_derivative(const TriMesh& a, const TriMesh& b) {
    constexpr double h = 1e-5;
    Vec3 derivative;
    for (int d = 0; d < 3; ++d)
        derivative[d] = (exact::overlap(placed(a, h * Vec3::Unit(d)), b) -
                         exact::overlap(placed(a, -h * Vec3::Unit(d)), b)) /
                        (2 * h);
    return derivative;
}

TEST(FacingAreas, AreTheDerivativeOfTheVolume) {
    for (const Case& c : cases()) {
        SCOPED_TRACE(c.name);
        const std::vector<OverlapVolume> overlaps = overlaps_of({c.first, c.second}, {c.pixel, {}, false});
        ASSERT_EQ(overlaps.size(), 1u);
        const Vec3 exact = exact_derivative(c.first, c.second);
        EXPECT_LT((facing_areas(overlaps[0]).net + exact).norm(), c.derivative_error * exact.norm());
    }
}

TEST(FacingAreas, SumToZeroInEveryCell) {
    for (const Case& c : cases())
        for (const OverlapVolume& overlap : overlaps_of({c.first, c.second}, {0.004, 0.02, false})) {
            const FacingAreas areas = facing_areas(overlap);
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
                                                         {&block.vertices, &floor.vertices}, false)) {
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
        const std::vector<Contact> contacts = make_volume_contacts(
            overlaps_of({ball, other}, {0.001, cell, false}), {&ball.vertices, &other.vertices}, false);
        ASSERT_FALSE(contacts.empty());
        for (const Contact& c : contacts) EXPECT_LT(-c.gap, 1.01 * depth) << cell;
    }
}

/// The side walls of a box lie in the cells at its rim only; they must not tilt what these push along.
TEST(FacingAreas, TheRimOfAFlatPatchIsFlat) {
    const TriMesh block = edge_in_floor(0, 0.0015), floor = floor_box();
    const std::vector<Contact> contacts = make_volume_contacts(
        overlaps_of({block, floor}, {0.001, 0.015, false}), {&block.vertices, &floor.vertices}, false);
    ASSERT_GT(contacts.size(), 100u);
    for (const Contact& c : contacts) EXPECT_GT(c.normal().y(), 1 - 1e-12);
}

}  // namespace
}  // namespace limpet
