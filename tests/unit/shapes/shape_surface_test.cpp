#include "shapes/shape_surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>

#include "limpet/error.h"
#include "shapes/meshes/surface_check.h"

namespace limpet {
namespace {

std::vector<Shape> primitive_shapes() {
    return {BoxShape{{0.3, 0.2, 0.1}}, SphereShape{0.1}, CylinderShape{0.1, 0.4}, CapsuleShape{0.1, 0.2},
            TorusShape{0.2, 0.05}};
}

TEST(ShapeSurface, OfPrimitivesIsSolidAndAsLongAsItsExtent) {
    for (const Shape& shape : primitive_shapes()) {
        const TriMesh mesh = shape_surface(shape, std::nullopt);
        EXPECT_TRUE(check_surface(mesh).solid()) << shape.index();
        EXPECT_NEAR(bounds(mesh.vertices).sizes().maxCoeff() / shape_extent(shape), 1, 0.01) << shape.index();
        const auto solid = shape_distance(shape);
        ASSERT_TRUE(solid.has_value());
        for (const Vec3& p : mesh.vertices) ASSERT_NEAR(solid->at(p), 0, 1e-14);
        const double edge = shape_extent(shape) / 40;
        const double made = static_cast<double>(shape_surface(shape, edge).triangles.size());
        EXPECT_NEAR(estimate_triangles(shape, edge) / made, 1, 0.35) << shape.index();
    }
}

TEST(ShapeSurface, OfAPlaneIsOpenAndNoSolid) {
    const TriMesh mesh = shape_surface(PlaneShape{2, 1}, 0.5);
    EXPECT_EQ(mesh.triangles.size(), 16u);
    EXPECT_FALSE(shape_distance(PlaneShape{2, 1}).has_value());
    EXPECT_EQ(shape_extent(PlaneShape{2, 1}), 2);
}

TEST(ShapeSurface, OfTheZoo) {
    const TriMesh mesh = shape_surface(ZooShape{"candy_ring", 0.05}, std::nullopt);
    EXPECT_TRUE(check_surface(mesh).solid());
    EXPECT_EQ(shape_extent(ZooShape{"candy_ring", 0.05}), 0.05);
    EXPECT_TRUE(shape_distance(ZooShape{"candy_ring", 0.05}).has_value());
}

class ShapeSurfaceOfAFile : public testing::Test {
protected:
    void SetUp() override {
        std::ofstream(file_) << "v 1 1 1\nv 3 1 1\nv 1 2 1\nv 1 1 2\n"
                                "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    }
    void TearDown() override { std::remove(file_.c_str()); }
    std::string file_ = testing::TempDir() + "limpet_shape_surface_test.obj";
};

TEST_F(ShapeSurfaceOfAFile, KeepsItsCoordinates) {
    const Box3 box = bounds(shape_surface(FileShape{file_, {}, {}}, std::nullopt).vertices);
    EXPECT_EQ(box.min(), Vec3(1, 1, 1));
    EXPECT_EQ(box.max(), Vec3(3, 2, 2));
    EXPECT_EQ(shape_extent(FileShape{file_, {}, {}}), 2);
    EXPECT_EQ(estimate_triangles(FileShape{file_, {}, {}}, 0.1), 4);
}

TEST_F(ShapeSurfaceOfAFile, IsScaledOrSized) {
    const Box3 scaled = bounds(shape_surface(FileShape{file_, 0.5, {}}, std::nullopt).vertices);
    EXPECT_EQ(scaled.min(), Vec3(0.5, 0.5, 0.5));
    const Box3 sized = bounds(shape_surface(FileShape{file_, {}, 0.3}, std::nullopt).vertices);
    EXPECT_NEAR(sized.center().norm(), 0, 1e-15);
    EXPECT_NEAR(sized.sizes().maxCoeff(), 0.3, 1e-15);
    EXPECT_THROW(shape_surface(FileShape{file_, 2, 0.3}, std::nullopt), InputError);
    EXPECT_THROW(shape_surface(FileShape{file_, -2, {}}, std::nullopt), InputError);
}

TEST_F(ShapeSurfaceOfAFile, GetsTrianglesOfTheEdgeLengthAskedFor) {
    const TriMesh given = shape_surface(FileShape{file_, {}, {}}, std::nullopt);
    const TriMesh fine = shape_surface(FileShape{file_, {}, {}}, 0.05);
    EXPECT_TRUE(check_surface(fine).solid()) << check_surface(fine).text();
    // Sharp edges come out chamfered, the less so the finer the triangles are.
    const double lost = 1 - volume(fine) / volume(given);
    const TriMesh finer = shape_surface(FileShape{file_, {}, {}}, 0.02);
    EXPECT_GT(lost, 0);
    EXPECT_LT(std::abs(1 - volume(finer) / volume(given)), lost / 4);
    // An equilateral triangle of that edge length.
    EXPECT_NEAR(area(fine) / static_cast<double>(fine.triangles.size()), 0.05 * 0.05 * std::sqrt(3.0) / 4,
                5e-4);
}

TEST(ShapeSurface, RefusesBadSizes) {
    EXPECT_THROW(shape_surface(SphereShape{-1}, std::nullopt), InputError);
    EXPECT_THROW(shape_surface(BoxShape{{1, 0, 1}}, std::nullopt), InputError);
    EXPECT_THROW(shape_surface(SphereShape{1}, 0.0), InputError);
    EXPECT_THROW(shape_surface(ZooShape{"snake", std::nan("")}, std::nullopt), InputError);
}

}  // namespace
}  // namespace limpet
