#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "limpet/mesh.h"
#include "shapes/distance/sdf_combine.h"
#include "shapes/distance/sdf_primitives.h"
#include "shapes/zoo/zoo.h"

namespace limpet {
namespace {

struct Named {
    std::string name;
    SignedDistance solid;
};

std::vector<Named> primitive_distances() {
    return {{"sphere", sphere_distance(0.7, {0.1, 0.2, -0.1})},
            {"box", box_distance({1, 0.6, 0.3})},
            {"rounded box", rounded_box_distance({1, 0.6, 0.4}, 0.1)},
            {"cylinder", cylinder_distance(0.5, 1.2)},
            {"rounded cylinder", rounded_cylinder_distance(0.5, 1.2, 0.1)},
            {"capsule", capsule_distance({-0.3, 0, 0.1}, {0.4, 0.5, 0}, 0.2)},
            {"round cone", round_cone_distance({-0.3, 0, 0.1}, 0.3, {0.4, 0.5, 0}, 0.1)},
            {"one sphere in the other", round_cone_distance({0, 0, 0}, 0.6, {0.1, 0, 0}, 0.1)},
            {"torus", torus_distance(0.6, 0.2)},
            {"ellipsoid", ellipsoid_distance({0.8, 0.3, 0.5}, {0.1, 0, 0})},
            {"flat ellipsoid", ellipsoid_distance({0.8, 0.8, 0.05})},
            {"panel", panel_distance({0, 0, 0}, {1, 0, 0.2}, {0.2, 0.9, 0}, 0.1)},
            {"tube",
             tube_distance(smooth_curve({{{-1, 0, 0}, 0.1}, {{0, 0.5, 0}, 0.2}, {{1, 0, 0.3}, 0.1}}, 4))}};
}

std::vector<Named> combinations() {
    const SignedDistance a = box_distance({1, 0.6, 0.5}), b = sphere_distance(0.4, {0.4, 0.3, 0});
    const SignedDistance c = torus_distance(0.5, 0.15);
    return {{"union", unite({a, b, c})},
            {"smooth union", smooth_union({a, b, c}, 0.2)},
            {"intersection", intersect(a, b)},
            {"smooth intersection", intersect(a, b, 0.1)},
            {"difference", subtract(a, b)},
            {"smooth difference", subtract(a, b, 0.1)},
            {"translated", translate(c, {0.2, -0.1, 0.3})},
            {"rotated", rotate(a, {1, 2, 3}, 50)},
            {"scaled", scale(unite({a, c}), 0.6)},
            {"stretched", stretch(c, {1, 2, 0.7})},
            {"mirrored", mirror_x(translate(smooth_union(b, c, 0.1), {0.3, 0, 0}))},
            {"grown", grow(b, 0.1)},
            {"shell", shell(c, 0.05)},
            {"displaced", displace(
                              b, [](const Vec3& p) { return 0.02 * std::sin(20 * p.x()); }, 0.02, 0.4)},
            {"nested",
             smooth_union(subtract(rotate(unite({a, c}), {0, 1, 0}, 20), b, 0.1), scale(b, 0.5), 0.05)}};
}

class Points {
public:
    explicit Points(const Box3& box, unsigned seed = 1) : box_(box), random_(seed) {}
    Vec3 next() {
        Vec3 p;
        // Twice as wide as the box: outside counts too.
        for (int i = 0; i < 3; ++i) p[i] = box_.center()[i] + 2 * box_.sizes().maxCoeff() * (uniform() - 0.5);
        return p;
    }
    Vec3 near(const Vec3& p, double reach) {
        return p + reach * Vec3(uniform() - 0.5, uniform() - 0.5, uniform() - 0.5);
    }
    double uniform() { return std::uniform_real_distribution<>(0, 1)(random_); }

private:
    Box3 box_;
    std::mt19937 random_;
};

void expect_lipschitz(const Named& named, int pairs) {
    Points points(named.solid.bounds);
    const double size = named.solid.bounds.sizes().maxCoeff();
    for (int i = 0; i < pairs; ++i) {
        const Vec3 p = points.next();
        const Vec3 q = points.near(p, size * std::pow(10.0, -4 * points.uniform()));
        ASSERT_LE(std::abs(named.solid.at(p) - named.solid.at(q)), (p - q).norm() * (1 + 1e-9) + 1e-13 * size)
            << named.name << " at " << p.transpose() << " and " << q.transpose();
    }
}

void expect_bounds_hold(const Named& named, int samples) {
    Points points(named.solid.bounds);
    for (int i = 0; i < samples; ++i) {
        const Vec3 p = points.next();
        if (named.solid.at(p) <= 0) {
            ASSERT_TRUE(named.solid.bounds.contains(p)) << named.name << " " << p.transpose();
        }
        const double outside = named.solid.bounds.exteriorDistance(p);
        if (named.solid.bounded_below && outside > 0) {
            ASSERT_GE(named.solid.at(p), outside * (1 - 1e-12)) << named.name;
        }
    }
}

/// What is left near a point has the same values there, to the last bit.
void expect_same_nearby(const Named& named, int balls) {
    Points points(named.solid.bounds, 7);
    const double size = named.solid.bounds.sizes().maxCoeff();
    for (int i = 0; i < balls; ++i) {
        const Vec3 center = points.next();
        const double radius = size * std::pow(10.0, -2 * points.uniform());
        const SignedDistance inner = near_ball(near_ball(named.solid, center, 1.2 * radius), center, radius);
        for (int k = 0; k < 10; ++k) {
            const Vec3 p = points.near(center, 1.15 * radius);
            ASSERT_EQ(inner.at(p), named.solid.at(p)) << named.name;
        }
    }
}

TEST(SignedDistance, PrimitivesAreLipschitzAndBounded) {
    for (const Named& named : primitive_distances()) {
        expect_lipschitz(named, 20'000);
        expect_bounds_hold(named, 20'000);
    }
}

TEST(SignedDistance, CombinationsAreLipschitzBoundedAndTheSameNearby) {
    for (const Named& named : combinations()) {
        expect_lipschitz(named, 20'000);
        expect_bounds_hold(named, 20'000);
        expect_same_nearby(named, 500);
    }
}

TEST(SignedDistance, ZooShapesAreLipschitzBoundedAndTheSameNearby) {
    for (const ZooEntry& entry : zoo_entries()) {
        const Named named{entry.name, zoo_shape(entry.name, 0.3)};
        expect_lipschitz(named, 1000);
        expect_bounds_hold(named, 3000);
        expect_same_nearby(named, 50);
    }
}

TEST(SignedDistance, PrimitivesAreExactOutside) {
    // The distance of a point to the nearest of many points on the surface, found by following the gradient.
    for (const Named& named : primitive_distances()) {
        Points points(named.solid.bounds);
        for (int i = 0; i < 300; ++i) {
            const Vec3 p = points.next();
            const double distance = named.solid.at(p);
            if (distance < 0.01) continue;
            Vec3 gradient;
            for (int axis = 0; axis < 3; ++axis)
                gradient[axis] = (named.solid.at(p + 1e-6 * Vec3::Unit(axis)) -
                                  named.solid.at(p - 1e-6 * Vec3::Unit(axis))) /
                                 2e-6;
            EXPECT_NEAR(named.solid.at(p - distance * gradient), 0, 2e-5 * (1 + distance)) << named.name;
        }
    }
}

TEST(SignedDistance, KnownValues) {
    EXPECT_DOUBLE_EQ(box_distance({2, 2, 2}).at({4, 5, 1}), 5);
    EXPECT_DOUBLE_EQ(box_distance({2, 2, 2}).at({0.5, 0, 0}), -0.5);
    EXPECT_NEAR(ellipsoid_distance({3, 2, 1}).at({0, 0, 0}), -1, 1e-9);
    EXPECT_NEAR(ellipsoid_distance({3, 2, 1}).at({5, 0, 0}), 2, 1e-9);
    EXPECT_NEAR(ellipsoid_distance({2, 2, 2}).at({1, 1, 1}), std::sqrt(3.0) - 2, 1e-12);
    EXPECT_DOUBLE_EQ(half_space_distance({0, 1, 0}, {0, 2, 0}).at({7, 4, 0}), 3);
    // Two equal values melt by a quarter of the blend.
    const SignedDistance s = sphere_distance(1);
    EXPECT_DOUBLE_EQ(smooth_union(s, s, 0.4).at({2, 0, 0}), 0.9);
}

TEST(SignedDistance, SmoothCurvesPassThroughTheirPoints) {
    const std::vector<TubePoint> points{{{0, 0, 0}, 0.1}, {{1, 0, 0}, 0.2}, {{1, 1, 0}, 0.3}};
    const std::vector<TubePoint> curve = smooth_curve(points, 4);
    ASSERT_EQ(curve.size(), 9u);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(curve[4 * i].center, points[i].center);
        EXPECT_EQ(curve[4 * i].radius, points[i].radius);
    }
}

}  // namespace
}  // namespace limpet
