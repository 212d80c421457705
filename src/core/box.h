#pragma once

#include <Eigen/Geometry>

namespace limpet {

/// An axis-aligned box; empty until something extends it.
using Box3 = Eigen::AlignedBox3d;

}  // namespace limpet
