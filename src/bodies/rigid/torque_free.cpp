#include "bodies/rigid/torque_free.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/cross_matrix.h"
#include "limpet/error.h"

namespace limpet {

namespace {

constexpr double largest_turn = 0.5;  // rad a part
constexpr int most_parts = 10'000;
constexpr int most_iterations = 50;
constexpr double tolerance = 4e-16;         // of the angular momentum: its rounding
constexpr double accepted_residual = 1e-9;  // ..., where rounding keeps Newton's method from the tolerance

[[noreturn]] void refuse_spin(double speed, double turn) {
    throw BreakdownError(fmt::format(
        "a rigid body spins at {:.3g} rad/s, which is {:.3g} rad a step, too fast to be followed; "
        "allowed: about {:.0f} rad a step. A smaller time.step may help",
        speed, turn, largest_turn * most_parts));
}

/// θ of one part, by Newton's method on J Ω₁ − exp(−θ) J Ω₀ = 0 with dexp ≈ 1; nothing if it does not
/// converge.
std::optional<Vec3> part_rotation(const Mat3& inertia, const Vec3& momentum, double h) {
    const Vec3 omega0 = inertia.inverse() * momentum;
    const double scale = momentum.norm();
    double unbalanced = 0;
    Vec3 omega1 = omega0;
    for (int i = 0; i < most_iterations; ++i) {
        const Vec3 turned = rotation_exp(-h / 2 * (omega0 + omega1)) * momentum;
        const Vec3 residual = inertia * omega1 - turned;
        unbalanced = residual.norm();
        if (unbalanced <= tolerance * scale) break;
        const Mat3 jacobian = inertia - h / 2 * cross_matrix(turned);
        omega1 -= jacobian.inverse() * residual;
    }
    if (!(unbalanced <= accepted_residual * scale)) return {};
    return h / 2 * (omega0 + omega1);
}

}  // namespace

Mat3 rotation_exp(const Vec3& rotation_vector) {
    const double angle = rotation_vector.norm();
    if (angle == 0) return Mat3::Identity();
    return Eigen::AngleAxisd(angle, rotation_vector / angle).toRotationMatrix();
}

Vec3 rotation_log(const Mat3& rotation) {
    const Eigen::AngleAxisd turn(rotation);
    return turn.angle() * turn.axis();
}

Vec3 torque_free_velocity(const Mat3& rotation, const Mat3& body_inertia, const Vec3& angular_momentum,
                          double h) {
    Vec3 momentum = rotation.transpose() * angular_momentum;
    const double turn = h * (body_inertia.inverse() * momentum).norm();
    if (!(turn > 0)) return Vec3::Zero();
    const int parts =
        std::clamp(static_cast<int>(std::ceil(std::min(turn / largest_turn, 1e9))), 1, most_parts);
    const auto next_part = [&] {
        const std::optional<Vec3> turned = part_rotation(body_inertia, momentum, h / parts);
        if (!turned) refuse_spin(turn / h, turn);
        return *turned;
    };
    if (parts == 1) return rotation * next_part() / h;
    Mat3 total = Mat3::Identity();
    for (int part = 0; part < parts; ++part) {
        const Mat3 step = rotation_exp(next_part());
        total = total * step;
        momentum = step.transpose() * momentum;
    }
    return rotation * rotation_log(total) / h;
}

}  // namespace limpet
