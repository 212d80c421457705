#pragma once

/// The six rigid modes of a body of nodes that nothing holds: how contacts would move it without strain.
///
///   W = J (1/m + [r]× I⁻¹ [r]×ᵀ) Jᵀ          c += Σ Jᵀ λ/m,   θ = I⁻¹ Σ r × Jᵀ λ
///
///   m  mass [kg]      I  inertia about the centre of mass c [kg m²]      r  from c to a vertex [m]
///   λ  mass times displacement [kg m]

#include <vector>

#include "bodies/contact_rows.h"
#include "core/types.h"

namespace limpet {

class RigidModes {
public:
    /// Nodes, and the surface's vertices, which rows are about. A body that is not to turn (the `linear`
    /// model, which a rotation strains) only moves. All must outlive it.
    RigidModes(const std::vector<double>& mass, const std::vector<Vec3>& nodes,
               const std::vector<Vec3>& vertices, bool turns);

    void add_compliance(const ContactRows& rows, BlockMatrix& W) const;
    /// Of the nodes. [m]
    std::vector<Vec3> displacements(const ContactRows& rows, const VecX& lambda) const;

private:
    using Jacobian = Eigen::Matrix<double, 3, 6>;
    Jacobian jacobian(const ContactRows& rows, int row) const;

    const std::vector<Vec3>&nodes_, &vertices_;
    double mass_ = 0;
    Vec3 center_ = Vec3::Zero();
    Mat3 inverse_inertia_ = Mat3::Zero();
};

}  // namespace limpet
