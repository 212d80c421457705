#include "shapes/meshes/outward_surface.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/tet_mesh_checks.h"
#include "shapes/meshes/flipped_triangles.h"
#include "shapes/meshes/primitive_surfaces.h"

namespace limpet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TriMesh moved(TriMesh mesh, const Vec3& by) {
    for (Vec3& x : mesh.vertices) x += by;
    return mesh;
}

std::vector<int> every_third(const TriMesh& mesh) {
    std::vector<int> some;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); t += 3) some.push_back(t);
    return some;
}

TEST(OutwardSurface, AGoodSurfaceStaysAsItIs) {
    const TriMesh good = torus_surface(1, 0.3, 0.2);
    TriMesh mesh = good;
    std::vector<std::string> notes;
    turn_outwards(mesh, &notes);
    EXPECT_EQ(mesh.triangles, good.triangles);
    EXPECT_TRUE(notes.empty());
}

TEST(OutwardSurface, InsideOutAndFlippedTrianglesAreTurnedBackAndSaid) {
    const TriMesh good = sphere_surface(1, 0.3);
    TriMesh mesh = testing_support::turned(good);
    std::vector<std::string> notes;
    turn_outwards(mesh, &notes);
    EXPECT_EQ(mesh.triangles, good.triangles);
    EXPECT_THAT(notes, ElementsAre(HasSubstr("inside out and has been turned round")));

    notes.clear();
    mesh = turned(good, every_third(good));
    turn_outwards(mesh, &notes);
    EXPECT_EQ(mesh.triangles, good.triangles);
    EXPECT_THAT(notes, ElementsAre(HasSubstr("faced against their neighbours and have been turned round")));

    // Most of the area faces inwards: neighbours alone would turn the rest.
    mesh = testing_support::turned(turned(good, every_third(good)));
    turn_outwards(mesh, nullptr);
    EXPECT_EQ(mesh.triangles, good.triangles);
}

TEST(OutwardSurface, EachSeparatePartIsJudgedAndCavitiesStay) {
    TriMesh good = sphere_surface(1, 0.3);
    testing_support::append(good, moved(sphere_surface(1, 0.3), {5, 0, 0}));
    TriMesh mesh = sphere_surface(1, 0.3);
    testing_support::append(mesh, moved(testing_support::turned(sphere_surface(1, 0.3)), {5, 0, 0}));
    std::vector<std::string> notes;
    turn_outwards(mesh, &notes);
    EXPECT_EQ(mesh.triangles, good.triangles);
    EXPECT_THAT(notes, ElementsAre(HasSubstr("1 of the surface's 2 separate parts")));

    TriMesh hollow = sphere_surface(1, 0.3);
    testing_support::append(hollow, testing_support::turned(sphere_surface(0.5, 0.3)));
    mesh = hollow;
    turn_outwards(mesh, nullptr);
    EXPECT_EQ(mesh.triangles, hollow.triangles);
    mesh = testing_support::turned(hollow);
    turn_outwards(mesh, nullptr);
    EXPECT_EQ(mesh.triangles, hollow.triangles);
}

TEST(OutwardSurface, AnOpenSheetKeepsItsSideAndAMobiusStripIsSaidToBeBeyondRepair) {
    const TriMesh sheet = plane_surface(1, 1, 0.2);
    TriMesh mesh = testing_support::turned(sheet);
    std::vector<std::string> notes;
    turn_outwards(mesh, &notes);
    EXPECT_EQ(mesh.triangles, testing_support::turned(sheet).triangles);
    EXPECT_TRUE(notes.empty());

    TriMesh strip;
    for (int i = 0; i < 5; ++i) {
        strip.vertices.emplace_back(std::cos(i), std::sin(i), 0.1 * i);
        strip.triangles.push_back({i, (i + 1) % 5, (i + 2) % 5});
    }
    turn_outwards(strip, &notes);
    EXPECT_THAT(notes, ElementsAre(HasSubstr("one side only")));
}

}  // namespace
}  // namespace limpet
