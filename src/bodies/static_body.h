#pragma once

#include "bodies/body.h"
#include "bodies/keyframes.h"
#include "shapes/meshes/collision_shape.h"
#include "shapes/meshes/meshes.h"
#include "shapes/meshes/surface_samples.h"

namespace limpet {

struct StaticBodyParts {
    std::string name;
    TriMesh surface;                          ///< in the body's own frame
    std::optional<CollisionShape> exact;      ///< what collides instead of the surface
    std::optional<RoundSolid> round;          ///< what the surface stands for
    std::vector<SurfaceSample> samples = {};  ///< of a round one that can bond
    Mat3 rotation = Mat3::Identity();
    Vec3 position = Vec3::Zero();  ///< [m]
    Keyframes motion;
};

/// A body that nothing pushes: it stands still, or moves as its keyframes say. x(t) = p + d(t) + Q(t) R X.
class StaticBody : public Body {
public:
    explicit StaticBody(StaticBodyParts parts);

    const std::vector<Vec3>& collision_positions() const override {
        return parts_.exact ? exact_positions_ : surface_.positions;
    }
    bool stands_still() const override { return stands_still_; }
    void free_motion(const FreeMotionInput& input) override;
    bool can_move() const override { return false; }
    std::vector<Vec3> end_surface(double h) const override;
    bool move_to(const std::string& group, const Placement& to, double start, double duration) override;
    RigidShift shift_in_step(double from, double to) const override;
    VelocityBound velocity_bound() const override;
    void add_row_velocities(const ContactRows& rows, VecX& u) const override;
    void add_start_velocities(const ContactRows& rows, VecX& u) const override {
        add_row_velocities(rows, u);
    }
    void advance(double h) override;

    double mass() const override { return 0; }
    Vec3 center_of_mass() const override;
    Vec3 mean_velocity() const override { return velocity_; }
    Mat3 rotation() const override;
    double volume() const override;
    Energies energies(const AccelerationField&) const override { return {}; }

    int nearest_point(const Vec3& at_rest) const override;
    Vec3 point_position(int point) const override { return surface_.positions[point]; }
    Vec3 point_velocity(int point) const override { return surface_.velocities[point]; }

    void append_state(std::vector<double>& values) const override;
    bool set_state(std::span<const double> values) override;

private:
    std::vector<Vec3> positions_at(double time, const std::vector<Vec3>& own) const;

    StaticBodyParts parts_;
    bool stands_still_;  ///< since the body was made; restored states do not undo that it has moved
    double time_ = 0;
    FreeMotionInput step_;          ///< the last one
    Vec3 velocity_ = Vec3::Zero();  ///< of its origin, over the last step [m/s]
    Vec3 spin_ = Vec3::Zero();      ///< angular velocity over the step [rad/s]
    std::vector<Vec3> target_;      ///< surface at the end of the step
    std::vector<Vec3> exact_positions_, exact_velocities_, exact_target_;
};

}  // namespace limpet
