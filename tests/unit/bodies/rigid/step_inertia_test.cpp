/// A of a rigid body on springs, beside the same from its definition.

#include "bodies/rigid/step_inertia.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace limpet {
namespace {

using Matrix = StepInertia::Matrix;

TEST(StepInertia, IsTheInverseOfItsDefinition) {
    const double mass = 0.7;
    Mat3 inertia;
    inertia << 0.02, 0.001, 0, 0.001, 0.03, -0.002, 0, -0.002, 0.01;
    StepInertia step;
    EXPECT_FALSE(step.has_springs());
    Matrix a = Matrix::Zero();
    a.topLeftCorner<3, 3>() = mass * Mat3::Identity();
    a.bottomRightCorner<3, 3>() = inertia;
    for (const Vec3& r : {Vec3(0.1, -0.2, 0.05), Vec3(0, 0.3, 0.1)}) {
        const double s = 5 + 100 * r.x();
        step.add_spring(mass, inertia, r, s);
        // u = v + w × r, column by column.
        Eigen::Matrix<double, 3, 6> j;
        for (int k = 0; k < 3; ++k) {
            j.col(k) = Vec3::Unit(k);
            j.col(3 + k) = Vec3::Unit(k).cross(r);
        }
        a += s * j.transpose() * j;
    }
    EXPECT_TRUE(step.has_springs());
    EXPECT_LT((step.inverse() * a - Matrix::Identity()).norm(), 1e-12);
    const auto [v, w] = step.inverse(Vec3(1, 2, 3), Vec3(-1, 0.5, 2));
    Eigen::Matrix<double, 6, 1> x, p;
    x << v, w;
    p << 1, 2, 3, -1, 0.5, 2;
    EXPECT_LT((a * x - p).norm(), 1e-12);
    const double length = 0.2;
    const BlockMatrix scaled = step.scaled_matrix(length);
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column) {
            const Mat3 block = Eigen::Map<const Mat3>(scaled.block(scaled.pattern().find(row, column)));
            const double scale = std::pow(length, row + column);
            EXPECT_LT((scale * block - a.block<3, 3>(3 * row, 3 * column)).norm(), 1e-12);
        }
}

}  // namespace
}  // namespace limpet
