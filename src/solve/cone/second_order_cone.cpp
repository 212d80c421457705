#include "solve/cone/second_order_cone.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limpet {
namespace {

Vec3 mirrored(const Vec3& x) {
    return {x.x(), -x.y(), -x.z()};
}

}  // namespace

double cone_determinant(const Vec3& x) {
    const double length = x.tail<2>().norm();
    return (x.x() - length) * (x.x() + length);
}

Vec3 jordan_product(const Vec3& x, const Vec3& z) {
    Vec3 out;
    out.x() = x.dot(z);
    out.tail<2>() = x.x() * z.tail<2>() + z.x() * x.tail<2>();
    return out;
}

Vec3 jordan_quotient(const Vec3& z, const Vec3& x) {
    Vec3 y;
    y.x() = mirrored(x).dot(z) / cone_determinant(x);
    y.tail<2>() = (z.tail<2>() - y.x() * x.tail<2>()) / x.x();
    return y;
}

double way_to_the_border(const Vec3& x, const Vec3& d) {
    // det(x + step d) = a step² + b step + c
    const double a = mirrored(d).dot(d), b = 2 * mirrored(x).dot(d), c = cone_determinant(x);
    double step = std::numeric_limits<double>::infinity();
    if (d.x() < 0) step = -x.x() / d.x();
    const double discriminant = b * b - 4 * a * c;
    if (discriminant < 0) return step;
    const double root = 2 * c / (std::sqrt(discriminant) - b);
    return root > 0 ? std::min(step, root) : step;
}

ConeScaling nesterov_todd_scaling(const Vec3& x, const Vec3& z) {
    const double det_x = cone_determinant(x), det_z = cone_determinant(z);
    const Vec3 unit_x = x / std::sqrt(det_x), unit_z = z / std::sqrt(det_z);
    Vec3 root = (unit_x + mirrored(unit_z)) / std::sqrt(2 * (1 + unit_x.dot(unit_z)));
    root.x() += 1;
    root /= std::sqrt(2 * root.x());
    const Mat3 mirror = Vec3(1, -1, -1).asDiagonal();
    const double size = std::pow(det_x / det_z, 0.25);
    ConeScaling scaling;
    scaling.G = size * (2 * root * root.transpose() - mirror);
    scaling.inverse = (2 * mirrored(root) * mirrored(root).transpose() - mirror) / size;
    scaling.v = scaling.G * z;
    return scaling;
}

}  // namespace limpet
