#include "shapes/tetrahedra/tetrahedralise.h"

#include "limpet/error.h"
#include "reference/tet_mesh_checks.h"

namespace limpet {
namespace {

using namespace testing_support;

template <class Shape>
std::string tetrahedra_refusal(const Shape& shape, double element) {
    try {
        tetrahedralise(shape, element);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Tetrahedralise, SolidAndItsSurfaceAgree) {
    const TriMesh surface = sphere_surface(1, 48);
    const TetMesh from_surface = tetrahedralise(surface, 0.15),
                  from_solid = tetrahedralise(ball(Vec3::Zero(), 1), 0.15);
    expect_good(from_surface);
    EXPECT_NEAR(volume(from_surface) / volume(surface), 1, 0.005);
    EXPECT_NEAR(static_cast<double>(from_surface.tetrahedra.size()) /
                    static_cast<double>(from_solid.tetrahedra.size()),
                1, 0.05);
}

TEST(Tetrahedralise, EstimateIsNear) {
    for (const double element : {0.3, 0.2, 0.1}) {
        const double count =
            static_cast<double>(tetrahedralise(ball(Vec3::Zero(), 1), element).tetrahedra.size());
        EXPECT_NEAR(estimate_tetrahedra(4 * std::numbers::pi / 3, element) / count, 1, 0.15) << element;
    }
}

TEST(Tetrahedralise, RefusesBadElements) {
    const SignedDistance solid = ball(Vec3::Zero(), 1);
    for (const double element : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
        EXPECT_NE(tetrahedra_refusal(solid, element).find("positive length"), std::string::npos) << element;
}

TEST(Tetrahedralise, RefusesTooFineBeforeMeshing) {
    int calls = 0;
    const SignedDistance counting{[&](const Vec3& p) {
                                      ++calls;
                                      return p.norm() - 1;
                                  },
                                  ball(Vec3::Zero(), 1).bounds};
    const std::string text = tetrahedra_refusal(counting, 1e-4);
    EXPECT_NE(text.find("would make about"), std::string::npos) << text;
    EXPECT_LT(calls, 30000);
    EXPECT_NE(tetrahedra_refusal(sphere_surface(1, 12), 1e-9).find("would make about"), std::string::npos);
    // A wire along the diagonal of a large box has little volume, but needs a lattice all the same.
    const Vec3 along = Vec3(1, 1, 1).normalized();
    const SignedDistance wire{[=](const Vec3& p) { return (p - p.dot(along) * along).norm() - 1e-6; },
                              Box3(Vec3::Constant(-1), Vec3::Constant(1))};
    EXPECT_NE(tetrahedra_refusal(wire, 1e-7), "");
}

TEST(Tetrahedralise, TooCoarseSaysWhatWorks) {
    const std::string text = tetrahedra_refusal(ball(Vec3(0.3, 0.1, 0.2), 0.01), 100);
    EXPECT_NE(text.find("too coarse"), std::string::npos) << text;
    EXPECT_NE(text.find("makes"), std::string::npos) << text;
    EXPECT_NE(tetrahedra_refusal(sphere_surface(0.01, 12), 100).find("makes"), std::string::npos);
}

TEST(Tetrahedralise, NotesLostVolume) {
    TriMesh surface = sphere_surface(1, 24);
    append(surface, box_surface(Vec3(0, -0.1, -0.1), Vec3(9, 0.1, 0.1)));
    std::vector<std::string> notes;
    expect_good(tetrahedralise(surface, 0.6, &notes));
    ASSERT_FALSE(notes.empty());
    EXPECT_NE(notes.back().find("% of the surface's volume"), std::string::npos) << notes.back();
}

TEST(Tetrahedralise, OpenSurfaceWorks) {
    TriMesh surface = sphere_surface(1, 24);
    std::erase_if(surface.triangles, [&](const Triangle& t) { return surface.vertices[t[0]].y() > 0.85; });
    std::vector<std::string> notes;
    const TetMesh mesh = tetrahedralise(surface, 0.1, &notes);
    expect_good(mesh);
    // Triangles go as far down as the ring at 37.5°; a flat lid there is about where w = 1/2.
    const double h = 1 - std::cos(37.5 / 180 * std::numbers::pi),
                 cap = std::numbers::pi * h * h * (3 - h) / 3;
    EXPECT_NEAR(volume(mesh), volume(sphere_surface(1, 24)) - cap, 0.01 * volume(mesh));
    EXPECT_FALSE(notes.empty());
}

}  // namespace
}  // namespace limpet
