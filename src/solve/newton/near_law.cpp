#include "solve/newton/near_law.h"

#include <algorithm>
#include <cmath>

namespace limpet {
namespace {

using Tangent = Eigen::Vector2d;
using TangentMatrix = Eigen::Matrix2d;

struct TangentAnswer {
    Tangent lambda;
    TangentMatrix stiffness;
    Tangent by_bound = Tangent::Zero();  ///< ∂λ_T/∂m
};

TangentAnswer slip(double k, const Tangent& drag, double delta, double bound, const Tangent& near) {
    const Tangent moved = near - delta * k * drag;
    const double size = moved.norm();
    const Tangent e = moved / size;
    // k² ‖ρ e + d‖² = (a ρ − b)², the larger root.
    const double a = 1 / delta + k, b = size / delta - bound, along = e.dot(drag);
    const double square = (1 / delta) * (1 / delta + 2 * k);  // a² − k²
    const double middle = a * b + k * k * along, last = b * b - k * k * drag.squaredNorm();
    const double root = std::sqrt(std::max(middle * middle - square * last, 0.0));
    const double speed = std::max((middle + root) / square, 0.0);
    const Tangent strain = speed * e + drag;
    const double length = strain.norm();
    const double cosine = length > 0 ? strain.dot(e) / length : 1;
    const double friction = std::max(bound - k * length, 0.0);
    const TangentMatrix along_e = e * e.transpose(), aside = TangentMatrix::Identity() - along_e;
    const double yielding = 1 + delta * k * (1 - cosine);
    TangentMatrix stiffness = k * (1 - cosine) / yielding * along_e + (friction + k * speed) / size * aside;
    if (length > 0) stiffness -= k * speed / (size * yielding * length) * e * (aside * strain).transpose();
    return {-k * strain - friction * e, stiffness, -e / yielding};
}

TangentAnswer tangential(const Bond& bond, double delta, double bound, const Tangent& near) {
    const double k = bond.k;
    const Tangent drag(bond.drag_t, bond.drag_b);
    const Tangent pull = -k / (1 + k * delta) * (near + drag);
    if (pull.norm() >= bound) return {pull, k / (1 + k * delta) * TangentMatrix::Identity()};
    const Tangent held = -near / delta;
    if ((held + k * drag).norm() <= bound - k * drag.norm()) return {held, TangentMatrix::Identity() / delta};
    return slip(k, drag, delta, bound, near);
}

NearAnswer normal(const Bond& bond, double delta, double near) {
    const double k = bond.k, stretch = std::max(near - bond.slack, 0.0);
    const double pull = -k / (1 + k * delta) * stretch, push = -near / delta;
    const bool wall = !(bond.pulls_only && k > 0) && push > pull;
    NearAnswer answer{Vec3::Zero(), Mat3::Zero()};
    answer.lambda.x() = wall ? push : pull;
    answer.stiffness(0, 0) = wall ? 1 / delta : stretch > 0 ? k / (1 + k * delta) : 0;
    return answer;
}

}  // namespace

NearAnswer near_law(const Bond& bond, double friction, double delta, const Vec3& near) {
    NearAnswer answer = normal(bond, delta, near.x());
    const double bound = friction * std::max(answer.lambda.x(), 0.0);
    if (bond.k == 0 && bound == 0) return answer;
    const TangentAnswer across = tangential(bond, delta, bound, near.tail<2>());
    answer.lambda.tail<2>() = across.lambda;
    answer.stiffness.bottomRightCorner<2, 2>() = across.stiffness;
    answer.stiffness.bottomLeftCorner<2, 1>() = friction * answer.stiffness(0, 0) * across.by_bound;
    answer.is_symmetric = across.by_bound.isZero(0);
    return answer;
}

NearAnswer near_law_within(const Bond& bond, double bound, double delta, const Vec3& near) {
    NearAnswer answer = normal(bond, delta, near.x());
    if (bond.k == 0 && bound == 0) return answer;
    const TangentAnswer across = tangential(bond, delta, bound, near.tail<2>());
    answer.lambda.tail<2>() = across.lambda;
    answer.stiffness.bottomRightCorner<2, 2>() = (across.stiffness + across.stiffness.transpose()) / 2;
    return answer;
}

}  // namespace limpet
