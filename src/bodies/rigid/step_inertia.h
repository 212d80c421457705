#pragma once

/// A of a rigid body in a step in which springs from outside hold it (bodies/pull.h), over (v, w):
///
///   A = diag(m 1, I) + Σ s JᵀJ,     J = [1, −r×],     s = h² k + h c
///
///   r  from the centre of mass to the point a spring holds [m]
///
/// Without springs A is diag(m 1, I), which the body knows itself.

#include <utility>

#include "core/types.h"
#include "linear/block_matrix.h"

namespace limpet {

class StepInertia {
public:
    using Matrix = Eigen::Matrix<double, 6, 6>;

    bool has_springs() const { return has_springs_; }
    /// `mass` and `inertia` of the body, the same at every call.
    void add_spring(double mass, const Mat3& inertia, const Vec3& r, double s);

    const Matrix& inverse() const { return inverse_; }
    /// A⁻¹ (impulse, moment).
    std::pair<Vec3, Vec3> inverse(const Vec3& impulse, const Vec3& moment) const;
    /// A over (v, length · w), as blocks.
    BlockMatrix scaled_matrix(double length) const;

private:
    bool has_springs_ = false;
    Matrix matrix_ = Matrix::Zero(), inverse_ = Matrix::Zero();
};

}  // namespace limpet
