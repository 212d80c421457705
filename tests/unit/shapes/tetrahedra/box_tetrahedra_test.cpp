#include "shapes/tetrahedra/box_tetrahedra.h"

#include "limpet/error.h"
#include "reference/tet_mesh_checks.h"
#include "shapes/tetrahedra/tetrahedralise.h"

namespace limpet {
namespace {

using testing_support::expect_good;

void expect_box(const TetMesh& mesh, const Vec3& size) {
    EXPECT_NEAR(volume(mesh), size.prod(), 1e-12 * size.prod());
    const Box3 box = bounds(mesh.vertices);
    EXPECT_EQ(Vec3(box.max()), Vec3(size / 2));
    EXPECT_EQ(Vec3(box.min()), Vec3(-size / 2));
    const double faces = 2 * (size.x() * size.y() + size.y() * size.z() + size.z() * size.x());
    EXPECT_NEAR(area(boundary_surface(mesh)), faces, 1e-12 * faces);
}

/// The centres of all tetrahedra, mirrored if asked, sorted.
std::vector<std::array<double, 3>> centers(const TetMesh& mesh, const Vec3& mirror) {
    std::vector<std::array<double, 3>> out;
    for (const Tetrahedron& t : mesh.tetrahedra) {
        Vec3 sum = Vec3::Zero();
        for (const int v : t) sum += mesh.vertices[v];
        sum = sum.cwiseProduct(mirror);
        out.push_back({std::round(sum.x() * 1e6), std::round(sum.y() * 1e6), std::round(sum.z() * 1e6)});
    }
    std::sort(out.begin(), out.end());
    return out;
}

TEST(BoxTetrahedra, FillsTheBox) {
    for (const Vec3& size : {Vec3(1, 1, 1), Vec3(0.3, 0.7, 1.1), Vec3(0.1, 0.02, 0.02), Vec3(1, 1, 0.05)}) {
        const TetMesh mesh = box_tetrahedra(size, 0.1);
        expect_good(mesh, 25);
        expect_box(mesh, size);
        EXPECT_EQ(static_cast<double>(mesh.tetrahedra.size()), count_box_tetrahedra(size, 0.1));
    }
}

TEST(BoxTetrahedra, GradedCountsAreKnownWithoutMeshing) {
    struct Case {
        Vec3 size;
        double element;
        Grading grading;
    };
    for (const Case& c :
         {Case{{1, 1, 1}, 0.1, {{0, 0.5, 0}, 1}}, Case{{1, 1, 1}, 0.1, {{0, 0.5, 0}, 4}},
          Case{{1, 1, 1}, 0.25, {{0, 0, 0}, 16}}, Case{{1, 1, 1}, 0.2, {{0.5, 0.5, 0.5}, 200}},
          Case{{1, 1, 0.05}, 0.1, {{0, 0, 0.025}, 8}}, Case{{2, 0.3, 0.3}, 0.1, {{1, 0, 0}, 10}},
          Case{{1, 1, 1}, 0.1, {{0, 2, 0}, 10}}, Case{{1, 1, 1}, 1, {{0, 0.5, 0}, 1000}},
          Case{{1, 1, 1}, 0.2, {{0, 0.5, 0}, 10, 0.15}}, Case{{1, 1, 1}, 0.1, {{0, 0, 0}, 4, 0.3}},
          Case{{1, 1, 1}, 0.2, {{0, 0.5, 0}, 40, 0, 0.2}},
          Case{{1, 1, 1}, 0.2, {{0, 0.5, 0}, 20, 0.01, 0.2, 0.5}},
          Case{{1, 1, 1}, 0.2, {{0, 0.5, 0}, 8, 0, 0, 0.1}}}) {
        const TetMesh mesh = graded_box_tetrahedra(c.size, c.element, c.grading);
        const double count = static_cast<double>(mesh.tetrahedra.size());
        EXPECT_NEAR(count_graded_box_tetrahedra(c.size, c.element, c.grading) / count, 1, 0.3)
            << count << " of ratio " << c.grading.ratio;
    }
}

TEST(BoxTetrahedra, AnglesOfCubicCells) {
    const TetQuality quality = tet_quality(box_tetrahedra(Vec3(1, 1, 1), 0.25));
    EXPECT_NEAR(quality.smallest_dihedral, 54.7356, 1e-4);
    EXPECT_NEAR(quality.largest_dihedral, 90, 1e-9);
}

TEST(BoxTetrahedra, WorstCellsKeepTheirAngles) {
    // Sizes just below one and a half cells, the longest cells there can be.
    expect_good(box_tetrahedra(Vec3(2.48, 2.48, 1), 10), 25);
    expect_good(graded_box_tetrahedra(Vec3(2.48, 2.48, 1), 10, {Vec3(0, 0, 0.5), 16}), 15);
    expect_good(graded_box_tetrahedra(Vec3(2.48, 1, 1), 10, {Vec3(0, 0, 0.5), 16}), 15);
}

TEST(BoxTetrahedra, EvenCellsAreSymmetric) {
    const TetMesh mesh = box_tetrahedra(Vec3(0.4, 0.6, 0.8), 0.1);
    const auto straight = centers(mesh, Vec3(1, 1, 1));
    EXPECT_EQ(straight, centers(mesh, Vec3(-1, 1, 1)));
    EXPECT_EQ(straight, centers(mesh, Vec3(1, -1, 1)));
    EXPECT_EQ(straight, centers(mesh, Vec3(1, 1, -1)));
}

TEST(BoxTetrahedra, GradedConformsWithGoodAngles) {
    const Vec3 size(1, 0.5, 0.8);
    for (const double ratio : {1.0, 1.5, 2.0, 4.0, 8.0, 32.0})
        for (const Vec3& towards :
             {Vec3(0.13, 0.25, 0.07), Vec3(0, 0, 0), Vec3(0.5, 0.25, 0.4), Vec3(3, 0, 0)}) {
            const TetMesh mesh = graded_box_tetrahedra(size, 0.1, {towards, ratio});
            expect_good(mesh, 44.9);
            expect_box(mesh, size);
        }
}

TEST(BoxTetrahedra, GradedSizesFollowTheDistance) {
    const Vec3 towards(0, 0.5, 0);
    const double element = 0.125, ratio = 8;
    for (const Grading& grading : {Grading{towards, ratio}, Grading{towards, ratio, 0.1},
                                   Grading{towards, ratio, 0, 0.3}, Grading{towards, ratio, 0, 0.3, 0.15}}) {
        const TetMesh mesh = graded_box_tetrahedra(Vec3(1, 1, 1), element, grading);
        double nearest = 1e9;
        for (const Tetrahedron& t : mesh.tetrahedra) {
            const TetCorners x{mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]],
                               mesh.vertices[t[3]]};
            const Vec3 center = (x[0] + x[1] + x[2] + x[3]) / 4;
            const double to_circle =
                std::hypot(std::hypot(center.x(), center.z()) - grading.ring, center.y() - 0.5);
            const double size = std::cbrt(6 * tet_volume(x)), growth = grading.growth,
                         distance = std::max(0.0, to_circle - grading.radius);
            EXPECT_LE(size, 1.13 * std::min(element, element / ratio + growth * distance));
            EXPECT_GE(size, 0.3 * std::min(element, element / ratio + growth * (distance - 2 * size)));
            nearest = std::min(nearest, size);
        }
        EXPECT_NEAR(nearest, element / ratio, 0.25 * element / ratio);
        if (grading.radius > 0 || grading.ring > 0) continue;
        EXPECT_LT(mesh.tetrahedra.size(), 3 * box_tetrahedra(Vec3(1, 1, 1), element).tetrahedra.size());
    }
}

TEST(BoxTetrahedra, RefusesNonsense) {
    const double nan = std::nan("");
    EXPECT_THROW(box_tetrahedra(Vec3(1, 0, 1), 0.1), InputError);
    EXPECT_THROW(box_tetrahedra(Vec3(1, nan, 1), 0.1), InputError);
    EXPECT_THROW(box_tetrahedra(Vec3(1, 1, 1), 0), InputError);
    EXPECT_THROW(box_tetrahedra(Vec3(1, 1, 1), nan), InputError);
    EXPECT_THROW(box_tetrahedra(Vec3(1, 1, 1), 1e-4), InputError);
    EXPECT_THROW(box_tetrahedra(Vec3(1e9, 1e9, 1e-9), 1), InputError);
    EXPECT_THROW(graded_box_tetrahedra(Vec3(1, 1, 1), 0.1, {Vec3(0, 0, 0), 0.5}), InputError);
    EXPECT_THROW(graded_box_tetrahedra(Vec3(1, 1, 1), 0.1, {Vec3(0, 0, 0), nan}), InputError);
    EXPECT_THROW(graded_box_tetrahedra(Vec3(1, 1, 1), 0.1, {Vec3(nan, 0, 0), 2}), InputError);
    EXPECT_THROW(graded_box_tetrahedra(Vec3(1, 1, 1), 0.1, {Vec3(0, 0, 0), 2, -1}), InputError);
    EXPECT_THROW(graded_box_tetrahedra(Vec3(1, 1, 1), 0.1, {Vec3(0, 0, 0), 2, nan}), InputError);
    EXPECT_THROW(graded_box_tetrahedra(Vec3(1, 1, 1), 0.1, {Vec3(0, 0, 0), 2, 0, -1}), InputError);
    EXPECT_THROW(graded_box_tetrahedra(Vec3(1, 1, 1), 0.1, {Vec3(0, 0, 0), 2, 0, nan}), InputError);
    EXPECT_THROW(graded_box_tetrahedra(Vec3(1, 1, 1), 0.1, {Vec3(0, 0, 0), 2, 0, 0, 0.001}), InputError);
    EXPECT_THROW(graded_box_tetrahedra(Vec3(1, 1, 1), 0.1, {Vec3(0, 0, 0), 2, 0, 0, nan}), InputError);
}

TEST(BoxTetrahedra, RequestChoosesTheGrading) {
    const Vec3 size(1, 1, 1);
    EXPECT_EQ(tetrahedralise_box(size, {0.25, {}}).tetrahedra, box_tetrahedra(size, 0.25).tetrahedra);
    EXPECT_EQ(tetrahedralise_box(size, {0.25, Grading{Vec3(0, 0.5, 0), 4}}).tetrahedra,
              graded_box_tetrahedra(size, 0.25, {Vec3(0, 0.5, 0), 4}).tetrahedra);
}

}  // namespace
}  // namespace limpet
