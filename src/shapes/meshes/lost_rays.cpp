#include "shapes/meshes/lost_rays.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace limpet {
namespace {

/// Rays along a side of the box.
constexpr int rays = 100;
/// Of the distance of rays, across and up: off the corners and edges of meshes, which are often at halves and
/// quarters and on diagonals.
constexpr std::array<double, 2> off_edges = {0.5137, 0.4719};

class RayGrid {
public:
    RayGrid(const Box3& box, int axis)
        : axes_{(axis + 1) % 3, (axis + 2) % 3},
          low_(box.min()),
          spacing_(box.sizes() / rays),
          net_(rays * rays, 0),
          meets_(rays * rays, false) {}

    void pass(const Vec3& a, const Vec3& b, const Vec3& c) {
        const double area = side(a, b, c[axes_[0]], c[axes_[1]]);
        if (area == 0) return;
        const double sign = area > 0 ? 1 : -1;
        const auto [i0, i1] = range(0, a, b, c);
        const auto [j0, j1] = range(1, a, b, c);
        for (int j = j0; j <= j1; ++j)
            for (int i = i0; i <= i1; ++i) {
                const double u = at(0, i), v = at(1, j);
                if (sign * side(a, b, u, v) < 0 || sign * side(b, c, u, v) < 0 || sign * side(c, a, u, v) < 0)
                    continue;
                net_[rays * j + i] += area > 0 ? 1 : -1;
                meets_[rays * j + i] = true;
            }
    }

    double share_lost() const {
        const auto met = std::count(meets_.begin(), meets_.end(), true);
        const auto lost = std::count_if(net_.begin(), net_.end(), [](int net) { return net != 0; });
        return met == 0 ? 0 : static_cast<double>(lost) / static_cast<double>(met);
    }

private:
    double at(int k, int i) const { return low_[axes_[k]] + (i + off_edges[k]) * spacing_[axes_[k]]; }

    /// Above 0 to the left of p → q; exactly the opposite for q → p, so that triangles leave no gaps.
    double side(const Vec3& p, const Vec3& q, double u, double v) const {
        const auto [s, t] = axes_;
        const bool turned = std::pair(q[s], q[t]) < std::pair(p[s], p[t]);
        const Vec3 &a = turned ? q : p, &b = turned ? p : q;
        const double left = (b[s] - a[s]) * (v - a[t]) - (b[t] - a[t]) * (u - a[s]);
        return turned ? -left : left;
    }

    std::pair<int, int> range(int k, const Vec3& a, const Vec3& b, const Vec3& c) const {
        const int axis = axes_[k];
        const auto index = [&](double x) {
            return std::clamp((x - low_[axis]) / spacing_[axis] - off_edges[k], -1.0, rays + 0.0);
        };
        const auto [least, most] = std::minmax({a[axis], b[axis], c[axis]});
        return {std::max(0, static_cast<int>(std::ceil(index(least)))),
                std::min(rays - 1, static_cast<int>(std::floor(index(most))))};
    }

    std::array<int, 2> axes_;  ///< across and up
    Vec3 low_, spacing_;
    std::vector<int> net_;  ///< how much more often a ray leaves than enters
    std::vector<bool> meets_;
};

}  // namespace

Vec3 lost_rays(const std::vector<Vec3>& positions, const std::vector<Triangle>& triangles, const Box3& box) {
    Vec3 shares = Vec3::Zero();
    if (box.isEmpty() || !(box.sizes().minCoeff() > 0)) return shares;
    for (int axis = 0; axis < 3; ++axis) {
        RayGrid grid(box, axis);
        for (const auto& [a, b, c] : triangles) grid.pass(positions[a], positions[b], positions[c]);
        shares[axis] = grid.share_lost();
    }
    return shares;
}

}  // namespace limpet
