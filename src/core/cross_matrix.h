#pragma once

#include "core/types.h"

namespace limpet {

/// [r]×: cross_matrix(r) x = r × x.
inline Mat3 cross_matrix(const Vec3& r) {
    Mat3 m;
    m << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
    return m;
}

}  // namespace limpet
