/// Samples of round shapes: on the true surface, with its area.

#include "shapes/meshes/surface_samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limpet {
namespace {

using std::numbers::pi;

double total(const std::vector<SurfaceSample>& samples) {
    double sum = 0;
    for (const SurfaceSample& s : samples) sum += s.area;
    return sum;
}

TEST(SurfaceSamples, OfASphereLieOnItAndTileIt) {
    for (const double edge : {0.06, 0.02, 0.007}) {
        const auto samples = surface_samples(SphereShape{0.1}, edge);
        EXPECT_NEAR(total(samples), 4 * pi * 0.01, 1e-14);
        for (const SurfaceSample& s : samples) {
            EXPECT_NEAR(s.offset.norm(), 0.1, 1e-15);
            EXPECT_LT((s.normal - s.offset / 0.1).norm(), 1e-14);
            EXPECT_GT(s.area, 0);
        }
    }
}

/// Archimedes: a cap of height z has the area 2 π R z.
TEST(SurfaceSamples, CapsOfASphereHaveTheirAreas) {
    for (const double edge : {0.004, 0.002}) {
        const auto samples = surface_samples(SphereShape{0.1}, edge);
        for (const Vec3& way : {Vec3(0, 1, 0), Vec3(0.6, 0, 0.8), Vec3(2, -1, 2)}) {
            double cap = 0;
            for (const SurfaceSample& s : samples)
                if (0.1 - s.offset.dot(way.normalized()) < 0.005) cap += s.area;
            EXPECT_NEAR(cap, 2 * pi * 0.1 * 0.005, 0.02 * cap) << edge;
        }
    }
}

TEST(SurfaceSamples, AreAsFarApartAsAsked) {
    for (const Shape& shape : {Shape(SphereShape{0.1}), Shape(CapsuleShape{0.02, 0.1})})
        for (const double edge : {0.02, 0.008}) {
            const auto samples = surface_samples(shape, edge);
            for (std::size_t i = 0; i < samples.size(); ++i) {
                double nearest = 1;
                for (std::size_t j = 0; j < samples.size(); ++j)
                    if (i != j) nearest = std::min(nearest, (samples[i].offset - samples[j].offset).norm());
                EXPECT_GT(nearest, 0.6 * edge);
                EXPECT_LT(nearest, 1.2 * edge);
            }
        }
}

TEST(SurfaceSamples, OfACapsuleLieOnItAndTileIt) {
    for (const double edge : {0.01, 0.004}) {
        const auto samples = surface_samples(CapsuleShape{0.02, 0.1}, edge);
        EXPECT_NEAR(total(samples), 2 * pi * 0.02 * (0.04 + 0.1), 1e-15);
        double middle = 0;
        for (const SurfaceSample& s : samples) {
            const Vec3 p = s.offset + Vec3(0, -0.05, 0), core(0, std::clamp(p.y(), -0.05, 0.05), 0);
            EXPECT_NEAR((p - core).norm(), 0.02, 1e-15);
            EXPECT_LT((s.normal - (p - core) / 0.02).norm(), 1e-13);
            if (std::abs(p.y()) < 0.03) middle += s.area;
        }
        EXPECT_NEAR(middle, 2 * pi * 0.02 * 0.06, 0.03 * middle);
    }
}

TEST(SurfaceSamples, OfCylindersAndConesLieOnThemAndTileThem) {
    for (const double edge : {0.02, 0.008}) {
        const auto cylinder = surface_samples(CylinderShape{0.05, 0.1}, edge);
        EXPECT_NEAR(total(cylinder), 2 * pi * 0.05 * (0.05 + 0.1), 1e-14);
        for (const SurfaceSample& s : cylinder) {
            const Vec3 p = s.offset + Vec3(0, 0.05, 0);
            const double r = std::hypot(p.x(), p.z());
            EXPECT_NEAR(std::max(r / 0.05, std::abs(p.y()) / 0.05), 1, 1e-13);
            EXPECT_NEAR(s.normal.norm(), 1, 1e-13);
            EXPECT_GT(s.normal.dot(p), 0);
        }
        const auto cone = surface_samples(ConeShape{0.03, 0.04}, edge);
        EXPECT_NEAR(total(cone), pi * 0.03 * (0.03 + 0.05), 1e-14);
        for (const SurfaceSample& s : cone) {
            const Vec3 p = s.offset + Vec3(0, 0.02, 0);
            const double r = std::hypot(p.x(), p.z());
            EXPECT_TRUE(std::abs(p.y() + 0.02) < 1e-15 ||
                        std::abs(r / 0.03 + (p.y() + 0.02) / 0.04 - 1) < 1e-13);
        }
    }
}

}  // namespace
}  // namespace limpet
