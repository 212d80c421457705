#pragma once

/// Where particles are, and what the next step depends on beside that.

#include <span>
#include <vector>

#include "core/types.h"

namespace limpet {

struct ParticleState {
    std::vector<Vec3> x, v;              ///< [m], [m/s]
    double time = 0;                     ///< [s]
    Mat3 stretch = Mat3::Identity();     ///< of the rest shape then, by the muscle; follows from `time`
    std::vector<Vec3> given, earlier{};  ///< by contacts in the last step, and the one before; or empty [N s]

    void append(std::vector<double>& values) const;
    /// Reads all but `stretch` from the front of `values`; false if they are too few.
    [[nodiscard]] bool take(std::span<const double>& values);

    /// Of impulses that contacts gave, what acted in both steps: a min(1, a·b/|a|²), at least 0; or empty. [N
    /// s]
    std::vector<Vec3> lasting() const;
    double kinetic_energy(const std::vector<double>& mass) const;  ///< [J]
};

}  // namespace limpet
