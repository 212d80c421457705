/// The audit of overlaps on surfaces whose depth is known. Tolerances of depths: what sampled points may
/// miss.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "limpet/audit.h"
#include "shapes/meshes/primitive_surfaces.h"
#include "support/ldi_meshes.h"

namespace limpet {
namespace {

using testing_support::placed;

BodyFrame body(const std::string& name, const TriMesh& mesh, BodyType type = BodyType::Rigid) {
    BodyFrame frame;
    frame.name = name;
    frame.type = type;
    frame.vertices = to_arrays(mesh.vertices);
    frame.triangles = mesh.triangles;
    return frame;
}

Frame frame_of(std::vector<BodyFrame> bodies) {
    Frame frame;
    frame.bodies = std::move(bodies);
    return frame;
}

std::vector<Overlap> overlaps(const BodyFrame& first, const BodyFrame& second, double tolerance = 1e-4) {
    return OverlapAudit(tolerance).check(frame_of({first, second}));
}

const TriMesh cube = box_surface({0.1, 0.1, 0.1}, 1);

TEST(OverlapAudit, MeasuresBoxesThatAreFlush) {
    const auto found = overlaps(body("lower", cube), body("upper", placed(cube, {0, 0.095, 0})));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].depth, 0.005, 5e-5);
    EXPECT_NEAR(found[0].volume, 5e-5, 1e-16);
    EXPECT_EQ(found[0].first, "lower");
    EXPECT_EQ(found[0].second, "upper");
}

TEST(OverlapAudit, MeasuresEqualBoxesInOnePlace) {
    const auto found = overlaps(body("a", cube), body("b", cube));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].depth, 0.1, 1e-3);
    EXPECT_NEAR(found[0].volume, 1e-3, 1e-16);
}

TEST(OverlapAudit, MeasuresFlushBoxesThatAreTurned) {
    const Vec3 turn(0.3, -0.8, 0.5);
    const TriMesh upper = placed(placed(cube, {0.02, 0.097, 0.01}), {0, 0, 0}, turn);
    const auto found = overlaps(body("a", placed(cube, {0, 0, 0}, turn)), body("b", upper));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].depth, 0.003, 1e-4);
    EXPECT_NEAR(found[0].volume, 0.08 * 0.003 * 0.09, 1e-12);
}

TEST(OverlapAudit, FindsABodyInsideAnother) {
    const TriMesh small = box_surface({0.02, 0.02, 0.02}, 1);
    const auto found = overlaps(body("shell", cube), body("core", placed(small, {0.01, 0, 0})));
    ASSERT_EQ(found.size(), 1u);
    // A corner of it is 0.03 below the nearest face.
    EXPECT_GE(found[0].depth, 0.03 - 1e-9);
    EXPECT_NEAR(found[0].volume, 8e-6, 1e-16);
}

TEST(OverlapAudit, TakesAnInsideOutSurfaceForWhatItEncloses) {
    TriMesh inverted = cube;
    for (Triangle& t : inverted.triangles) std::swap(t[1], t[2]);
    EXPECT_EQ(overlaps(body("a", inverted), body("b", placed(cube, {0, 0.095, 0}))).size(), 1u);
    EXPECT_EQ(overlaps(body("a", inverted), body("b", placed(cube, {0, 0.105, 0}))).size(), 0u);
}

TEST(OverlapAudit, SaysNothingOfBodiesThatTouchOrAreNear) {
    EXPECT_TRUE(overlaps(body("a", cube), body("b", placed(cube, {0, 0.1, 0}))).empty());
    EXPECT_TRUE(overlaps(body("a", cube), body("b", placed(cube, {0.03, 0.09995, 0}))).empty());
    // Boxes around them overlap.
    const TriMesh ring = torus_surface(0.1, 0.02, 0.02), ball = sphere_surface(0.05, 0.02);
    EXPECT_TRUE(overlaps(body("ring", ring), body("ball", ball)).empty());
}

TEST(OverlapAudit, LeavesStaticBodiesAmongThemselvesAlone) {
    EXPECT_TRUE(overlaps(body("a", cube, BodyType::Static), body("b", cube, BodyType::Static)).empty());
    EXPECT_EQ(overlaps(body("a", cube, BodyType::Static), body("b", cube)).size(), 1u);
}

const TriMesh plane{{{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}}, {{0, 2, 1}, {0, 3, 2}}};

TEST(OverlapAudit, MeasuresHowFarABodyIsBehindAPlane) {
    const BodyFrame floor = body("floor", plane, BodyType::Static);
    const auto found = overlaps(floor, body("box", placed(cube, {0, 0.04, 0})));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].depth, 0.01, 1e-12);
    EXPECT_GT(found[0].piercings, 0);
    EXPECT_TRUE(overlaps(floor, body("box", placed(cube, {0, 0.05, 0}))).empty());
    EXPECT_TRUE(overlaps(floor, body("beside", placed(cube, {1.2, -0.2, 0}))).empty());
}

TEST(OverlapAudit, KnowsThatABodyFellThroughAPlane) {
    const BodyFrame floor = body("floor", plane, BodyType::Static);
    const BodyFrame above = body("box", placed(cube, {0, 0.3, 0})),
                    below = body("box", placed(cube, {0, -0.3, 0}));
    OverlapAudit audit(1e-4);
    EXPECT_TRUE(audit.check(frame_of({floor, above})).empty());
    const auto found = audit.check(frame_of({floor, below}));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].depth, 0.35, 1e-12);
    // What has been there from the start did not fall.
    EXPECT_TRUE(overlaps(floor, below).empty());
}

TEST(OverlapAudit, FindsClothInASolidAndClothThroughCloth) {
    const TriMesh sheet{{{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}}, {{0, 2, 1}, {0, 3, 2}}};
    const auto in_solid = overlaps(body("cloth", sheet, BodyType::Cloth), body("box", cube));
    ASSERT_EQ(in_solid.size(), 1u);
    EXPECT_GT(in_solid[0].depth, 0.04);
    EXPECT_GT(in_solid[0].piercings, 0);
    const TriMesh upright = placed(sheet, {0, 0, 0}, {1.5, 0, 0.1});
    EXPECT_EQ(overlaps(body("a", sheet, BodyType::Cloth), body("b", upright, BodyType::Cloth)).size(), 1u);
    EXPECT_TRUE(
        overlaps(body("a", sheet, BodyType::Cloth), body("b", placed(sheet, {0, 0.01, 0}), BodyType::Cloth))
            .empty());
}

TEST(OverlapAudit, KeepsTheWorstAndCountsFrames) {
    OverlapAudit audit(1e-4);
    audit.check(frame_of({body("a", cube), body("b", placed(cube, {0, 0.098, 0}))}));
    audit.check(frame_of({body("a", cube), body("b", placed(cube, {0, 0.093, 0}))}));
    audit.check(frame_of({body("a", cube), body("b", placed(cube, {0, 0.2, 0}))}));
    EXPECT_EQ(audit.result().frames, 3);
    ASSERT_TRUE(audit.result().worst);
    EXPECT_NEAR(audit.result().worst->depth, 0.007, 1e-4);
}

TEST(OverlapAudit, WarnsWithNamesDepthAndVolume) {
    const Warning warning = overlap_warning({"lower", "upper", 0.005, 5e-5, 0, 0.25}, 0.001);
    EXPECT_EQ(warning.code, "audit");
    EXPECT_THAT(warning.bodies, testing::ElementsAre("lower", "upper"));
    for (const char* part : {"\"lower\"", "\"upper\"", "0.005 m", "5e-05 m^3", "t = 0.25 s"})
        EXPECT_THAT(warning.sentence, testing::HasSubstr(part));
}

TEST(OverlapAudit, AllowsWhatDetectionAllows) {
    Scene scene;
    const Frame start =
        frame_of({body("a", cube), body("b", placed(box_surface({0.4, 0.4, 0.4}, 1), {0, 1, 0}))});
    EXPECT_NEAR(audit_tolerance(scene, start), 0.001, 1e-15);
    scene.contact.emplace();
    scene.contact->detection.distance = 0.003;
    EXPECT_EQ(audit_tolerance(scene, start), 0.003);
    scene.contact->detection.type = DetectionType::LayeredDepth;
    EXPECT_NEAR(audit_tolerance(scene, start), 2.5 * 0.002, 1e-15);
    scene.contact->detection.pixel = 0.004;
    EXPECT_NEAR(audit_tolerance(scene, start), 0.01, 1e-15);
}

}  // namespace
}  // namespace limpet
