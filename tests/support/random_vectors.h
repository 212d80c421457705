#pragma once

#include <Eigen/Geometry>
#include <random>

#include "core/types.h"

namespace limpet {

/// Vectors and rotations that are the same in every run.
class RandomVectors {
public:
    explicit RandomVectors(unsigned seed) : random_(seed) {}

    /// Between −size and size along each axis.
    Vec3 vector(double size) {
        const double x = coordinate_(random_), y = coordinate_(random_), z = coordinate_(random_);
        return size * Vec3(x, y, z);
    }
    Mat3 rotation() {
        const Vec3 axis = vector(1).normalized();
        return Eigen::AngleAxisd(3 * coordinate_(random_), axis).toRotationMatrix();
    }

private:
    std::mt19937 random_;
    std::uniform_real_distribution<double> coordinate_{-1, 1};
};

}  // namespace limpet
