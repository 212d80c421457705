#include "bodies/cloth/hinges.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "limpet/error.h"

namespace limpet {
namespace {

struct Side {
    int low, high, triangle, corner;
};

[[noreturn]] void refuse(const Side& side, const char* why) {
    throw InputError("shape", fmt::format("cloth needs a surface whose edges belong to one or two triangles "
                                          "of the same orientation, but the edge of vertices {} and {} {}",
                                          side.low, side.high, why));
}

Hinge joined(const std::vector<Triangle>& triangles, const Side& a, const Side& b) {
    const auto from = [&](const Side& s) { return triangles[s.triangle][(s.corner + 1) % 3]; };
    const auto to = [&](const Side& s) { return triangles[s.triangle][(s.corner + 2) % 3]; };
    if (from(a) == from(b)) refuse(a, "is run through the same way by both its triangles");
    return {{from(a), to(a), triangles[a.triangle][a.corner], triangles[b.triangle][b.corner]},
            {a.triangle, b.triangle},
            {a.corner, b.corner}};
}

double angle_of(const Vec3& e, const Vec3& n1, const Vec3& n2) {
    return std::atan2(-n1.cross(n2).dot(e.stableNormalized()), n1.dot(n2));
}

}  // namespace

std::vector<Hinge> find_hinges(const std::vector<Triangle>& triangles) {
    std::vector<Side> sides;
    for (int t = 0; t < static_cast<int>(triangles.size()); ++t)
        for (int c = 0; c < 3; ++c) {
            const auto [low, high] = std::minmax(triangles[t][(c + 1) % 3], triangles[t][(c + 2) % 3]);
            sides.push_back({low, high, t, c});
        }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
        return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
    });
    const auto same = [](const Side& a, const Side& b) { return a.low == b.low && a.high == b.high; };
    std::vector<Hinge> hinges;
    for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
        if (!same(sides[i], sides[i + 1])) continue;
        if (i + 2 < sides.size() && same(sides[i], sides[i + 2])) refuse(sides[i], "belongs to more");
        hinges.push_back(joined(triangles, sides[i], sides[i + 1]));
    }
    return hinges;
}

double hinge_angle(const Hinge& hinge, const std::vector<Vec3>& x) {
    const Vec3 &x0 = x[hinge.nodes[0]], e = x[hinge.nodes[1]] - x0;
    return angle_of(e, e.cross(x[hinge.nodes[2]] - x0), (x[hinge.nodes[3]] - x0).cross(e));
}

HingeAngle hinge_angle_and_gradient(const Hinge& hinge, const std::vector<Vec3>& x, double least_area) {
    const Vec3 &x0 = x[hinge.nodes[0]], e = x[hinge.nodes[1]] - x0;
    const Vec3 r2 = x[hinge.nodes[2]] - x0, r3 = x[hinge.nodes[3]] - x0;
    const Vec3 n1 = e.cross(r2), n2 = r3.cross(e);
    const double length = e.norm(), least = 4 * least_area * least_area;
    const double squared = std::max(length * length, least_area);
    const double s2 = r2.dot(e) / squared, s3 = r3.dot(e) / squared;
    const Vec3 g2 = length / std::max(n1.squaredNorm(), least) * n1;
    const Vec3 g3 = length / std::max(n2.squaredNorm(), least) * n2;
    return {angle_of(e, n1, n2), {(s2 - 1) * g2 + (s3 - 1) * g3, -s2 * g2 - s3 * g3, g2, g3}};
}

}  // namespace limpet
