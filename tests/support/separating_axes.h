#pragma once

/// How deep two boxes lie in each other: the least translation that parts them, by the fifteen axes of
/// S. Gottschalk, M. C. Lin, D. Manocha, OBBTree (1996).

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/types.h"

namespace limpet {

struct PlacedBox {
    Vec3 size, center;
    Mat3 rotation = Mat3::Identity();

    /// Half its extent along a unit vector. [m]
    double reach(const Vec3& along) const { return (rotation.transpose() * along).cwiseAbs().dot(size) / 2; }
};

/// Less than 0 if they are apart. [m]
inline double depth_of_boxes(const PlacedBox& a, const PlacedBox& b) {
    double least = std::numeric_limits<double>::infinity();
    const auto look_along = [&](const Vec3& axis) {
        if (axis.norm() < 1e-6) return;
        const Vec3 d = axis.normalized();
        least = std::min(least, a.reach(d) + b.reach(d) - std::abs(d.dot(a.center - b.center)));
    };
    for (int i = 0; i < 3; ++i) {
        look_along(a.rotation.col(i));
        look_along(b.rotation.col(i));
        for (int j = 0; j < 3; ++j) look_along(a.rotation.col(i).cross(b.rotation.col(j)));
    }
    return least;
}

}  // namespace limpet
