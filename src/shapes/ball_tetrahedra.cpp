#include "shapes/ball_tetrahedra.h"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include "limpet/error.h"
#include "shapes/box_tetrahedra.h"

namespace limpet {
namespace {

Vec3 cube(double radius) {
    return Vec3::Constant(2 * radius);
}

/// As the cube has it before it is turned: on the axis −y, where it and the ball have the same points.
Grading in_cube(const Grading& grading) {
    Grading below = grading;
    below.towards = Vec3(0, -grading.towards.norm(), 0);
    return below;
}

}  // namespace

double count_graded_ball_tetrahedra(double radius, double element, const Grading& grading) {
    return count_graded_box_tetrahedra(cube(radius), element, in_cube(grading));
}

TetMesh graded_ball_tetrahedra(double radius, double element, const Grading& grading) {
    if (grading.ring != 0)
        throw InputError("ring", fmt::format("must be 0 in a ball; found {}", grading.ring));
    TetMesh mesh = graded_box_tetrahedra(cube(radius), element, in_cube(grading));
    const auto turn = Eigen::Quaterniond::FromTwoVectors(
        -Vec3::UnitY(), grading.towards.norm() > 0 ? grading.towards : Vec3(-Vec3::UnitY()));
    for (Vec3& x : mesh.vertices) {
        const double length = x.norm();
        if (length > 0) x = turn * (x * (x.cwiseAbs().maxCoeff() / length));
    }
    return mesh;
}

}  // namespace limpet
