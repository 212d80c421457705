#include "shapes/tetrahedra/ball_tetrahedra.h"

#include "limpet/error.h"
#include "reference/tet_mesh_checks.h"
#include "shapes/tetrahedra/tetrahedralise.h"

namespace limpet {
namespace {

using testing_support::expect_good;

/// Where a body's tetrahedra grow by a quarter of the distance, as they do unless told otherwise.
TEST(BallTetrahedra, ConformWithGoodAnglesAndLieOnTheSphere) {
    const double radius = 0.05;
    for (const Vec3& towards : {Vec3(0, -radius, 0), Vec3(radius, 0, 0), Vec3(0.02, 0.03, -0.034)})
        for (const double ratio : {1.0, 8.0, 60.0}) {
            const Grading grading{towards, ratio, 0.004};
            const TetMesh mesh = graded_ball_tetrahedra(radius, radius / 2, grading);
            expect_good(mesh, 15);
            EXPECT_NEAR(count_graded_ball_tetrahedra(radius, radius / 2, grading) /
                            static_cast<double>(mesh.tetrahedra.size()),
                        1, 0.3);
            for (const Vec3& x : boundary_surface(mesh).vertices) EXPECT_NEAR(x.norm(), radius, 1e-12);
        }
}

/// Three, five and seven elements along the diameter: an odd number of cells would leave tetrahedra of 1.5°
/// at the cube's edges.
TEST(BallTetrahedra, KeepTheirAnglesWhateverTheElement) {
    for (const double element : {2.5, 0.667, 0.4, 0.286, 0.09})
        for (const double ratio : {1.0, 10.0})
            expect_good(graded_ball_tetrahedra(1, element, {Vec3(0, -1, 0), ratio}), 15);
}

TEST(BallTetrahedra, FillTheBallAsTheyGetSmaller) {
    const double ball = 4.0 / 3 * std::numbers::pi;
    double before = 1;
    for (const double element : {0.5, 0.25, 0.125}) {
        const double lost = 1 - volume(graded_ball_tetrahedra(1, element, {Vec3(0, 1, 0), 1})) / ball;
        EXPECT_GT(lost, 0);
        EXPECT_LT(lost, before / 3) << "of second order";
        before = lost;
    }
}

TEST(BallTetrahedra, AreSmallestWhereTheyAreAskedToBe) {
    const Vec3 towards(0, -1, 0);
    const TriMesh surface = boundary_surface(graded_ball_tetrahedra(1, 0.5, {towards, 40, 0.05}));
    double largest = 0;
    for (const Triangle& t : surface.triangles)
        for (int k = 0; k < 3; ++k) {
            const Vec3 &a = surface.vertices[t[k]], &b = surface.vertices[t[(k + 1) % 3]];
            if ((a - towards).norm() < 0.05 && (b - towards).norm() < 0.05)
                largest = std::max(largest, (a - b).norm());
        }
    EXPECT_GT(largest, 0);
    // Bisection makes cells of the size with edges of up to 1.12 √3 of it.
    EXPECT_LT(largest, 1.12 * std::numbers::sqrt3 * 0.5 / 40);
}

TEST(BallTetrahedra, RefuseRings) {
    EXPECT_THROW(graded_ball_tetrahedra(1, 0.5, {Vec3(0, 1, 0), 4, 0, 0.1}), InputError);
    EXPECT_THROW(tetrahedralise_ball(1, 0, {Vec3(0, 1, 0), 4}), InputError);
}

}  // namespace
}  // namespace limpet
