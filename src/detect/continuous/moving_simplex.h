#pragma once

/// A vertex, an edge or a triangle whose corners move in straight lines over a step, and the nearest points
/// of two of them.

#include <array>

#include "core/types.h"

namespace limpet {

/// One to three corners with their motion over the step.
struct MovingSimplex {
    int corners = 0;
    std::array<Vec3, 3> start{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};   ///< [m]
    std::array<Vec3, 3> motion{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};  ///< [m]

    void add(const Vec3& from, const Vec3& to) {
        start[corners] = from;
        motion[corners++] = to - from;
    }
    Vec3 at(int corner, double t) const { return start[corner] + t * motion[corner]; }
    Vec3 at(const std::array<double, 3>& weights, double t) const;
    /// How much its corners' motions differ from the first one's, at most: 0 where it is only shifted. [m]
    double distortion() const;
};

/// Corners with a weight: 1 a corner, 2 an edge, 3 the inside of a triangle.
inline int support(const std::array<double, 3>& weights) {
    return (weights[0] > 0) + (weights[1] > 0) + (weights[2] > 0);
}

struct NearestPoints {
    std::array<double, 3> first{1, 0, 0}, second{1, 0, 0};  ///< barycentric weights
    Vec3 difference;                                        ///< from the second to the first [m]
    double distance;                                        ///< [m]
};

/// At t. The first is a vertex, or both are edges.
NearestPoints nearest_points(const MovingSimplex& first, const MovingSimplex& second, double t);

}  // namespace limpet
