#include "shapes/meshes/primitive_mass.h"

#include <gtest/gtest.h>

#include "shapes/meshes/mass_properties.h"
#include "shapes/shape_surface.h"

namespace limpet {
namespace {

class PrimitiveMass : public testing::TestWithParam<Shape> {};

TEST_P(PrimitiveMass, IsTheLimitOfItsMeshes) {
    const std::optional<MassProperties> exact = primitive_mass(GetParam());
    ASSERT_TRUE(exact);
    const auto error_at = [&](double edge) {
        const MassProperties mesh = mass_properties(shape_surface(GetParam(), edge));
        EXPECT_LT((mesh.center - exact->center).norm(), 1e-3);
        return std::max(std::abs(mesh.volume / exact->volume - 1),
                        (mesh.inertia - exact->inertia).norm() / exact->inertia.norm());
    };
    const double coarse = error_at(0.1), fine = error_at(0.05);
    EXPECT_LT(fine, 0.01);
    EXPECT_LE(fine, coarse / 3 + 1e-12) << "second order in the edge length, or exact";
}

INSTANTIATE_TEST_SUITE_P(Shapes, PrimitiveMass,
                         testing::Values(Shape{BoxShape{{1, 0.5, 2}}}, Shape{SphereShape{0.7}},
                                         Shape{CylinderShape{0.5, 1.2}}, Shape{CapsuleShape{0.4, 1.1}},
                                         Shape{TorusShape{0.8, 0.3}}));

TEST(PrimitiveMassOf, OtherShapesIsUnknown) {
    EXPECT_FALSE(primitive_mass(ZooShape{"octopus", 1}));
    EXPECT_FALSE(primitive_mass(PlaneShape{1, 1}));
}

}  // namespace
}  // namespace limpet
