#pragma once

/// The linear traction with a given force and moment on points with areas, of all such fields the smallest:
///
///   t(x) = F/A + b × (x − x_c),     J b = M_c,     J = Σ Aᵢ (|rᵢ|² 1 − rᵢ rᵢᵀ)
///
///   F, M_c   force [N] and moment about x_c [N m]
///   A, x_c   area [m^2] of all points, and their centre [m]
///
/// On a flat patch b across the normal is a traction that pulls more to one side, as beam theory has it; b
/// along the normal is one that twists. Points on a line have no J about it, and take no moment there.

#include <vector>

#include "core/types.h"

namespace limpet {

class LinearTraction {
public:
    /// Of areas at places, and forces there.
    LinearTraction(const std::vector<Vec3>& places, const std::vector<double>& areas,
                   const std::vector<Vec3>& forces);

    Vec3 at(const Vec3& x) const { return mean_ + slope_.cross(x - center_); }  ///< [Pa]

private:
    Vec3 center_ = Vec3::Zero(), mean_ = Vec3::Zero(), slope_ = Vec3::Zero();
};

}  // namespace limpet
