#pragma once

#include <cmath>

#include "core/types.h"

namespace limpet {

/// Any right-handed frame about n that changes smoothly with it but at one point: T. Duff et al., Building an
/// orthonormal basis, revisited (2017).
inline Mat3 frame_about(const Vec3& n) {
    const double sign = std::copysign(1.0, n.z());
    const double a = -1 / (sign + n.z()), b = n.x() * n.y() * a;
    Mat3 frame;
    frame.col(0) = n;
    frame.col(1) = Vec3(1 + sign * n.x() * n.x() * a, sign * b, -sign * n.x());
    frame.col(2) = Vec3(b, sign + n.y() * n.y() * a, -n.y());
    return frame;
}

}  // namespace limpet
