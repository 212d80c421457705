#include "detect/ldi/ldi_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "detect/ldi/closed_surface.h"
#include "detect/ldi/topology.h"
#include "shapes/meshes/primitive_surfaces.h"
#include "support/ldi_meshes.h"

namespace limpet {
namespace {

using testing::HasSubstr;

Box3 box(double x, double y, double z) {
    return Box3(Vec3(-x, -y, -z) / 2, Vec3(x, y, z) / 2);
}

std::string complaint(const LdiSettings& settings, const std::vector<LdiBody>& bodies = {},
                      const LdiFilter& is_tested = {}) {
    const auto complaints = ldi_complaints(settings, bodies, is_tested);
    return complaints.empty() ? "" : complaints[0].field + ": " + complaints[0].message;
}

TEST(LdiCheck, AcceptsWhatWorks) {
    const std::vector<LdiBody> bodies = {{"a", box(1, 2, 3)}, {"floor", box(100, 1, 100)}};
    EXPECT_EQ(complaint({0.01, {}, false}, bodies), "");
    EXPECT_EQ(complaint({0.01, 0.01, false}, bodies), "");
    // The floor alone would have 1e10 pixels, but no body meets so much of it.
    EXPECT_EQ(complaint({0.001, {}, false}, bodies), "");
    EXPECT_NO_THROW(check_ldi({0.01, {}, true}, bodies));
}

TEST(LdiCheck, RefusesWhatCannotWork) {
    EXPECT_THAT(complaint({0, {}, false}),
                HasSubstr("contact.detection.pixel: is 0 m, but must be a length above 0"));
    EXPECT_NE(complaint({std::nan(""), {}, false}), "");
    EXPECT_THAT(complaint({0.01, 0.005, false}),
                HasSubstr("contact.detection.cell: is 0.005 m, but must be at least a pixel, 0.01 m"));
    EXPECT_NE(complaint({0.01, std::nan(""), false}), "");
    EXPECT_THAT(complaint({0.2, {}, false}, {{"leaf", box(1, 0.1, 1)}}),
                HasSubstr("pixel: 0.2 m is larger than \"leaf\", whose box measures 1 × 0.1 × 1 m"));
    const std::vector<LdiBody> large = {{"a", box(1, 1, 1)}, {"b", box(2, 1, 1)}};
    const std::string text = complaint({2e-5, {}, false}, large);
    EXPECT_THAT(text, HasSubstr("asks for 7.5e+09 pixels"));
    EXPECT_THAT(text, HasSubstr("about 1.5e+03 GB; at most 8 GB"));
    EXPECT_THAT(text, HasSubstr("\"a\" with \"b\""));
    EXPECT_THROW(check_ldi({2e-5, {}, false}, large), InputError);
    EXPECT_EQ(complaint({2e-4, {}, false}, {{"floor", box(4, 1, 4)}}), "");
    EXPECT_NE(complaint({2e-4, {}, true}, {{"floor", box(4, 1, 4)}}), "");
}

TEST(LdiCheck, CountsTheMemoryOfAllThreeImages) {
    const std::vector<LdiBody> cubes = {{"a", box(0.1, 0.1, 0.1)}, {"b", box(0.1, 0.1, 0.1)}};
    // 3 · 3571² pixels of 200 bytes are 7.65 GB.
    EXPECT_EQ(complaint({2.8e-5, {}, false}, cubes), "");
    EXPECT_THAT(complaint({2.7e-5, {}, false}, cubes), HasSubstr("about 8.23 GB; at most 8 GB"));
    EXPECT_EQ(complaint({2.7e-5, {}, true}, {cubes[0]}), "") << "of itself it meets less";
    EXPECT_NE(complaint({1e-5, {}, true}, {{"floor", box(0.2, 0.2, 0.2)}}), "");
    const auto none = [](int, int) { return false; };
    EXPECT_EQ(complaint({1e-5, {}, true}, {{"floor", box(0.2, 0.2, 0.2)}}, none), "") << "what is rigid";
}

TEST(LdiCheck, CountsNoMemoryForPairsThatAreNotTested) {
    const std::vector<LdiBody> bodies = {
        {"floor", box(40, 1, 40)}, {"ceiling", box(40, 1, 40)}, {"ball", box(0.1, 0.1, 0.1)}};
    EXPECT_THAT(complaint({1e-3, {}, false}, bodies), HasSubstr("about 336 GB"));
    EXPECT_EQ(complaint({1e-3, {}, false}, bodies, [](int, int second) { return second == 2; }), "");
}

TEST(LdiCheck, ATiltedPlateIsAsThinAsAnUprightOne) {
    for (const double angle : {0.0, 0.3, 0.785, 1.5}) {
        const Mat3 turn = (Eigen::AngleAxisd(angle, Vec3::UnitZ()) *
                           Eigen::AngleAxisd(0.7 * angle, Vec3(1, 1, 0).normalized()))
                              .toRotationMatrix();
        std::vector<Vec3> plate = box_surface({0.5, 0.001, 0.4}, 0.1).vertices;
        Box3 in_world;
        for (Vec3& x : plate) in_world.extend(x = turn * x);
        const LdiBody body{"plate", in_world, own_sides(plate)};
        EXPECT_NEAR(body.own_sides->minCoeff(), 0.001, 1e-12);
        EXPECT_NEAR(body.own_sides->maxCoeff(), 0.5, 1e-9);
        EXPECT_THAT(complaint({0.005, {}, false}, {body}), HasSubstr("0.005 m is larger than \"plate\""));
        EXPECT_EQ(complaint({0.0009, {}, false}, {body}), "");
    }
}

TEST(LdiCheck, RefusesImagesThatGrewTooLarge) {
    const TriMesh mesh = box_surface({1, 1, 1}, 10);
    EXPECT_THROW(testing_support::overlaps_of({mesh, mesh}, {1e-6, {}, false}), InputError);
    EXPECT_THROW(testing_support::overlaps_of({mesh, mesh}, {5e-5, {}, false}), InputError);
    EXPECT_THROW(testing_support::overlaps_of({mesh, mesh}, {1e-13, {}, false}), InputError);
    EXPECT_THROW(testing_support::overlaps_of({mesh, mesh}, {-1, {}, false}), InputError);
}

TEST(ClosedSurface, IsToldFromAnOpenOne) {
    TriMesh mesh = torus_surface(1, 0.3, 0.1);
    EXPECT_TRUE(ldi::is_closed(mesh.triangles));
    EXPECT_TRUE(ldi::is_closed({}));
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 7) {
        std::vector<Triangle> open = mesh.triangles;
        open.erase(open.begin() + static_cast<long>(i));
        EXPECT_FALSE(ldi::is_closed(open));
        open = mesh.triangles;
        std::swap(open[i][0], open[i][1]);
        EXPECT_FALSE(ldi::is_closed(open));
    }
}

TEST(Topology, NoticesAnyChange) {
    TriMesh mesh = torus_surface(1, 0.3, 0.1);
    ldi::Topology topology;
    topology.update(mesh.triangles);
    EXPECT_TRUE(topology.closed());
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 7) {
        std::vector<Triangle> open = mesh.triangles;
        std::swap(open[i][0], open[i][1]);
        EXPECT_NE(ldi::hash_of(open), ldi::hash_of(mesh.triangles));
        topology.update(open);
        EXPECT_FALSE(topology.closed());
        topology.update(mesh.triangles);
        EXPECT_TRUE(topology.closed());
    }
    mesh.triangles.pop_back();
    topology.update(mesh.triangles);
    EXPECT_FALSE(topology.closed());
}

TEST(Topology, AVersionSaysThatTrianglesAreTheSame) {
    const TriMesh mesh = torus_surface(1, 0.3, 0.1);
    ldi::Topology topology;
    EXPECT_TRUE(topology.update(mesh.triangles, 1));
    EXPECT_FALSE(topology.update(mesh.triangles, 1));
    std::vector<Triangle> open = mesh.triangles;
    std::swap(open[3][0], open[3][1]);
    EXPECT_TRUE(topology.update(open, 2));
    EXPECT_FALSE(topology.closed());
    EXPECT_FALSE(topology.update(open, 3)) << "another number, the same triangles";
}

}  // namespace
}  // namespace limpet
