#include "shapes/zoo/zoo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "limpet/error.h"
#include "limpet/mesh.h"
#include "shapes/distance/isosurface.h"
#include "shapes/meshes/components.h"
#include "shapes/meshes/surface_check.h"
#include "shapes/shape_surface.h"

namespace limpet {
namespace {

using testing::HasSubstr;

class EveryZooShape : public testing::TestWithParam<ZooEntry> {};

TEST_P(EveryZooShape, IsOneSolidOfTheSizeAskedFor) {
    const double size = 0.2;
    const SignedDistance solid = zoo_shape(GetParam().name, size);
    double volumes[2];
    for (const int fine : {0, 1}) {
        const TriMesh mesh = isosurface(solid, size * (fine ? 0.011 : 0.016));
        const SurfaceCheck check = check_surface(mesh);
        EXPECT_TRUE(check.solid()) << check.text();
        EXPECT_EQ(connected_components(mesh).size(), 1u);
        const Box3 box = bounds(mesh.vertices);
        EXPECT_NEAR(box.sizes().maxCoeff() / size, 1, fine ? 0.008 : 0.012);
        EXPECT_LT(box.center().norm(), 0.008 * size);
        EXPECT_TRUE(solid.bounds.contains(box));
        volumes[fine] = volume(mesh);
        EXPECT_GT(volumes[fine], 0);
    }
    EXPECT_NEAR(volumes[0] / volumes[1], 1, 0.02);
}

TEST_P(EveryZooShape, IsWholeByDefault) {
    std::vector<std::string> notes;
    const TriMesh mesh = shape_surface(ZooShape{GetParam().name, 0.5}, std::nullopt, &notes);
    EXPECT_TRUE(check_surface(mesh).solid());
    EXPECT_THAT(notes, testing::IsEmpty());
}

TEST_P(EveryZooShape, HasADescription) {
    EXPECT_GT(GetParam().description.size(), 10u);
    EXPECT_EQ(GetParam().description.back(), '.');
}

INSTANTIATE_TEST_SUITE_P(Zoo, EveryZooShape, testing::ValuesIn(zoo_entries()),
                         [](const auto& entry) { return entry.param.name; });

class EveryZooShapeLong : public testing::TestWithParam<ZooEntry> {};

TEST_P(EveryZooShapeLong, IsExactlyAsLongAsAskedFor) {
    const TriMesh mesh = isosurface(zoo_shape(GetParam().name, 3), 3 * 0.004);
    EXPECT_TRUE(check_surface(mesh).solid());
    EXPECT_EQ(connected_components(mesh).size(), 1u);
    const Box3 box = bounds(mesh.vertices);
    EXPECT_NEAR(box.sizes().maxCoeff() / 3, 1, 0.003);
    EXPECT_LT(box.center().norm(), 0.003 * 3);
}

INSTANTIATE_TEST_SUITE_P(Zoo, EveryZooShapeLong, testing::ValuesIn(zoo_entries()),
                         [](const auto& entry) { return entry.param.name; });

TEST(ZooLong, CreatureHas346kTriangles) {
    const TriMesh mesh = isosurface(zoo_shape("creature", 1), 0.0042);
    EXPECT_NEAR(static_cast<double>(mesh.triangles.size()), 346e3, 34.6e3);
    const SurfaceCheck check = check_surface(mesh);
    EXPECT_TRUE(check.solid()) << check.text();
    EXPECT_EQ(connected_components(mesh).size(), 1u);
}

TEST(Zoo, NamesTheNearestShape) {
    try {
        zoo_shape("octopuss", 1);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("did you mean \"octopus\"?"));
        EXPECT_THAT(error.what(), HasSubstr("candy_bear"));
    }
    EXPECT_THROW(zoo_shape("", 1), InputError);
    EXPECT_THROW(zoo_shape("snake", 0), InputError);
    EXPECT_THROW(zoo_shape("snake", std::nan("")), InputError);
}

TEST(Zoo, ClipFitsItsSocket) {
    const SignedDistance clip = zoo_shape("clip", 1), socket = zoo_shape("clip_socket", 1);
    const Vec3 raise(0, 0.1375, 0);
    double gap = 1;
    for (const Vec3& p : isosurface(clip, 0.01).vertices) gap = std::min(gap, socket.at(p - raise));
    EXPECT_GT(gap, 0.005);
    EXPECT_LT(gap, 0.03);
}

TEST(Zoo, LeavesOutWhatACoarseEdgeCutsOff) {
    std::vector<std::string> notes;
    const TriMesh mesh = shape_surface(ZooShape{"octopus", 1}, 0.04, &notes);
    EXPECT_TRUE(check_surface(mesh).solid());
    EXPECT_EQ(connected_components(mesh).size(), 1u);
    EXPECT_THAT(notes, testing::ElementsAre(HasSubstr("0.016 m or less keeps them")));
}

TEST(Zoo, EstimatesItsTriangles) {
    const ZooShape shape{"hand", 0.4};
    const double edge = 0.006;
    const double made = static_cast<double>(shape_surface(shape, edge).triangles.size());
    EXPECT_NEAR(estimate_triangles(shape, edge) / made, 1, 0.25);
}

}  // namespace
}  // namespace limpet
