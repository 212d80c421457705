#include "solve/newton/smooth_laws.h"

#include <cmath>

namespace limpet {
namespace {

using Mat2 = Eigen::Matrix2d;
using Vec2 = Eigen::Vector2d;
using Row3 = Eigen::RowVector3d;

struct Smoothed {
    double value, slope;
};

/// p(z).
Smoothed positive_part(double z, double theta) {
    const double root = std::sqrt(z * z + 4 * theta * theta);
    // The sum loses all digits where z is far below zero.
    return {z > 0 ? (z + root) / 2 : 2 * theta * theta / (root - z), (1 + z / root) / 2};
}

/// A number with its derivatives by λ and u of the contact.
struct Radius {
    double size;
    Row3 by_impulse = Row3::Zero(), by_velocity = Row3::Zero();
};

/// e.
Smoothed stretch(double u, const Bond& bond, double theta) {
    if (bond.slack == 0 && !bond.pulls_only) return {u, 1};
    const Smoothed pulled = positive_part(u - bond.slack, theta);
    if (bond.pulls_only) return pulled;
    const Smoothed pushed = positive_part(-u, theta);
    return {pulled.value - pushed.value, pulled.slope + pushed.slope};
}

/// R.
Radius radius(double mu, const Bond& bond, const Vec3& lambda, const Vec3& u, double s, double theta) {
    const Smoothed pressed = positive_part(s * lambda.x() - u.x(), theta);
    Radius r{mu * pressed.value};
    r.by_impulse.x() = mu * pressed.slope * s;
    r.by_velocity.x() = -mu * pressed.slope;
    if (bond.k == 0) return r;
    const Vec2 strain = u.tail<2>() + Vec2(bond.drag_t, bond.drag_b);
    const double length = std::sqrt(strain.squaredNorm() + theta * theta), sigma = s / (1 + s * bond.k);
    const Smoothed beside = positive_part(sigma * (r.size / s - bond.k * length), theta);
    r.size = beside.value;
    r.by_impulse *= beside.slope * sigma / s;
    r.by_velocity *= beside.slope * sigma / s;
    r.by_velocity.tail<2>() -= beside.slope * sigma * bond.k / length * strain;
    return r;
}

/// g, by Newton's method between bounds: the left-hand side less the right-hand one falls with g.
double share(double R, double squared_length, double theta) {
    constexpr int most_steps = 60;
    double low = 0, high = squared_length > R * R ? R / std::sqrt(squared_length) : 1;
    double g = high;
    for (int i = 0; i < most_steps && low < high; ++i) {
        const double inside = R * R - g * g * squared_length;
        const double h = (1 - g) * inside - theta * theta * g;
        (h > 0 ? low : high) = g;
        double next = g + h / (inside + 2 * g * squared_length * (1 - g) + theta * theta);
        if (!(next > low && next < high)) next = (low + high) / 2;
        const bool stays = std::abs(next - g) <= 1e-15 * g;
        g = next;
        if (stays) break;
    }
    return g;
}

}  // namespace

LawRows smooth_law_rows(const Problem& problem, int i, const Vec3& lambda, const Vec3& u, double s,
                        double theta) {
    const Bond bond = problem.bond(i);
    const double k = bond.k;
    LawRows rows{Mat3::Zero(), Mat3::Zero(), Vec3::Zero()};
    const double scale = s / (1 + s * k);
    const Smoothed stretched = stretch(u.x(), bond, theta);
    const double spring = scale * (lambda.x() + k * stretched.value);
    // Without a bond, m is s λn.
    const Smoothed wall = bond.pulls_only ? Smoothed{0, 0} : positive_part(spring - u.x(), theta);
    rows.F.x() = spring - wall.value;
    rows.by_impulse(0, 0) = scale * (1 - wall.slope);
    rows.by_velocity(0, 0) = scale * k * stretched.slope * (1 - wall.slope) + wall.slope;
    if (problem.is_smooth(i)) {
        rows.F.tail<2>() = s * lambda.tail<2>();
        rows.by_impulse.bottomRightCorner<2, 2>() = s * Mat2::Identity();
        return rows;
    }
    const Radius R = radius(problem.friction[i], bond, lambda, u, s, theta);
    const Vec2 f = lambda.tail<2>() + k * (u.tail<2>() + Vec2(bond.drag_t, bond.drag_b));
    const Vec2 z = scale * f - u.tail<2>();
    const double squared = z.squaredNorm(), g = share(R.size, squared, theta);
    const double falls =
        R.size * R.size - g * g * squared + 2 * g * squared * (1 - g) + theta * theta;  // −∂h/∂g
    const Vec2 by_radius = 2 * R.size * (1 - g) / falls * z;
    const Mat2 by_z = g * Mat2::Identity() - 2 * (1 - g) * g * g / falls * z * z.transpose();
    rows.F.tail<2>() = scale * f - g * z;
    rows.by_impulse.bottomRightCorner<2, 2>() = scale * (Mat2::Identity() - by_z);
    rows.by_velocity.bottomRightCorner<2, 2>() = scale * k * Mat2::Identity() + (1 - scale * k) * by_z;
    rows.by_impulse.bottomRows<2>() -= by_radius * R.by_impulse;
    rows.by_velocity.bottomRows<2>() -= by_radius * R.by_velocity;
    return rows;
}

}  // namespace limpet
