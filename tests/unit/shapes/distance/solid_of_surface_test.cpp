#include "shapes/distance/solid_of_surface.h"

#include "limpet/error.h"
#include "reference/tet_mesh_checks.h"

namespace limpet {
namespace {

using namespace testing_support;

std::string surface_refusal(const TriMesh& surface) {
    try {
        solid_of_surface(surface);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

/// Without the triangles whose centroid lies above this part of the height.
TriMesh without_top(TriMesh mesh, double above) {
    std::erase_if(mesh.triangles, [&](const Triangle& t) {
        return (mesh.vertices[t[0]].y() + mesh.vertices[t[1]].y() + mesh.vertices[t[2]].y()) / 3 > above;
    });
    return mesh;
}

TEST(SolidOfSurface, DistanceAndSignOfABox) {
    std::vector<std::string> notes;
    const Vec3 half(1, 0.5, 0.25);
    const SignedDistance solid = solid_of_surface(box_surface(-half, half), &notes), exact = cuboid(half);
    EXPECT_TRUE(notes.empty());
    for (const Vec3& p : random_points(Box3(-half, half), 2000)) EXPECT_NEAR(solid.at(p), exact.at(p), 1e-13);
    EXPECT_EQ(Vec3(solid.bounds.max()), half);
}

TEST(SolidOfSurface, InsideOutIsTurnedRound) {
    std::vector<std::string> notes;
    const SignedDistance solid = solid_of_surface(turned(sphere_surface(1, 12)), &notes);
    EXPECT_LT(solid.at(Vec3::Zero()), -0.9);
    EXPECT_GT(solid.at(Vec3(2, 0, 0)), 0.9);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("inside out"), std::string::npos);
}

TEST(SolidOfSurface, OverlappingPartsAreOneSolid) {
    TriMesh mesh = box_surface(Vec3(-1, -1, -1), Vec3(1, 1, 1));
    append(mesh, box_surface(Vec3(0, 0, 0), Vec3(2, 2, 2)));
    const SignedDistance solid = solid_of_surface(mesh);
    for (const Vec3& p : {Vec3(0.5, 0.5, 0.5), Vec3(-0.5, -0.5, -0.5), Vec3(1.5, 1.5, 1.5)})
        EXPECT_LT(solid.at(p), 0);
    EXPECT_GT(solid.at(Vec3(1.5, -0.5, 0)), 0);
}

TEST(SolidOfSurface, CavitiesStayEmpty) {
    TriMesh mesh = sphere_surface(1, 12);
    append(mesh, turned(sphere_surface(0.5, 12)));
    const SignedDistance solid = solid_of_surface(mesh);
    EXPECT_GT(solid.at(Vec3::Zero()), 0.4);
    EXPECT_LT(solid.at(Vec3(0.75, 0, 0)), -0.2);
}

TEST(SolidOfSurface, HolesAreBridged) {
    std::vector<std::string> notes;
    const TriMesh open = without_top(sphere_surface(1, 24), 0.9);
    const SignedDistance solid = solid_of_surface(open, &notes);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("96 open edges around 1 hole"), std::string::npos) << notes[0];
    // Along the axis the sign changes once, in the hole, and |f| stays below the distance to that change.
    double change = 0;
    for (double y = 0; y < 1.5; y += 0.001)
        if (solid.at(Vec3(0, y, 0)) <= 0) change = y;
    EXPECT_NEAR(change, 0.9, 0.1);
    for (double y = 0; y < 1.5; y += 0.01) {
        EXPECT_EQ(solid.at(Vec3(0, y, 0)) <= 0, y <= change + 1e-9);
        EXPECT_LE(std::abs(solid.at(Vec3(0, y, 0))), std::abs(y - change) + 0.002) << y;
    }
}

TEST(SolidOfSurface, FlippedTrianglesAreTurnedAndNamedAsNoHole) {
    TriMesh ball = sphere_surface(1, 12);
    std::swap(ball.triangles[5][0], ball.triangles[5][1]);
    std::vector<std::string> notes;
    const SignedDistance solid = solid_of_surface(ball, &notes);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0], "1 of its surface's " + std::to_string(ball.triangles.size()) +
                            " triangles faced against its neighbours and has been turned round");
    EXPECT_LT(solid.at(Vec3(0, 0, 0)), 0);
    for (std::size_t t = 0; t < ball.triangles.size(); t += 2)
        std::swap(ball.triangles[t][1], ball.triangles[t][2]);
    EXPECT_LT(solid_of_surface(ball).at(Vec3(0, 0, 0)), -0.9) << "half of them";
}

TEST(SolidOfSurface, SeamsAreNoHoles) {
    const TriMesh whole = sphere_surface(1, 12);
    TriMesh soup;
    for (const Triangle& t : whole.triangles) {
        const int first = static_cast<int>(soup.vertices.size());
        for (const int v : t) soup.vertices.push_back(whole.vertices[v]);
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    std::vector<std::string> notes;
    const SignedDistance solid = solid_of_surface(soup, &notes), exact = solid_of_surface(whole);
    EXPECT_TRUE(notes.empty());
    for (const Vec3& p : random_points(exact.bounds, 200)) EXPECT_NEAR(solid.at(p), exact.at(p), 1e-12);
}

TEST(SolidOfSurface, CracksEverywhereStillEnclose) {
    // Every triangle on its own and a little too small: an open edge each, yet the inside is clear.
    const TriMesh whole = sphere_surface(1, 24);
    TriMesh soup;
    for (const Triangle& t : whole.triangles) {
        const int first = static_cast<int>(soup.vertices.size());
        const Vec3 center = (whole.vertices[t[0]] + whole.vertices[t[1]] + whole.vertices[t[2]]) / 3;
        for (const int v : t) soup.vertices.push_back(center + 0.995 * (whole.vertices[v] - center));
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    const SignedDistance solid = solid_of_surface(soup);
    EXPECT_LT(solid.at(Vec3::Zero()), -0.85);
    EXPECT_LT(solid.at(Vec3(0.9, 0.1, 0)), 0);
    EXPECT_GT(solid.at(Vec3(1.1, 0.1, 0)), 0);
}

TEST(SolidOfSurface, RefusesTheHopeless) {
    EXPECT_NE(surface_refusal({}).find("no triangles"), std::string::npos);
    TriMesh sheet;
    sheet.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)};
    sheet.triangles = {{0, 1, 2}, {0, 2, 3}};
    EXPECT_NE(surface_refusal(sheet).find("flat"), std::string::npos) << surface_refusal(sheet);
    sheet.vertices[2].z() = 0.3;
    EXPECT_NE(surface_refusal(sheet).find("winding number"), std::string::npos) << surface_refusal(sheet);
    EXPECT_NE(surface_refusal(without_top(sphere_surface(1, 24), 0)).find("winding number"),
              std::string::npos);
    TriMesh wrong = sphere_surface(1, 8);
    wrong.triangles[3][1] = 100000;
    EXPECT_NE(surface_refusal(wrong).find("vertex 100000"), std::string::npos);
    TriMesh broken = sphere_surface(1, 8);
    broken.vertices[5].x() = std::nan("");
    EXPECT_NE(surface_refusal(broken).find("not finite"), std::string::npos);
    TriMesh point = sphere_surface(1, 8);
    for (Vec3& v : point.vertices) v.setZero();
    EXPECT_NE(surface_refusal(point), "");
}

}  // namespace
}  // namespace limpet
