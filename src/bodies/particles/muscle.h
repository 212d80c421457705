#pragma once

/// How a contracting body's rest shape changes over time:
///
///   X ← (1 − s) a aᵀ X + (1 − s)^(−½) (1 − a aᵀ) X        with volume preservation
///   X ← (1 − s) a aᵀ X + (1 − a aᵀ) X                     without
///
///   a   axis in the body's own frame, unit length      s(t)   share by which it is shorter, linear between
///   X   place at rest from the body's own origin [m]           its points, constant before and after [-]
///
/// The first map has determinant 1: the rest shape keeps its volume, and the elastic force alone bulges it.

#include <array>
#include <optional>

#include "core/types.h"
#include "limpet/scene.h"

namespace limpet {

class Muscle {
public:
    /// That never contracts.
    Muscle() = default;
    Muscle(const MuscleDescription& description, bool keeps_volume);

    /// Of the rest shape at a time [s].
    Mat3 stretch(double time) const;
    double share(double time) const;
    bool contracts() const { return !contraction_.empty(); }

private:
    Vec3 axis_ = Vec3::UnitX();
    bool keeps_volume_ = true;
    std::vector<Contraction> contraction_;
};

}  // namespace limpet
