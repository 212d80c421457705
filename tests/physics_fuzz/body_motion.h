#pragma once

/// Momenta of bodies from what frames show: masses at nodes for what deforms, a rotation of the inertia at
/// rest for what is rigid.

#include "physics_fuzz/run_scene.h"

namespace limpet::physics_fuzz {

class BodyMotion {
public:
    BodyMotion(const BodyDescription& description, const BodyFrame& rest, double mass);

    /// Momentum and angular momentum about the origin, and what vertices show.
    BodyMoment at(const BodyFrame& now, const Vec3& center) const;

private:
    BodyMoment of_rigid(const BodyFrame& now, const Vec3& center) const;
    BodyMoment of_nodes(const BodyFrame& now) const;

    double mass_;
    bool deforms_, has_volume_;
    std::vector<double> node_masses_;
    Mat3 inertia_ = Mat3::Zero();        ///< about the centre at rest, world axes [kg m^2]
    std::array<int, 3> marks_{0, 0, 0};  ///< vertices that show how a rigid body is turned
    Mat3 rest_axes_ = Mat3::Identity();
};

}  // namespace limpet::physics_fuzz
