#pragma once

/// The six rigid modes of an elastic body that nothing holds: how contacts would move it without strain.
///
///   W = J (1/m + [r]× I⁻¹ [r]×ᵀ) Jᵀ          c += Σ Jᵀ λ/m,   θ = I⁻¹ Σ r × Jᵀ λ
///
///   m  mass [kg]      I  inertia about the centre of mass c [kg m²]      r  from c to a vertex [m]
///   λ  mass times displacement [kg m]
///
/// A body of the `linear` model, which a rotation strains, does not turn.

#include "bodies/elastic/elastic_body.h"

namespace limpet {

class RigidModes {
public:
    explicit RigidModes(const ElasticBody& body);

    void add_compliance(const ContactRows& rows, BlockMatrix& W) const;
    /// Of the body's free nodes, three numbers per node. [m]
    std::vector<double> displacements(const ContactRows& rows, const VecX& lambda) const;

private:
    using Jacobian = Eigen::Matrix<double, 3, 6>;
    Jacobian jacobian(const ContactRows& rows, int row) const;

    const ElasticBody& body_;
    Vec3 center_;
    Mat3 inverse_inertia_ = Mat3::Zero();
};

}  // namespace limpet
