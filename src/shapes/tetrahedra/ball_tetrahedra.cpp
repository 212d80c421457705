#include "shapes/tetrahedra/ball_tetrahedra.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "limpet/error.h"
#include "shapes/tetrahedra/box_tetrahedra.h"

namespace limpet {
namespace {

/// The cube before it is turned and made round.
struct Cube {
    Vec3 size;
    double element;
    Grading grading;
};

/// Graded towards a point on the axis −y, where it and the ball have the same points; as fine there as asked
/// for, but with an even number of cells along its sides.
Cube cube_of(double radius, double element, const Grading& grading) {
    const double cells = 2 * std::max(1.0, std::round(radius / element));
    Cube cube{Vec3::Constant(2 * radius), 2 * radius / cells, grading};
    cube.grading.towards = Vec3(0, -grading.towards.norm(), 0);
    cube.grading.ratio = std::clamp(grading.ratio * cube.element / element, 1.0, 1e4);
    return cube;
}

}  // namespace

double count_graded_ball_tetrahedra(double radius, double element, const Grading& grading) {
    const Cube cube = cube_of(radius, element, grading);
    return count_graded_box_tetrahedra(cube.size, cube.element, cube.grading);
}

TetMesh graded_ball_tetrahedra(double radius, double element, const Grading& grading) {
    if (grading.ring != 0)
        throw InputError("ring", fmt::format("must be 0 in a ball; found {}", grading.ring));
    const Cube cube = cube_of(radius, element, grading);
    TetMesh mesh = graded_box_tetrahedra(cube.size, cube.element, cube.grading);
    const Vec3 below = -Vec3::UnitY();
    const auto turn =
        Eigen::Quaterniond::FromTwoVectors(below, grading.towards.norm() > 0 ? grading.towards : below);
    for (Vec3& x : mesh.vertices) {
        const double length = x.norm();
        if (length > 0) x = turn * (x * (x.cwiseAbs().maxCoeff() / length));
    }
    return mesh;
}

}  // namespace limpet
